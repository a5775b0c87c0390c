/** The sort on the wire: `internal_name`, `-internal_name`, or none. */
export type Sort = string | undefined

export type Direction = 'ascending' | 'descending' | 'none'

export function directionFor(sort: Sort, column: string): Direction {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** Cycles through ascending, descending, none; another column starts ascending. */
export function nextSort(sort: Sort, column: string): Sort {
  const direction = directionFor(sort, column)
  if (direction === 'none') return column
  return direction === 'ascending' ? `-${column}` : undefined
}
