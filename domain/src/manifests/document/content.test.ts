import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  authCodeCapable,
  configuredContent,
  hasDataConnector,
  nextVersionContent,
  normalized,
} from './content.ts'
import { ConfiguredContent } from '../contract.ts'

const schema = {
  type: 'object' as const,
  required: ['region'],
  properties: {
    region: {
      name: 'Region',
      type: 'string' as const,
      description: 'eu or us',
      support_link: { url: 'https://x.example/help', label: 'Which?' },
    },
  },
}
const instruction = { notes: 'Sign in.', page: { url: 'https://x.example/setup', label: 'Setup' } }

describe('the configured content', () => {
  test(
    'the configured content of a 4.1 manifest has components, permissions, oauth and instructions',
    { tags: ['CONF-13', 'CONF-14', 'MAN-17'] },
    () => {
      const sidepanel = {
        uuid: 'u',
        source_url: 'https://{{region}}.x.example',
        description: 'Ledger',
        views: ['rfi.detail'],
        user_configuration: { schema },
      }
      const content = {
        schema_version: '4.1',
        sidepanel,
        permissions: { project: { rfi: 'readonly' } },
        oauth: { enabled: true },
        post_installation_instruction: instruction,
      }
      expect(configuredContent(content)).toEqual({
        sidepanel,
        permissions: { company: {}, project: { rfi: 'readonly' } },
        oauth: { enabled: true },
        post_installation_instruction: instruction,
      })
    },
  )

  test(
    'the configured content of a version 3 manifest is the same under the new names',
    { tags: ['CONF-13', 'MAN-19'] },
    () => {
      const frame = { name: 'Board', iframe_src: 'https://x.example', configuration: { schema } }
      const connector = { grant_type: 'client_credentials', permissions: { company: { portfolio: 'admin' } } }
      const content = {
        schema_version: '3',
        components: { iframe: { instances: [frame] }, oauth: { instances: [connector] } },
      }
      expect(configuredContent(content)).toEqual({
        fullscreen: {
          source_url: 'https://x.example',
          description: '',
          views: [],
          user_configuration: { schema },
        },
        permissions: { company: { home: 'admin' }, project: {} },
        oauth: { enabled: true },
      })
    },
  )

  test(
    'the configured content has an empty description where the document has none',
    { tags: ['CONF-15'] },
    () => {
      const content = { schema_version: '4.1', fullscreen: { source_url: 'https://x.example' } }
      expect(configuredContent(content).fullscreen?.description).toBe('')
    },
  )

  test('matches its schema for any document', { tags: ['CONF-13'] }, () => {
    const keys = [
      'schema_version',
      'sidepanel',
      'fullscreen',
      'permissions',
      'oauth',
      'components',
      'company',
      'schema',
    ]
    const moreKeys = [
      ...keys,
      'views',
      'properties',
      'instances',
      'iframe',
      'support_link',
      'user_configuration',
    ]
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('3', '4.1', 'none', 'sidepanel', 1, null, true),
        fc.dictionary(fc.constantFrom(...moreKeys), tie('tree')),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...moreKeys), tree), (content) => {
        const configured = configuredContent(content)
        expect(ConfiguredContent.parse(configured)).toEqual(configured)
      }),
    )
  })
})

describe('a data connector', () => {
  const connector = {
    schema_version: '3',
    components: { oauth: { instances: [{ grant_type: 'authorization_code' }] } },
  }
  const frame = { schema_version: '3', components: { iframe: { instances: [{ name: 'a' }] } } }

  test.each([
    [{ schema_version: '4.1', oauth: { enabled: true } }, true, true],
    [{ schema_version: '4.1', permissions: { project: { rfi: 'readonly' } } }, true, true],
    [{ schema_version: '4.1', oauth: { enabled: false } }, false, true],
    [{ schema_version: '4.1', permissions: { project: {} } }, false, true],
    [{ schema_version: '4.1' }, false, true],
    [connector, true, true],
    [{ ...connector, schema_version: '3.2' }, true, true],
    [frame, false, false],
  ])(
    'a data connector in %j is present: %s; user-level authentication is available: %s',
    { tags: ['PERM-13'] },
    (content, present, capable) => {
      expect(hasDataConnector(content)).toBe(present)
      expect(authCodeCapable(content)).toBe(capable)
    },
  )
})

test('stores "3.2" as "3" and leaves other versions unchanged', { tags: ['MAN-18'] }, () => {
  expect(normalized({ schema_version: '3.2', components: {} })).toEqual({
    schema_version: '3',
    components: {},
  })
  expect(normalized({ schema_version: '4.1' })).toEqual({ schema_version: '4.1' })
  expect(normalized({ schema_version: 3 })).toEqual({ schema_version: 3 })
})

const instructed = (value: unknown) => ({ schema_version: '4.1', post_installation_instruction: value })

test.each([
  [{ notes: '', page: { label: '', url: '' } }],
  [{ notes: ' ', page: { label: '\t' } }],
  [{ page: {} }],
  [{}],
])('omits an instruction whose fields are all empty, as %j', { tags: ['CONF-37', 'CONF-40'] }, (value) => {
  expect(normalized(instructed(value))).toEqual({ schema_version: '4.1' })
})

test.each([
  [{ notes: 'Read.', page: { label: '', url: '' } }],
  [{ notes: '', page: { label: '', url: '', target: 'new' } }],
  [{ notes: '', title: '' }],
  [{ notes: null }],
  [{ notes: '', page: '' }],
  [''],
])('keeps an instruction with anything else for its errors, as %j', { tags: ['CONF-37'] }, (value) => {
  expect(normalized(instructed(value))).toEqual(instructed(value))
})

test('starts the next version from the content in schema version 4.1', { tags: ['MAN-41'] }, () => {
  const old = {
    schema_version: '3',
    components: { iframe: { instances: [{ iframe_src: 'https://x.example' }] } },
  }
  expect(nextVersionContent(old)).toEqual({
    schema_version: '4.1',
    fullscreen: { source_url: 'https://x.example' },
  })
})
