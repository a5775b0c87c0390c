import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completedText, manifestCompletions } from './completions.ts'

/** Returns the completions offered at the bar in the text. */
function offeredAt(marked: string): string[] {
  const position = marked.indexOf('|')
  const doc = marked.replace('|', '')
  const state = EditorState.create({ doc, extensions: [json()] })
  const result = manifestCompletions(new CompletionContext(state, position, true))
  return result?.options.map((option) => option.label) ?? []
}

/** Completes the single letter before the bar, and returns the text with a bar at the cursor. */
function completedAt(marked: string, label: string, isKey: boolean): string {
  const to = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', '') })
  const { newDoc, newSelection } = state.update(completedText(state, { label, isKey, from: to - 1, to }))
  const text = newDoc.toString()
  const cursor = newSelection.main.head
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`
}

test('offers the keys of an object that it does not have yet', { tags: ['MAN-22'] }, () => {
  expect(offeredAt('{"schema_version": "4.1", "oauth": {}, "|": 1}')).toEqual([
    'app_manifest',
    'post_installation_instruction',
    'fullscreen',
    'sidepanel',
    'permissions',
  ])
  expect(offeredAt('{"schema_version": "4.1", "oauth": {"|": true}}')).toEqual(['enabled'])
})

test.each(['3', '3.2'])(
  'offers a manifest of version %s its own keys',
  { tags: ['MAN-18', 'MAN-19'] },
  (version) => {
    const text = `{"schema_version": "${version}", "components": {"oauth": {"instances": [{"|": ""}]}}}`
    expect(offeredAt(text)).toContain('grant_type')
  },
)

test('offers views, tools and the levels a tool supports', () => {
  expect(offeredAt('{"schema_version": "4.1", "sidepanel": {"views": ["|"]}}')).toContain('rfi.detail')
  expect(offeredAt('{"schema_version": "4.1", "permissions": {"company": {"|": ""}}}')).toContain('directory')
  expect(offeredAt('{"schema_version": "4.1", "permissions": {"company": {"admin": "|"}}}')).toEqual([
    'none',
    'admin',
  ])
})

test('offers nothing between values or under unknown keys', () => {
  expect(offeredAt('{"schema_version": "4.1",| "oauth": {}}')).toEqual([])
  expect(offeredAt('{"schema_version": "4.1", "color": {"|": 1}}')).toEqual([])
})

test.each([
  ['{"o|"}', '{"oauth": |}'],
  ['{"o|', '{"oauth": |'],
  ['{"o|": 1}', '{"oauth": |1}'],
  ['{"o|"  :1}', '{"oauth"  :|1}'],
  ['{"o|"\n  "fullscreen": {}}', '{"oauth": |\n  "fullscreen": {}}'],
])('completes the key in %s to %s, ready for the value', { tags: ['MAN-22'] }, (marked, expected) => {
  expect(completedAt(marked, 'oauth', true)).toBe(expected)
})

test.each([
  ['["r|"]', '["rfi.list"|]'],
  ['["r|\n]', '["rfi.list"|\n]'],
])('completes the value in %s to %s', { tags: ['MAN-22'] }, (marked, expected) => {
  expect(completedAt(marked, 'rfi.list', false)).toBe(expected)
})
