import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { readableEntries } from '../domain/src/reference/changelog.ts'
import { listEndpoints, readableDocument, withChangelog } from '../domain/src/reference/rules.ts'
import { findProblems } from '../domain/src/reference/lint.ts'
import { expect, test } from 'vitest'
import { readContent } from '../server/src/reference/readContent.ts'

const folder = fileURLToPath(new URL('../content/reference', import.meta.url))
const broken: string[] = []
const read = (isGovernmentCloud: boolean) =>
  readContent(
    folder,
    { platformName: 'Girder', isGovernmentCloud, portalUrl: 'https://portal.test', platformApiUrl: null },
    (file, problem) => broken.push(`${file}: ${problem}`),
  )
const branches = await read(false)

test('reads every file of the reference and finds one default branch', () => {
  expect(broken).toEqual([])
  expect(branches.filter((branch) => branch.default).map(({ name }) => name)).toEqual(['main'])
  expect(new Set(branches.map(({ sha }) => sha)).size).toBe(branches.length)
  expect(branches.length).toBeGreaterThanOrEqual(2)
})

test.each(branches)('finds no problems in the branch $name', (branch) => {
  expect(findProblems(branch)).toEqual([])
})

test('indents the code in pages by two spaces', () => {
  const blocks = branches.flatMap(({ docs }) =>
    docs.flatMap(({ body }) =>
      [...body.matchAll(/^```js(?:on)?\n(.*?)^```/gms)].map(([, code = '']) => code),
    ),
  )
  expect(blocks.length).toBeGreaterThan(5)
  const indents = (code: string) => code.split('\n').map((line) => line.search(/\S|$/))
  const broken = blocks.filter((code) =>
    indents(code).some((indent, i, all) => i > 0 && indent - (all[i - 1] ?? 0) > 2),
  )
  expect(broken).toEqual([])
})

const readers = [
  ['anyone', null],
  ['employees', { is_employee: true, is_admin: false }],
] as const

test.each(readers)('has only valid OpenAPI documents for %s', async (_who, reader) => {
  const validator = new Validator()
  const invalid: string[] = []
  for (const { name, groups, changelog } of [...branches, ...(await read(true))]) {
    for (const group of groups) {
      const document = readableDocument(group, reader)
      if (!document) continue
      const served = structuredClone(withChangelog(document, readableEntries(changelog, reader)))
      const { valid, errors } = await validator.validate(served)
      if (!valid) invalid.push(`${name}, ${group['x-group'].slug}: ${JSON.stringify(errors)}`)
    }
  }
  expect(invalid).toEqual([])
})

test('names no sandbox in the pages and OpenAPI documents of government cloud', async () => {
  const ofGovernment = await read(true)
  const groups = ofGovernment.flatMap((branch) => branch.groups)
  const naming = groups.filter((group) => /sandbox/i.test(JSON.stringify(group)))
  expect(naming.map((group) => group['x-group'].slug)).toEqual([])
  expect(JSON.stringify(branches[0]?.groups)).toMatch(/sandbox/)
  const pages = ofGovernment.flatMap(({ docs }) => docs)
  expect(pages.filter(({ body }) => /sandbox/i.test(body)).map(({ slug }) => slug)).toEqual([])
  // Every block for one kind of portal is closed.
  for (const { docs } of [...branches, ...ofGovernment]) {
    expect(docs.filter(({ body }) => /^:::/m.test(body)).map(({ slug }) => slug)).toEqual([])
  }
})

test('shows access tokens as the OAuth server signs them', async () => {
  const pages = [...branches, ...(await read(true))].flatMap(({ docs }) => docs)
  const shown = pages.flatMap(({ body }) => [...body.matchAll(/\beyJ\w+/g)]).map(([token]) => token)
  const header = Buffer.from('{"alg":"ES256","typ":"at+jwt",').toString('base64url')
  expect(new Set(shown)).toEqual(new Set([header]))
})

test('has every group of the default branch in every other one', () => {
  const [main, ...others] = branches
  const slugs = (branch: typeof main) => branch?.groups.map((group) => group['x-group'].slug) ?? []
  for (const branch of others) expect(slugs(branch)).toEqual(expect.arrayContaining(slugs(main)))
})

test('has at least 12 groups, 80 endpoints and 150 changes in the reference', () => {
  const [main] = branches
  expect(main?.groups.length).toBeGreaterThanOrEqual(12)
  expect(main?.groups.flatMap(listEndpoints).length).toBeGreaterThanOrEqual(80)
  expect(main?.changelog.length).toBeGreaterThanOrEqual(150)
  expect(main?.docs.map(({ slug }) => slug)).toContain('rest-api-overview')
})
