import { csvText } from '../http/csv.ts'

type Cells = (string | number | boolean)[]

/** A whole table as CSV (MET-26), for a mail's attachment. */
export const toCsv = (header: string[], rows: Cells[]): Buffer => Buffer.from(csvText([header, ...rows]))

/** A table too long to hold: its rows come in portions. */
export async function* csvPortions(
  header: string[],
  portions: AsyncIterable<Cells[]>,
): AsyncGenerator<string> {
  yield csvText([header])
  for await (const rows of portions) yield csvText(rows)
}
