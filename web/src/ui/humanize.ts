/** Converts a code into readable text: `version.promoted` becomes "Version promoted", `in_review` "In review". */
export function humanize(code: string): string {
  const words = code.replaceAll(/[._]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
