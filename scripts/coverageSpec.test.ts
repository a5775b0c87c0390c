import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inspect, parseRequirements, taggedTests } from './coverageSpec.mjs'

const tags = (source: string): string[] => taggedTests(source, 'a.test.ts').flatMap((each) => each.tags)

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
  [
    'a generic function beside it',
    `const same = <T>(a: T) => a\ntest('it is', { tags: ['MAN-01'] }, () => {})`,
  ],
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
  ['a string', `say("test('it is', { tags: ['MAN-01'] }, () => {})")`],
  ['another function', `const slow = start({})\nslow('it is', { tags: ['MAN-01'] }, () => {})`],
  ['a member with that name', `object.test('it is', { tags: ['MAN-01'] })`],
])('ignores the tags of %s', (_kind, source) => {
  expect(tags(source)).toEqual([])
})

test('refuses a file with a syntax error, whose tests it would overlook', () => {
  expect(() => taggedTests('test(', 'a.test.ts')).toThrow("a.test.ts can't be read")
})

const pageWith = (done: string) =>
  `## MAN Manifests\n\n${done}\n\n${['01', '02', '03', '04'].map((number) => `- MAN-${number} — one\n`).join('')}`

test.each([
  ['Done: all', ['MAN-01', 'MAN-02', 'MAN-03', 'MAN-04']],
  ['Done: none', []],
  ['Done: MAN-01..MAN-02, MAN-04', ['MAN-01', 'MAN-02', 'MAN-04']],
])('reads the line "%s"', (line, done) => {
  expect(parseRequirements(pageWith(line))).toMatchObject({ areas: [{ done }], problems: [] })
})

test.each(['', 'Done:', 'Done: MAN-05', 'Done: MAN-02..MAN-01', 'Done: MAN-01 MAN-02', 'Done: ROLE-01'])(
  'reports the line "%s" as unreadable',
  (line) => {
    expect(parseRequirements(pageWith(line)).problems).toEqual([
      `MAN has an unreadable "Done:" line: ${line.slice('Done: '.length)}`,
    ])
  },
)

test('reports ids that are done without a test, and unknown or misplaced ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'trestle-requirements-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['docs', 'server']) mkdirSync(join(root, folder))
  writeFileSync(
    join(root, 'docs/requirements.md'),
    '## MAN Manifests\n\nDone: all\n\n- MAN-01 — one\n- MAN-02 — two\n\n## ROLE Roles\n\nDone: ROLE-02\n\n- ROLE-01 — one\n- ROLE-02 — two\n',
  )
  writeFileSync(
    join(root, 'server/a.test.ts'),
    "test('it is', { tags: ['MAN-01', 'MAN-03'] })\ntest('it is ROLE-01 with SHA-256')\n",
  )
  expect(inspect(root).problems).toEqual([
    'server/a.test.ts:1 has MAN-03, which docs/requirements.md does not have',
    'server/a.test.ts:2 names ROLE-01 in its title: make it a tag',
    'docs/requirements.md has 4 ids; at least 900 were expected',
    'MAN-02 is done but no test has it as a tag',
    'ROLE-02 is done but no test has it as a tag',
  ])
})
