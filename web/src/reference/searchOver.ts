import type { SearchEntry } from '@trestle/domain/reference/contract.ts'
import { searchTexts, type Found } from '../shared/searchTexts.ts'

const maxFound = 30

/** Removes the host and the query of a pasted address. */
const toPath = (words: string) => words.replaceAll(/https?:\/\/[^/\s]+|\?\S*/g, '').trim()

/** Makes the parameters and the IDs of a path the same: `{project_id}` and `301447`. */
const withoutIds = (path: string) => path.replaceAll(/\{\w+\}|(?<=\/)\d+(?![^/\s])/g, 'id')

/** Returns a search of the reference. Endpoints with exactly the path that was searched for come first. */
export function searchOver(entries: SearchEntry[]): (words: string) => Found<SearchEntry> {
  const search = searchTexts(entries, { title: 2, detail: 1, text: 0.3 })
  return (words) => {
    const wanted = withoutIds(toPath(words))
    const isExact = ({ detail }: SearchEntry) => wanted.includes('/') && withoutIds(detail).endsWith(wanted)
    const found = search(wanted)
      .map(({ item }) => item)
      .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
    return { results: found.slice(0, maxFound), total: found.length }
  }
}
