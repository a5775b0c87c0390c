import { readFileSync, writeFileSync } from 'node:fs'

const page = new URL('../docs/performance.md', import.meta.url)

/** Returns a page with this section replaced: the lines between `<!-- name -->` and `<!-- /name -->`. */
export function replaceSection(text: string, name: string, section: string): string {
  const [opening, closing] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
  const start = text.indexOf(opening)
  const end = text.indexOf(closing, start)
  if (start < 0 || end < 0) throw new Error(`docs/performance.md has no section ${name}.`)
  return `${text.slice(0, start + opening.length)}${section.trim()}\n${text.slice(end)}`
}

/** Replaces a benchmark's section of docs/performance.md, named after its command: `bench:web`. */
export const writeSection = (name: string, section: string): void =>
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), name, section))

/** Returns a table in markdown. A column whose first cell is a number is aligned right. */
export function toTable(header: string[], rows: string[][]): string {
  const isNumeric = header.map((_, column) => /^[\d~<>.-]/.test(rows[0]?.[column] ?? ''))
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(header),
    `|${isNumeric.map((numeric) => (numeric ? '--:|' : '---|')).join('')}`,
    ...rows.map(line),
  ].join('\n')
}
