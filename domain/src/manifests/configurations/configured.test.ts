import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levels, scopes } from '../../permissions/levels.ts'
import { configuredContent } from '../document/content.ts'
import type { ConfiguredContent, ManifestContent } from '../contract.ts'
import { toVersion41 } from '../document/convert.ts'
import { withConfigured } from './configured.ts'

const text = fc.string({ minLength: 1, maxLength: 6 }).map((letters) => `${letters}.`)
const key = fc.stringMatching(/^[A-Za-z]\w{0,5}$/).filter((name) => name !== '__proto__')
const partly = <T extends object>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(fields, { requiredKeys: [] })

/** Returns objects with shuffled keys, because a document keeps its author's key order. */
const inAnyOrder = <T extends object>(objects: fc.Arbitrary<T>) =>
  objects.chain((object) => {
    const entries = Object.entries(object)
    return fc
      .shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })
      .map((shuffled) => Object.fromEntries(shuffled) as T)
  })

const parameter = inAnyOrder(
  fc.record(
    {
      name: text,
      type: fc.constant('string' as const),
      description: text,
      support_link: fc.record({ url: text, label: text }),
    },
    { requiredKeys: ['name', 'type'] },
  ),
)
const parameters = fc.dictionary(key, parameter, { maxKeys: 4 })
const configuration = parameters.chain((properties) =>
  fc.record(
    {
      type: fc.constant('object' as const),
      required: fc.subarray(Object.keys(properties)),
      properties: fc.constant(properties),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
)
const optionalFields = { uuid: fc.uuid(), description: fc.string({ maxLength: 4 }) }
const views = fc.uniqueArray(fc.constantFrom('rfi.detail', 'rfi.all', 'budgeting.list'), { minLength: 1 })
const instruction = inAnyOrder(
  fc.record({ notes: text, page: inAnyOrder(fc.record({ url: text, label: text })) }),
)
const tools = fc.dictionary(key, fc.constantFrom(...levels), { maxKeys: 4 })
const permissions = inAnyOrder(partly({ company: tools, project: tools }))
const head = { app_manifest: fc.record({ id: fc.uuid() }), post_installation_instruction: instruction }

const component41 = {
  source_url: text,
  ...optionalFields,
  user_configuration: fc.record({ schema: configuration }),
}
const manifest41: fc.Arbitrary<ManifestContent> = inAnyOrder(
  fc.record(
    {
      schema_version: fc.constant('4.1'),
      ...head,
      fullscreen: inAnyOrder(
        fc.record({ ...component41, views: fc.constant([]) }, { requiredKeys: ['source_url'] }),
      ),
      sidepanel: inAnyOrder(fc.record({ ...component41, views }, { requiredKeys: ['source_url', 'views'] })),
      permissions,
      oauth: partly({ enabled: fc.boolean() }),
    },
    { requiredKeys: ['schema_version'] },
  ),
)

const frameFor = (type: 'fullscreen' | 'sidepanel') =>
  inAnyOrder(
    fc.record(
      {
        name: text,
        type: fc.constant(type),
        required: fc.boolean(),
        iframe_src: text,
        ...optionalFields,
        views: type === 'sidepanel' ? views : fc.constant([]),
        configuration: fc.record({ schema: configuration }),
      },
      {
        requiredKeys:
          type === 'sidepanel' ? ['name', 'type', 'iframe_src', 'views'] : ['name', 'type', 'iframe_src'],
      },
    ),
  )
const frames = fc
  .record({ fullscreen: fc.option(frameFor('fullscreen')), sidepanel: fc.option(frameFor('sidepanel')) })
  .map(({ fullscreen, sidepanel }) => [fullscreen, sidepanel].filter((frame) => frame !== null))
const manifest3: fc.Arbitrary<ManifestContent> = fc.record(
  {
    schema_version: fc.constantFrom('3', '3.2'),
    ...head,
    components: fc.record(
      {
        oauth: fc.record({
          instances: fc.tuple(
            fc.record(
              {
                grant_type: fc.constantFrom('authorization_code', 'client_credentials'),
                uid: text,
                permissions,
              },
              { requiredKeys: ['grant_type'] },
            ),
          ),
        }),
        iframe: fc.record({ instances: frames }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['schema_version', 'components'] },
)
const anyManifest = fc.oneof(manifest41, manifest3)

/** Any content the cards can produce: the content of another manifest. */
const configured: fc.Arbitrary<ConfiguredContent> = anyManifest.map(configuredContent)

const parts = ['fullscreen', 'sidepanel', 'permissions', 'oauth', 'post_installation_instruction'] as const

describe('a document with replaced configured content', () => {
  test('reads back as configured, from any schema version', { tags: ['CONF-13'] }, () => {
    fc.assert(
      fc.property(anyManifest, configured, (document, wanted) => {
        const content = withConfigured(document, wanted)
        expect(content['schema_version']).toBe('4.1')
        expect(configuredContent(content)).toEqual(wanted)
      }),
      { numRuns: 500 },
    )
  })

  test(
    'a document with replaced configured content is identical when nothing changed, including the order of its keys',
    { tags: ['CONF-13'] },
    () => {
      fc.assert(
        fc.property(manifest41, (document) => {
          const content = withConfigured(document, configuredContent(document))
          expect(JSON.stringify(content)).toBe(JSON.stringify(document))
        }),
        { numRuns: 500 },
      )
    },
  )

  test.each(parts)('leaves everything else unchanged when %s changes', { tags: ['CONF-13'] }, (part) => {
    fc.assert(
      fc.property(anyManifest, configured, (document, other) => {
        const old = toVersion41(document).content
        const { [part]: _old, ...rest } = configuredContent(document)
        const wanted = { ...rest, ...(other[part] && { [part]: other[part] }) } as ConfiguredContent
        const content = withConfigured(document, wanted)
        const others = (all: ManifestContent) =>
          JSON.stringify(Object.entries(all).filter(([name]) => name !== part))
        expect(others(content)).toBe(others(old))
      }),
    )
  })

  test(
    'preserves unknown fields of a component, of a parameter and of the document',
    { tags: ['CONF-13'] },
    () => {
      const region = {
        support_link: { label: 'Which?', url: 'https://x.example' },
        hint: 'eu',
        name: 'Region',
      }
      const document = {
        later: { expected: 1 },
        schema_version: '4.1',
        sidepanel: {
          width: 400,
          views: ['rfi.detail'],
          uuid: 'u',
          user_configuration: {
            schema: { type: 'object', properties: { region: { ...region, type: 'string' } } },
          },
          source_url: 'https://x.example',
        },
      }
      const before = configuredContent(document)
      const { sidepanel } = before
      if (!sidepanel?.user_configuration) throw new Error('The document has a side panel with a parameter.')
      const { schema } = sidepanel.user_configuration
      const old = schema.properties['region']
      if (!old) throw new Error('The side panel has the parameter region.')
      const properties = {
        zone: { name: 'Zone', type: 'string' as const },
        region: { ...old, name: 'Hosting' },
      }
      const content = withConfigured(document, {
        ...before,
        sidepanel: { ...sidepanel, user_configuration: { schema: { ...schema, properties } } },
      })
      expect(JSON.stringify(content)).toBe(
        JSON.stringify({
          ...document,
          sidepanel: {
            ...document.sidepanel,
            user_configuration: {
              schema: {
                type: 'object',
                properties: {
                  zone: { name: 'Zone', type: 'string' },
                  region: { ...region, name: 'Hosting', type: 'string' },
                },
              },
            },
          },
        }),
      )
    },
  )

  test(
    'a document with replaced configured content has a new component in the right position, with an empty description and without views it cannot have',
    { tags: ['CONF-15'] },
    () => {
      const document = { schema_version: '4.1', oauth: { enabled: true }, app_manifest: { id: 'a' } }
      const fullscreen = { source_url: 'https://x.example', description: '', views: [] }
      const content = withConfigured(document, { ...configuredContent(document), fullscreen })
      expect(JSON.stringify(content)).toBe(
        JSON.stringify({
          schema_version: '4.1',
          fullscreen: { source_url: 'https://x.example', description: '' },
          oauth: { enabled: true },
          app_manifest: { id: 'a' },
        }),
      )
    },
  )

  test('loses empty permissions with their scopes', () => {
    const document = { schema_version: '4.1', permissions: { company: {}, project: { rfi: 'standard' } } }
    const before = configuredContent(document)
    const emptied = { ...before, permissions: { company: {}, project: {} } }
    expect(withConfigured(document, emptied)).toEqual({ schema_version: '4.1' })
    expect(scopes.every((scope) => scope in before.permissions)).toBe(true)
  })

  test('incomplete instructions stay as written while another part changes', () => {
    const instruction = { notes: '', page: { url: 'https://x.example', label: '' } }
    const old = { schema_version: '4.1', post_installation_instruction: instruction }
    const content = withConfigured(old, { ...configuredContent(old), oauth: { enabled: true } })
    expect(content['post_installation_instruction']).toEqual(instruction)
  })

  test.each([
    ['nothing', { notes: ' ', page: { url: '', label: '' } }, undefined],
    ['only notes', { notes: 'a', page: { url: '', label: '' } }, { notes: 'a' }],
    ['only a label', { notes: '', page: { url: '', label: 'b' } }, { page: { label: 'b' } }],
  ])(
    'a document with replaced instructions with %s contains only the filled fields',
    { tags: ['CONF-40'] },
    (_case, wanted, expected) => {
      const document = {
        schema_version: '4.1',
        post_installation_instruction: { notes: 'n', page: { url: 'https://x.example', label: 'l' } },
      }
      const content = withConfigured(document, {
        ...configuredContent(document),
        post_installation_instruction: wanted,
      })
      expect(content['post_installation_instruction']).toEqual(expected)
      expect(Object.hasOwn(content, 'post_installation_instruction')).toBe(expected !== undefined)
    },
  )
})
