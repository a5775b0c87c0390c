import { expect, test } from 'vitest'
import { replaceSection, toTable } from './report.ts'

const page =
  'Intro\n<!-- bench:one -->\nold\n<!-- /bench:one -->\n<!-- bench:two -->\nkept\n<!-- /bench:two -->\n'

test('replaces one section of the page, as often as it is written', () => {
  const once = replaceSection(page, 'bench:one', 'new\n')
  expect(once).toBe(page.replace('old', 'new'))
  expect(replaceSection(once, 'bench:one', 'new')).toBe(once)
})

test('names a section that the page lacks', () => {
  expect(() => replaceSection(page, 'bench:three', 'new')).toThrow('has no section bench:three')
})

test('aligns columns of numbers to the right', () => {
  expect(toTable(['page', 'ms'], [['/', '12.5']])).toBe('| page | ms |\n|---|--:|\n| / | 12.5 |')
})
