import { describe, expect, test } from 'vitest'
import { directionOverride } from '../http/messages.ts'
import {
  checkDraft,
  decideOverlooked,
  instructionErrors,
  isIncompleteInstruction,
  saveBlock,
  type SaveBlock,
  type SaveState,
} from './saving.ts'

const open: SaveState = {
  canModify: true,
  paused: false,
  componentOpen: false,
  permissionsOpen: false,
  validating: false,
  valid: true,
}

describe('saving a version', () => {
  test.each<[string, Partial<SaveState>, SaveBlock | null]>([
    ['is enabled when everything is valid', {}, null],
    ['is disabled while the component form is open (CONF-41)', { componentOpen: true }, 'componentOpen'],
    ['is disabled while the permission form is open (CONF-42)', { permissionsOpen: true }, 'permissionsOpen'],
    ['is disabled while the manifest is invalid (CONF-43)', { valid: false }, 'invalid'],
    ['is disabled while the server validates the manifest (CONF-43)', { validating: true }, 'validating'],
    ['names known errors first (CONF-43)', { validating: true, valid: false }, 'invalid'],
    ['is disabled for users who cannot edit (ROLE-06)', { canModify: false, valid: false }, 'notAllowed'],
    ['is disabled while new manifests are paused (MAN-44)', { paused: true, componentOpen: true }, 'paused'],
  ])('%s', (_case, changes, block) => {
    expect(saveBlock({ ...open, ...changes })).toBe(block)
  })
})

describe('the instructions', () => {
  const full = { notes: 'Sign in.', label: 'Guide', url: 'https://x.example/guide.pdf?a=1#top' }
  const required = 'This field is required'
  const invalid = 'This URL is invalid'

  test.each([
    ['completely empty', { notes: '', label: ' ', url: '' }, {}],
    ['complete', full, {}],
    ['only notes', { notes: 'a', label: '', url: '' }, { label: required, url: required }],
    ['without notes', { ...full, notes: '\n' }, { notes: required }],
    ['without a label', { ...full, label: '' }, { label: required }],
    [
      'with a label that changes the direction of text',
      { ...full, label: 'a\u202E' },
      { label: directionOverride },
    ],
    ['without an address', { ...full, url: '' }, { url: required }],
    ['with http', { ...full, url: 'http://x.example' }, { url: invalid }],
    ['without a host', { ...full, url: 'https://' }, { url: invalid }],
    ['with text instead of an address', { ...full, url: 'see our site' }, { url: invalid }],
    ['with a token', { ...full, url: 'https://x.example/{{site}}' }, { url: invalid }],
    ['with a non-ASCII address', { ...full, url: 'https://x.example/ä' }, {}],
    ['with a space in the address', { ...full, url: 'https://x.example/a b' }, { url: invalid }],
    ['at their limits', { ...full, notes: 'a'.repeat(5000), label: 'a'.repeat(255) }, {}],
    [
      'too long',
      { ...full, notes: 'a'.repeat(5001), label: 'a'.repeat(256) },
      { notes: 'Character limit exceeded (5000)', label: 'Character limit exceeded (255)' },
    ],
  ])(
    'the instructions are checked field by field when %s',
    { tags: ['CONF-37', 'CONF-39', 'CONF-51'] },
    (_case, texts, errors) => {
      expect(instructionErrors(texts)).toEqual(errors)
      expect(isIncompleteInstruction(texts)).toBe(Object.values(errors).includes(required))
    },
  )
})

describe('a draft', () => {
  const context = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }
  const instruction = { notes: 'a', page: { url: 'https://x.example', label: 'b' } }
  const component = { source_url: 'https://x.example', description: '' }

  test.each([
    ['a full screen component', { fullscreen: component }],
    ['a side panel component', { sidepanel: { ...component, views: ['rfi.detail'] } }],
    ['project permissions', { permissions: { project: { rfi: 'readonly' } }, oauth: { enabled: true } }],
    [
      'company permissions',
      { permissions: { company: { directory: 'readonly' } }, oauth: { enabled: true } },
    ],
    ['post-installation instructions', { post_installation_instruction: instruction }],
    ['OAuth enabled', { oauth: { enabled: true } }],
  ])('a draft with %s can be saved', { tags: ['CONF-44'] }, (_part, parts) => {
    expect(checkDraft({ schema_version: '4.1', ...parts }, context)).toEqual({
      emptyError: null,
      instruction: {},
      errors: [],
      valid: true,
    })
  })

  test(
    'without any of the six parts cannot be saved, unless that is allowed',
    { tags: ['CONF-44', 'CONF-45'] },
    () => {
      const empty = { schema_version: '4.1', oauth: { enabled: false }, permissions: { project: {} } }
      expect(checkDraft(empty, context)).toMatchObject({
        emptyError: 'At least one of fullscreen or sidepanel must be present',
        errors: [],
        valid: false,
      })
      expect(checkDraft(empty, { ...context, isGovernmentCloud: true }).emptyError).toBe(
        'A fullscreen component must be present',
      )
      expect(checkDraft(empty, { ...context, allowEmpty: true })).toMatchObject({
        emptyError: null,
        valid: true,
      })
    },
  )

  test(
    'a draft with partial instructions cannot be saved, even when an empty one can',
    { tags: ['CONF-37', 'CONF-43'] },
    () => {
      const half = {
        schema_version: '4.1',
        fullscreen: component,
        post_installation_instruction: { notes: 'a' },
      }
      expect(checkDraft(half, { ...context, allowEmpty: true })).toEqual({
        emptyError: null,
        instruction: { label: 'This field is required', url: 'This field is required' },
        errors: [],
        valid: false,
      })
    },
  )

  test(
    'a draft that violates a manifest rule cannot be saved, and reports where',
    { tags: ['CONF-43'] },
    () => {
      const document = { schema_version: '4.1', sidepanel: { ...component, views: ['rfi.detial'] } }
      const check = checkDraft(document, { ...context, isGovernmentCloud: true })
      expect(check.valid).toBe(false)
      expect(check.errors.map(({ path }) => path)).toEqual(['/sidepanel', '/sidepanel/views/0'])
    },
  )
})

describe('a draft that starts from', () => {
  const version = (number: number, key: string) => ({ version: number, app_version_id: key })
  const second = version(2, 'sandbox two')
  const versions = [version(2, 'production two'), second, version(1, 'one')]

  test.each([
    ['the newest version misses no version', versions, 'sandbox two', null],
    ['its promoted copy misses no version', versions, 'production two', null],
    ['an older version misses the newest one', versions, 'one', second],
    ['no version misses the newest one', versions, null, second],
    ['no version is accepted for the first version', [], null, null],
    ['an unspecified version is accepted', versions, undefined, null],
  ])('%s', (_case, saved, basedOn, overlooked) => {
    expect(decideOverlooked(saved, basedOn)).toEqual({ ok: true, value: overlooked })
  })

  test('refuses a key of another app', () => {
    expect(decideOverlooked(versions, 'of another app')).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_input', fields: { based_on_app_version_id: [expect.any(String)] } },
    })
  })
})
