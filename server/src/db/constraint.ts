/** Returns whether the database refused a change because of this constraint, which the store turns into a refusal. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
