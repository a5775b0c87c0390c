import { csvText } from '../text/csv.ts'

type Cells = (string | number | boolean)[]

/** Returns a whole table as CSV, for an email attachment (MET-26). */
export const toCsv = (header: string[], rows: Cells[]): Buffer => Buffer.from(csvText([header, ...rows]))

/** Yields a table that is too long for memory as CSV, in portions. */
export async function* csvPortions(
  header: string[],
  portions: AsyncIterable<Cells[]>,
): AsyncGenerator<string> {
  yield csvText([header])
  for await (const rows of portions) yield csvText(rows)
}
