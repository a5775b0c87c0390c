import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import type { ManifestContent, ManifestError } from '@trestle/domain/manifests/contract.ts'
import { checkDraft, instructionFields, type InstructionField } from '@trestle/domain/manifests/saving.ts'
import { describe, expect, test } from 'vitest'
import { builderProblems } from './builderProblems.ts'

const context = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }
const component = { source_url: 'https://x.example', description: '' }
const whole = { schema_version: '4.1', fullscreen: component }

function findProblems(
  document: ManifestContent,
  { left = [], refused = [] }: { left?: readonly InstructionField[]; refused?: ManifestError[] } = {},
) {
  const draft = { left, refused, configured: configuredContent(document) }
  return builderProblems(checkDraft(document, context), draft)
}

describe('problems of a draft', () => {
  test('are none for a complete draft', () => {
    expect(findProblems(whole, { left: instructionFields })).toEqual({
      components: null,
      connector: [],
      instructions: {},
      isIncomplete: false,
      others: [],
      any: false,
    })
  })

  test('show in the Components card when the draft is empty', { tags: ['CONF-48', 'CONF-49'] }, () => {
    expect(findProblems({ schema_version: '4.1' })).toMatchObject({
      components: 'At least one of fullscreen or sidepanel must be present',
      any: true,
    })
  })

  test('show for the instructions only after a field was left', { tags: ['CONF-38', 'CONF-39'] }, () => {
    const half = { ...whole, post_installation_instruction: { notes: 'Sign in.' } }
    expect(findProblems(half)).toMatchObject({ instructions: {}, isIncomplete: false, any: false })
    expect(findProblems(half, { left: ['notes'] })).toMatchObject({ instructions: {}, isIncomplete: true })
    expect(findProblems(half, { left: ['notes', 'url'] })).toMatchObject({
      instructions: { url: 'This field is required' },
      isIncomplete: true,
      any: true,
    })
  })

  test('show what the server refused in the matching card, or above all cards', () => {
    const at = (path: string) => ({ path, message: `Wrong at ${path}.` })
    const refused = [
      at('/sidepanel/views/0'),
      at('/permissions/project/rfi'),
      at('/post_installation_instruction/page/url'),
      at('/extra'),
      at('/fullscreen_two'),
      at(''),
    ]
    expect(findProblems(whole, { refused })).toMatchObject({
      components: 'Wrong at /sidepanel/views/0.',
      connector: ['Wrong at /permissions/project/rfi.'],
      instructions: { url: 'Wrong at /post_installation_instruction/page/url.' },
      others: [at('/extra'), at('/fullscreen_two'), at('')],
      any: true,
    })
  })

  test('are found in the older schema too', () => {
    const old = {
      schema_version: '3',
      components: { iframe: { instances: [{ name: 'Board', iframe_src: 'http://x.example' }] } },
    }
    expect(findProblems(old).components).toContain('must be a full URL that starts with https://')
  })
})
