import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { manifestCompletions } from './completions.ts'

/** Returns the completions offered at the bar in the text. */
function offeredAt(marked: string): string[] {
  const position = marked.indexOf('|')
  const doc = marked.replace('|', '')
  const state = EditorState.create({ doc, extensions: [json()] })
  const result = manifestCompletions(new CompletionContext(state, position, true))
  return result?.options.map((option) => option.label) ?? []
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
