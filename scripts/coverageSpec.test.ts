import { expect, test } from 'vitest'

interface Script {
  taggedTests: (source: string) => { title: string; tags: string[]; line: number }[]
  idsIn: (text: string, areas: Set<string>) => { ids: string[]; broken: string[] }
}
const script = new URL('./coverageSpec.mjs', import.meta.url).href
const { idsIn, taggedTests } = (await import(script)) as Script

const tags = (source: string): string[] => taggedTests(source).flatMap((each) => each.tags)

test.each([
  ['a plain test', `test('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a table', `test.each<Row>([['test(1)', 2]])('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a title over two lines', `it('it ' +\n  'is', {\n  tags: ['MAN-01'] }, () => {})`],
  [
    'a test with its own portal',
    `const slow = testOn({ A: '1' })\nslow('it is', { tags: ['MAN-01'] }, () => {})`,
  ],
  [
    'an extended test',
    `const own = test.extend<object>({ a: 1 })\nown('it is', { tags: ['MAN-01'] }, () => {})`,
  ],
  ['an alias', `const claim = test\nclaim('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a browser test', `test('it is', { tag: ['@MAN-01'] }, () => {})`],
  ['a test with a timeout', `test('it is', { timeout: 1, tags: ['MAN-01'] }, () => {})`],
  ['an import alias', `import { test as claim } from 'x'\nclaim('it is', { tags: ['MAN-01'] }, () => {})`],
])('counts the tags of %s', (_kind, source) => {
  expect(tags(source)).toEqual(['MAN-01'])
})

test.each([
  ['a skipped test', `test.skip('it is', { tags: ['MAN-01'] }, () => {})`],
  [
    'a skipped test with its own portal',
    `const slow = testOn({})\nslow.skip('it is', { tags: ['MAN-01'] }, () => {})`,
  ],
  ['a name for skipped tests', `const later = test.skip\nlater('it is', { tags: ['MAN-01'] }, () => {})`],
  ['the result of a test', `const done = test('')\ndone('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a comment', `// test('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a text', `say("test('it is', { tags: ['MAN-01'] }, () => {})")`],
  ['another function', `const slow = start({})\nslow('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a member with that name', `object.test('it is', { tags: ['MAN-01'] })`],
])('ignores the tags of %s', (_kind, source) => {
  expect(tags(source)).toEqual([])
})

test('expands a range into every id, and finds none in SHA-256', () => {
  expect(idsIn('it is (MAN-08..10, SHA-256, UTF-16)', new Set(['MAN']))).toEqual({
    ids: ['MAN-08', 'MAN-09', 'MAN-10'],
    broken: [],
  })
})
