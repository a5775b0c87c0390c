import { stringify } from 'csv-stringify/sync'

type Cells = (string | number | boolean)[]

/**
 * Rows as CSV (RFC 4180, UTF-8). A cell that a spreadsheet would run as a formula gets an apostrophe in front
 * (MET-26): parts of it were written by strangers.
 */
const csvRows = (rows: Cells[]): string =>
  stringify(rows, { record_delimiter: 'windows', escape_formulas: true })

export const csvOf = (header: string[], rows: Cells[]): Buffer => Buffer.from(csvRows([header, ...rows]))

/** A table too long to hold: its rows come in portions. */
export async function* csvPortions(
  header: string[],
  portions: AsyncIterable<Cells[]>,
): AsyncGenerator<string> {
  yield csvRows([header])
  for await (const rows of portions) yield csvRows(rows)
}
