import { expect, test } from 'vitest'

interface Script {
  titlesOf: (source: string) => { title: string; line: number }[]
  idsIn: (text: string, areas: Set<string>) => { ids: string[]; broken: string[] }
}
const script = new URL('./coverageSpec.mjs', import.meta.url).href
const { idsIn, titlesOf } = (await import(script)) as Script

const titles = (source: string): string[] => titlesOf(source).map(({ title }) => title)

test.each([
  ['a plain test', `test('it is (MAN-01)', () => {})`],
  ['a table', `test.each<Row>([['test(1)', 2]])('it is (MAN-01)', () => {})`],
  ['a title over two lines', `it('it is ' +\n  '(MAN-01)', () => {})`],
  ['a portal of its own', `const slow = testOn({ A: '1' })\nslow('it is (MAN-01)', () => {})`],
  ['an extended test', `const own = test.extend<object>({ a: 1 })\nown('it is (MAN-01)', () => {})`],
  ['another name', `const claim = test\nclaim('it is (MAN-01)', () => {})`],
  ['a name given at the import', `import { test as claim } from 'x'\nclaim('it is (MAN-01)', () => {})`],
])('the title of %s counts', (_kind, source) => {
  expect(titles(source)).toEqual(['it is (MAN-01)'])
})

test.each([
  ['a skipped test', `test.skip('it is (MAN-01)', () => {})`],
  ['a skipped test of a portal of its own', `const slow = testOn({})\nslow.skip('it is (MAN-01)', () => {})`],
  ['a name for skipped tests', `const later = test.skip\nlater('it is (MAN-01)', () => {})`],
  ['the result of a test', `const done = test('')\ndone('it is (MAN-01)', () => {})`],
  ['a comment', `// test('it is (MAN-01)', () => {})`],
  ['a text', `say("test('it is (MAN-01)', () => {})")`],
  ['another function', `const slow = start({})\nslow('it is (MAN-01)', () => {})`],
  ['a member of that name', `object.test('it is (MAN-01)')`],
])('what %s says does not count', (_kind, source) => {
  expect(titles(source).filter((title) => title !== '')).toEqual([])
})

test('ids that stand alone in the table beside each count where the title prints them', () => {
  const table = `[['MAN-01, MAN-02', /'/, 'MAN-03 is'], ['MAN-08..10', 2, 'x']]`
  expect(titles(`test.each(${table})('%s: it is', () => {})`)).toEqual([
    '%s: it is MAN-01, MAN-02 MAN-08..10',
  ])
  expect(titles(`test.each(${table})('it is', () => {})`)).toEqual(['it is'])
  expect(titles(`test.skip.each(${table})('%s: it is', () => {})`)).toEqual([])
})

test('a range names every id in it, and SHA-256 names none', () => {
  expect(idsIn('it is (MAN-08..10, SHA-256, UTF-16)', new Set(['MAN']))).toEqual({
    ids: ['MAN-08', 'MAN-09', 'MAN-10'],
    broken: [],
  })
})
