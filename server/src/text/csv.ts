import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null

/** A long table, read in batches while it is sent. */
export interface Table {
  header: string[]
  batches: AsyncIterable<Cell[][]>
}

/** Makes Excel on Windows read a file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Returns a whole file of CSV. */
export const csvText = (rows: Cell[][]): string => byteOrderMark + toLines(rows)

/**
 * Returns rows as CSV: RFC 4180, UTF-8.
 *
 * Cells contain user input. A cell that a spreadsheet would run as a formula gets an apostrophe in front, and every
 * cell is quoted: a spreadsheet that splits at semicolons or tabs would otherwise find formulas inside a cell.
 */
const toLines = (rows: Cell[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    // The library escapes every other start of a formula.
    cast: { boolean: String, string: (text) => (text.startsWith('\n') ? `'${text}` : text) },
  })

/**
 * Streams a table as CSV. Reads the first batch before sending anything, so that a failure there gets an error reply.
 */
export async function csvStream({ header, batches }: Table): Promise<Readable> {
  const reader = batches[Symbol.asyncIterator]()
  const first = await reader.next()
  return Readable.from(
    (async function* () {
      yield csvText([header])
      for (let batch = first; !batch.done;) {
        yield toLines(batch.value)
        batch = await reader.next()
      }
    })(),
  )
}
