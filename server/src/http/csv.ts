import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null

/** A long table, read batch by batch while it is sent. */
export interface Table {
  header: string[]
  batches: AsyncIterable<Cell[][]>
}

/**
 * RFC 4180, UTF-8. A cell that a spreadsheet would run as a formula gets an apostrophe in front: parts of it were
 * written by strangers.
 */
export const csvText = (rows: Cell[][]): string =>
  stringify(rows, {
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String },
  })

/** The first batch is read before anything is sent, so that a failure there is still answered as one. */
export async function csvStream({ header, batches }: Table): Promise<Readable> {
  const reader = batches[Symbol.asyncIterator]()
  const first = await reader.next()
  return Readable.from(
    (async function* () {
      yield csvText([header])
      for (let batch = first; !batch.done;) {
        yield csvText(batch.value)
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other
        batch = await reader.next()
      }
    })(),
  )
}
