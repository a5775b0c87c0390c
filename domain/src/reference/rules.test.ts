import { describe, expect, test } from 'vitest'
import { GroupDocument, type Branch, type ChangelogEntry } from './content.ts'
import { findProblems } from './lint.ts'
import {
  callKey,
  changeId,
  chosenBranch,
  compareVersions,
  isPublic,
  toMonth,
  newestFirst,
  onBase,
  readableDocument,
  toSlug,
  versionsLabel,
} from './rules.ts'
import { readableEntries } from './changelog.ts'

const entry = (fields: Partial<ChangelogEntry> = {}): ChangelogEntry => ({
  summary: 'Photos carry a place',
  description: 'Where they were taken.',
  endpoint: 'GET /rest/v1.0/photos',
  type: 'feature',
  breaking: false,
  datestamp: '2026-02-03',
  versions: ['1.0'],
  'x-doc': { visibility: 'public' },
  ...fields,
})

test.each([
  [['1.0'], '1.0+'],
  [['1.1', '1.0'], '1.0+'],
  [['1.10', '1.9'], '1.9+'],
  [['2.0', '10.0'], '2.0+'],
  [['1', '1.0.1'], '1+'],
  [[], '?'],
])('labels the versions %j as %s', { tags: ['CHG-10', 'CHG-11'] }, (versions, label) => {
  expect(versionsLabel(versions)).toBe(label)
})

