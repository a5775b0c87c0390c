/** A code word as people read it: `version.promoted` is Version promoted, `in_review` In review. */
export function humanize(code: string): string {
  const words = code.replaceAll(/[._]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
