import { toPassages, type Passage } from '../documentation/rules.ts'
import { toSlug } from './rules.ts'

/** Returns the anchor, with a number if an earlier heading has it, as on GitHub. */
function makeUnique(anchor: string, used: Set<string>): string {
  let unique = anchor
  for (let count = 1; used.has(unique); count += 1) unique = `${anchor}-${count}`
  used.add(unique)
  return unique
}

/** Splits a guide at its headings. Guides may repeat a heading, unlike our own documentation. */
export function guidePassages(markdown: string): Passage[] {
  const used = new Set<string>()
  return toPassages(markdown).map((passage) =>
    passage.heading === null
      ? passage
      : { ...passage, anchor: makeUnique(toSlug(passage.heading) || (passage.anchor ?? ''), used) },
  )
}