test.each([
  ['1.9', '1.10', -1],
  ['2.0', '1.99', 1],
  ['1.0', '1', 0],
])('compares version %s with %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})

test('shows the month of a change as YYYY-MM', { tags: ['CHG-09'] }, () => {
  expect(toMonth('2026-02-03')).toBe('2026-02')
})

test('lists changes newest first, in written order within a day', { tags: ['CHG-08'] }, () => {
  const days = ['2026-01-31', '2026-02-03', '2025-12-01', '2026-02-03']
  const sorted = newestFirst(days.map((datestamp, index) => entry({ datestamp, summary: String(index) })))
  expect(sorted.map(({ summary }) => summary)).toEqual(['1', '3', '0', '2'])
})

describe('visibility', () => {
  const noReader = null
  const developer = { is_admin: false, is_employee: false }
  const employee = { is_admin: false, is_employee: true }
  const admin = { is_admin: true, is_employee: false }

  test.each([
    ['public', noReader, true],
    ['public', developer, true],
    ['private', noReader, false],
    ['private', developer, false],
    ['private', employee, true],
    ['private', admin, true],
    ['internal', developer, false],
    ['internal', employee, true],
    [undefined, noReader, false],
    [undefined, developer, false],
    [undefined, admin, true],
  ] as const)('of %s content for %j: %s', { tags: ['CHG-22', 'CHG-23'] }, (visibility, reader, may) => {
    const change = entry({ 'x-doc': { visibility } })
    expect(readableEntries([change], reader)).toEqual(may ? [change] : [])
  })

  test('anything without a visibility is not public', { tags: ['CHG-23'] }, () => {
    expect(isPublic({})).toBe(false)
  })

  const branches = [
    { name: 'main', sha: 'aaaaaaa', default: true },
    { name: 'next', sha: 'bbbbbbb', default: false },
  ] as Branch[]

  test.each([
    [noReader, undefined, 'main'],
    [developer, 'aaaaaaa', 'main'],
    [developer, 'bbbbbbb', undefined],
    [noReader, 'bbbbbbb', undefined],
    [employee, 'bbbbbbb', 'next'],
    [admin, 'bbbbbbb', 'next'],
    [admin, 'ccccccc', undefined],
    [admin, undefined, 'main'],
  ] as const)(
    'for %j requesting the branch %s selects %s',
    { tags: ['REF-02', 'CHG-24'] },
    (reader, sha, name) => {
      expect(chosenBranch(branches, reader, sha)?.name).toBe(name)
    },
  )
})

test.each([
  ['List projects', 'list-projects'],
  ['Daily Log / Weather', 'daily-log-weather'],
  ['  (New) Öfen_2.0~ ', 'new-fen_2.0~'],
])('turns %j into the slug %s', (text, slug) => {
  expect(toSlug(text)).toBe(slug)
})

test('identifies a call regardless of parameter names and versions', () => {
  expect(callKey('GET /rest/v1.1/projects/{project_id}/tasks/{id}')).toBe('GET /projects/{}/tasks/{}')
  expect(callKey('GET /projects/{id}/tasks/{task}')).toBe('GET /projects/{}/tasks/{}')
  expect(callKey('POST /vapors')).toBe('POST /vapors')
})

test('gives a change a permanent id', () => {
  expect(changeId(entry())).toBe('2026-02-03-get-rest-v1.0-photos-photos-carry-a-place')
})

const photos = {
  openapi: '3.1.0',
  info: { title: 'Photos', version: '1.0' },
  'x-group': { slug: 'photos', product_category: 'Field', order: 1, support_level: 'production' },
  'x-doc': { visibility: 'public' },
  paths: {
    '/rest/v1.0/photos': {
      get: {
        operationId: 'listPhotos',
        summary: 'List photos',
        'x-doc': { visibility: 'public' },
        responses: {},
      },
    },
  },
}

const branchQuery = (change: object, changelog: ChangelogEntry[] = []): Branch => ({
  name: 'main',
  sha: 'aaaaaaa',
  default: true,
  docs: [],
  groups: [GroupDocument.parse({ ...photos, ...change })],
  changelog,
})

test(
  'replaces groups of the base by those of the branch, and inherits the others',
  { tags: ['CHG-24', 'REF-06'] },
  () => {
    const group = (slug: string, order: number, title: string) =>
      GroupDocument.parse({
        ...photos,
        info: { title, version: '1.0' },
        'x-group': { ...photos['x-group'], slug, order },
      })
    const base = { ...branchQuery({}), groups: [group('photos', 1, 'Photos'), group('tasks', 2, 'Tasks')] }
    const branch = {
      ...branchQuery({}),
      name: 'next',
      groups: [group('photos', 3, 'Photos to come'), group('walks', 0, 'Walks')],
    }
    const shown = onBase(branch, base)
    expect(shown.name).toBe('next')
    expect(shown.groups.map(({ info }) => info.title)).toEqual(['Walks', 'Tasks', 'Photos to come'])
  },
)

const get = (fields: object, path = '/rest/v1.0/photos') => ({
  paths: { [path]: { get: { operationId: 'listPhotos', summary: 'List photos', ...fields } } },
})

test('shows developers the public calls of a group only', { tags: ['REF-07'] }, () => {
  const calls = {
    ...photos.paths['/rest/v1.0/photos'],
    post: { operationId: 'addPhoto', summary: 'Add a photo', 'x-doc': { visibility: 'private' } },
  }
  const document = GroupDocument.parse({ ...photos, paths: { '/rest/v1.0/photos': calls } })
  const shown = readableDocument(document, null)?.paths['/rest/v1.0/photos'] ?? {}
  expect(Object.keys(shown)).toEqual(['get'])
})

test('hides a group from developers when all its calls are hidden', { tags: ['REF-07'] }, () => {
  const document = GroupDocument.parse({ ...photos, ...get({ 'x-doc': { visibility: 'private' } }) })
  expect(readableDocument(document, null)).toBeUndefined()
  expect(readableDocument(document, { is_admin: false, is_employee: true })).toBe(document)
})

describe('problems of a branch', () => {
  const query = { name: 'page', in: 'query' }
  test.each([
    ['nothing', {}, []],
    ['a body on GET', get({ requestBody: {} }), ['photos: GET /rest/v1.0/photos: a GET has no body']],
    [
      'a repeated parameter',
      get({ parameters: [query, query] }),
      ['photos: GET /rest/v1.0/photos: the parameter query page is listed twice'],
    ],
    [
      'an undescribed path parameter',
      get({}, '/rest/v1.0/photos/{id}'),
      ["photos: GET /rest/v1.0/photos/{id}: {id} isn't described"],
    ],
    [
      'a parameter that the path does not have',
      get({ parameters: [{ name: 'id', in: 'path' }] }),
      ["photos: GET /rest/v1.0/photos: {id} isn't in the path"],
    ],
    [
      'a described path parameter',
      get({ parameters: [{ name: 'id', in: 'path' }] }, '/rest/v1.0/photos/{id}'),
      [],
    ],
    [
      'a list without an item type',
      { components: { schemas: { Many: { type: 'array' } } } },
      ['photos: /components/schemas/Many: a list without the type of its items'],
    ],
    [
      'a dangling reference',
      get({ responses: { 200: { $ref: '#/components/responses/Gone' } } }),
      ["photos: /paths//rest/v1.0/photos/get/responses/200: #/components/responses/Gone doesn't exist"],
    ],
    [
      'a reserved address',
      { 'x-group': { ...photos['x-group'], slug: 'changelog' } },
      ["changelog isn't a valid address for a group"],
    ],
    [
      'two endpoints with the same title',
      {
        paths: {
          '/a': { get: { operationId: 'a', summary: 'List' } },
          '/b': { get: { operationId: 'A', summary: 'List' } },
        },
      },
      ['photos: two endpoints are called List', 'photos: two endpoints have the anchor a'],
    ],
  ])('%s', (_, change, problems) => {
    expect(findProblems(branchQuery(change))).toEqual(problems)
  })

  test('include a change of a missing call, unless the change removed it', () => {
    const gone = { endpoint: 'GET /rest/v1.0/slides' }
    expect(findProblems(branchQuery({}, [entry(gone)]))).toEqual([
      "the change of 2026-02-03 refers to GET /rest/v1.0/slides, which doesn't exist",
    ])
    expect(findProblems(branchQuery({}, [entry({ ...gone, type: 'sunset' }), entry()]))).toEqual([])
  })

  test('include two groups with the same name, slug and operationId', () => {
    const branch = branchQuery({})
    expect(findProblems({ ...branch, groups: [...branch.groups, ...branch.groups] })).toEqual([
      'two groups have the address photos',
      'two groups are called Photos',
      'the operationId listPhotos is used twice',
    ])
  })
})
