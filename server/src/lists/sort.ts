export type Direction = 'asc' | 'desc'

/** Parses a sort parameter: `-name` is name, descending (CONST-06). */
export function toSort<Column extends string>(
  sort: Column | `-${Column}`,
  columns: readonly Column[],
): { column: Column; direction: Direction } {
  const column = columns.find((name) => sort === name || sort === `-${name}`)
  if (column === undefined) throw new Error(`The contract accepted an unknown sort: ${sort}`)
  return { column, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}
