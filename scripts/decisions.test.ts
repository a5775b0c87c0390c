import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../docs/decisions/', import.meta.url)
const files = readdirSync(folder).toSorted()

test('numbers decision records without gaps', () => {
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  expect(numbers).toEqual(files.map((_, index) => index + 1))
})

test.each(files)('checks that decision record %s has the agreed form', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const [, status, date, supersedes, number] =
    /^---\nstatus: (\w+)\ndate: (\S+)\nsupersedes: (.+)\n---\n\n# (\d+)\. \S/.exec(text) ?? []
  expect(status).toMatch(/^(proposed|accepted|superseded|withdrawn)$/)
  expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(supersedes).toMatch(/^(none|\d{4}(, \d{4})*)$/)
  expect(number).toBe(String(Number(file.slice(0, 4))))
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Context', 'Decision', 'Consequences'])
})
