import { expect, test } from 'vitest'
import { stringifyManifest } from './manifestText.ts'
import { diffTexts, findConflictingKey, withSnippet, withValueAt } from './textChanges.ts'

test('indents a manifest by two spaces per level', () => {
  expect(stringifyManifest({ schema_version: '4.1' })).toBe('{\n  "schema_version": "4.1"\n}')
})

test("returns no text for content that can't be stringified", { tags: ['ERR-21'] }, () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  expect(stringifyManifest(circular)).toBeNull()
  expect(stringifyManifest(7n)).toBeNull()
  expect(stringifyManifest(undefined)).toBeNull()
})

const compact = '{"schema_version": "4.1",\n\n  "oauth": {"enabled": false}, "fullscreen": {}}'

test('sets a value and leaves the rest of the text unchanged', { tags: ['MAN-24'] }, () => {
  expect(withValueAt(compact, ['oauth', 'enabled'], true)).toBe(compact.replace('false', 'true'))
})

test('creates missing objects on the path', { tags: ['MAN-24'] }, () => {
  const text = withValueAt('{\n  "a": 1\n}', ['permissions', 'company'], { directory: 'readonly' })
  expect(text).toBe(
    '{\n  "a": 1,\n  "permissions": {\n    "company": {\n      "directory": "readonly"\n    }\n  }\n}',
  )
})

test('expands an empty object for its first value', () => {
  expect(withValueAt('{}', ['a'], 1)).toBe('{\n  "a": 1\n}')
  expect(withValueAt('{\n  "b": { }\n}', ['b', 'c'], [])).toBe('{\n  "b": {\n    "c": []\n  }\n}')
})

test('reaches list elements by index', () => {
  expect(withValueAt('{"list": [{"a": 1}, {"a": 2}]}', ['list', '1', 'a'], 3)).toBe(
    '{"list": [{"a": 1}, {"a": 3}]}',
  )
  expect(withValueAt('{"list": []}', ['list', '0'], 3)).toBeNull()
})

test('does not change a string that is not JSON or not an object', () => {
  expect(withValueAt('{"a": ', ['a'], 1)).toBeNull()
  expect(withValueAt('[]', ['a'], 1)).toBeNull()
  expect(withValueAt('{"a": "text"}', ['a', 'b'], 1)).toBeNull()
})

const panel = { sidepanel: { source_url: 'https://example.com', views: ['rfi.detail'] } }

test('appends a snippet to the manifest', { tags: ['MAN-23'] }, () => {
  const text = withSnippet('{\n  "schema_version": "4.1"\n}', panel)
  expect(JSON.parse(text ?? '')).toEqual({ schema_version: '4.1', ...panel })
  expect(text?.startsWith('{\n  "schema_version": "4.1",\n  "sidepanel": {\n    "source_url"')).toBe(true)
})

test('does not insert a block that already exists', { tags: ['MAN-23'] }, () => {
  expect(findConflictingKey('{"sidepanel": {}}', panel)).toBe('sidepanel')
  expect(findConflictingKey('{"fullscreen": {}}', panel)).toBeUndefined()
  expect(withSnippet('not json', panel)).toBeNull()
})

test.each([
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
  ['', 'new', { from: 0, to: 0, insert: 'new' }],
])('from %j to %j replaces only the difference', (before, after, change) => {
  expect(diffTexts(before, after)).toEqual(change)
})
