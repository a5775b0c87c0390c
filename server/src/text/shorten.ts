const maxDescription = 200

/** Shortens a string between words to the length that search engines show as a description. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= maxDescription) return line
  return `${line.slice(0, maxDescription - 1).replace(/\s+\S*$/, '')}…`
}
