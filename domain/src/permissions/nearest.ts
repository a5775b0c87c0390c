const longestGuess = 60

const lettersOnly = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Returns the known name most similar to a wrong one; null when none is close. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  if (wrong.length > longestGuess) return null
  const letters = lettersOnly(wrong)
  const ranked = known
    .map((name) => ({ name, distance: editDistance(letters, lettersOnly(name)) }))
    .toSorted((a, b) => a.distance - b.distance)
  const best = ranked[0]
  const tolerated = Math.floor((letters.length + 1) / 3)
  return best && best.distance <= tolerated ? best.name : null
}

/** Returns the Levenshtein distance: how many characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
