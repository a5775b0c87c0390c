const batchRows = 1000

/**
 * Reads a long list for a file in batches, each starting after the last row of the previous one, so that the whole list
 * is never in memory.
 */
export async function* inBatches<Row, Shown>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, batchRows)
    if (rows.length > 0) yield rows.map(show)
    if (rows.length < batchRows) return
    last = rows.at(-1)
  }
}
