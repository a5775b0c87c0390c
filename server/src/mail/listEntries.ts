/** How many different entries a list shows. The rest are only counted. */
const maxListed = 50

export const times = (count: number): string => ['never', 'once', 'twice'][count] ?? `${count} times`

/** Counts equal texts, ordered by when each was last due. */
export function countEqual(texts: string[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1
    counts.delete(text)
    counts.set(text, count)
  }
  return [...counts].map(([text, count]) => ({ text, count }))
}

/**
 * Returns the parts of an email that its reader needs to act: the subject and the addresses in the text, then `notes`.
 */
export const toEntry = (
  { subject, body }: { subject: string; body: string },
  notes: readonly string[],
): string => [subject, ...(body.match(/^https?:\/\/\S+$/gm) ?? []), ...notes].join('\n')

/** Returns the paragraphs of a list that names each entry once. */
export function listEntries(entries: string[]): string[] {
  const different = countEqual(entries)
  const listed = different
    .slice(0, maxListed)
    .map(({ text, count }) => (count === 1 ? text : `${text}\n(${times(count)})`))
  const more = different.length - listed.length
  return more > 0 ? [...listed, `And ${more} more.`] : listed
}
