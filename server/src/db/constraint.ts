/** Whether the database refused a change because of this constraint: the store turns it into a refusal. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

/** Text for a `like`: what was typed stands for itself. */
export const likePattern = (typed: string): string => `%${typed.replace(/[\\%_]/g, String.raw`\$&`)}%`
