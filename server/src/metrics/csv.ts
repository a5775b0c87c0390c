import { stringify } from 'csv-stringify/sync'

/**
 * A table as CSV (RFC 4180, UTF-8). A cell that a spreadsheet would run as a formula gets an apostrophe in front
 * (MET-26): parts of it were written by strangers.
 */
export function csvOf(header: string[], rows: (string | number | boolean)[][]): Buffer {
  const text = stringify([header, ...rows], { record_delimiter: 'windows', escape_formulas: true })
  return Buffer.from(text, 'utf8')
}
