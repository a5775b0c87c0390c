import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'

/** Returns the address of another page of a list, with the rest of the query. The first page needs no number. */
export function toListAddress(path: string, query: unknown, page: number): string {
  const fields = stringifyBrackets({ ...(query as object), page: page === 1 ? undefined : page })
  return fields === '' ? path : `${path}?${fields}`
}
