import { editDistance } from '../text/editDistance.ts'

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
