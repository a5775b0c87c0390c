import type { CheckContext } from '@trestle/domain/manifests/validation/checks.ts'
import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { describe, expect, test } from 'vitest'
import { readManifest, validateManifest } from './validate.ts'

const context: CheckContext = { isGovernmentCloud: false, allowEmpty: false, authCodeLocked: false }
const listErrors = (input: unknown, changes: Partial<CheckContext> = {}) =>
  validateManifest(input, { ...context, ...changes }).map(({ path, message }) => `${path}: ${message}`)

const component = { source_url: 'https://x.example' }
const v41 = (rest: ManifestContent) => ({ schema_version: '4.1', oauth: { enabled: true }, ...rest })
const v3 = (components: ManifestContent, rest: ManifestContent = {}) => ({
  schema_version: '3',
  components,
  ...rest,
})
const frames = (...instances: unknown[]) => v3({ iframe: { instances } })
const connectors = (...instances: unknown[]) => v3({ oauth: { instances } })
const withSchema = (schema: ManifestContent) =>
  v41({ fullscreen: { ...component, user_configuration: { schema: { type: 'object', ...schema } } } })
const withLink = (support_link: ManifestContent) =>
  withSchema({ properties: { a: { name: 'A', type: 'string', support_link } } })
const page = { url: 'https://x.example', label: 'b' }

/** One fault each, with its one message. */
const faults: [string, unknown, string][] = [
  [
    'a key of version 3',
    v41({ components: {} }),
    '/components: "components" belongs to schema version 3, but this manifest uses 4.1.',
  ],
  [
    'a key of 4.1',
    v3({ oauth: { instances: [{ grant_type: 'authorization_code' }] } }, { fullscreen: {} }),
    '/fullscreen: "fullscreen" belongs to schema version 4.1, but this manifest uses 3.',
  ],
  [
    'a misspelled key',
    v41({ fulscreen: component }),
    '/fulscreen: "fulscreen" isn\'t a known key here. Did you mean "fullscreen"?',
  ],
  [
    'an unknown key deep inside',
    v41({ fullscreen: { ...component, a_b: 1 } }),
    '/fullscreen/a_b: "a_b" isn\'t a known key here. Known keys: "uuid", "source_url", "description", "user_configuration", "views".',
  ],
  [
    'a prototype key',
    JSON.parse('{"schema_version":"4.1","oauth":{"enabled":true},"__proto__":{}}'),
    '/__proto__: "__proto__" isn\'t a known key here. Known keys: "schema_version", "app_manifest", "post_installation_instruction", "fullscreen", "sidepanel", "permissions", "oauth".',
  ],
  [
    'a component that is a list',
    v41({ fullscreen: [component] }),
    '/fullscreen: "fullscreen" must be an object.',
  ],
  [
    'a component without an address',
    v41({ fullscreen: {} }),
    '/fullscreen: "fullscreen" needs "source_url".',
  ],
  [
    'an empty address',
    v41({ fullscreen: { source_url: '' } }),
    '/fullscreen/source_url: "source_url" must not be empty.',
  ],
  [
    'an address that is not a string',
    v41({ fullscreen: { source_url: 5 } }),
    '/fullscreen/source_url: "source_url" must be a string.',
  ],
  [
    'an http address',
    v41({ fullscreen: { source_url: 'http://x.example' } }),
    '/fullscreen/source_url: "source_url" must be a full URL that starts with https://.',
  ],
  ['a side panel without views', v41({ sidepanel: component }), '/sidepanel: "sidepanel" needs "views".'],
  [
    'no views',
    v41({ sidepanel: { ...component, views: [] } }),
    '/sidepanel/views: "views" needs at least one entry.',
  ],
  [
    'a repeated view',
    v41({ sidepanel: { ...component, views: ['rfi.detail', 'rfi.detail'] } }),
    '/sidepanel/views: "views" contains "rfi.detail" twice.',
  ],
  [
    'a view that is a number',
    v41({ sidepanel: { ...component, views: ['rfi.detail', 3] } }),
    '/sidepanel/views/1: Entry 2 of "views" must be a string.',
  ],
  [
    'an unknown view',
    v41({ sidepanel: { ...component, views: ['rfis.detail'] } }),
    '/sidepanel/views/0: "rfis.detail" isn\'t a view. Did you mean "rfi.detail"?',
  ],
  [
    'a view for full screen',
    v41({ fullscreen: { ...component, views: ['rfi.detail'] } }),
    '/fullscreen/views: "views" doesn\'t apply to a full screen component, which opens from the menu.',
  ],
  [
    'a description that is too long',
    v41({ fullscreen: { ...component, description: 'a'.repeat(1001) } }),
    '/fullscreen/description: "description" must be at most 1000 characters long.',
  ],
  [
    'a bad uuid',
    v41({ fullscreen: { ...component, uuid: 'x' } }),
    '/fullscreen/uuid: "uuid" must be a UUID. If you leave it out, a new one is generated.',
  ],
  [
    'a parameter with an invisible name',
    v41({
      fullscreen: {
        ...component,
        user_configuration: {
          schema: { type: 'object', properties: { a: { name: '\u200B\u3164', type: 'string' } } },
        },
      },
    }),
    '/fullscreen/user_configuration/schema/properties/a/name: "name" must not be empty.',
  ],
  [
    'a parameter whose name changes the direction of text',
    v41({
      fullscreen: {
        ...component,
        user_configuration: {
          schema: { type: 'object', properties: { a: { name: 'Code \u202E1', type: 'string' } } },
        },
      },
    }),
    '/fullscreen/user_configuration/schema/properties/a/name: "name" contains an invisible character that changes the direction of text.',
  ],
  [
    'a configuration without a schema',
    v41({ fullscreen: { ...component, user_configuration: {} } }),
    '/fullscreen/user_configuration: "user_configuration" needs "schema".',
  ],
  [
    'a parameter of another type',
    v41({
      fullscreen: {
        ...component,
        user_configuration: { schema: { type: 'object', properties: { a: { name: 'A', type: 'number' } } } },
      },
    }),
    '/fullscreen/user_configuration/schema/properties/a/type: "type" must be "string".',
  ],
  [
    'a parameter without a type',
    withSchema({ properties: { a: { name: 'A' } } }),
    '/fullscreen/user_configuration/schema/properties/a: "a" needs "type".',
  ],
  [
    'a parameter that is required twice',
    withSchema({ required: ['a', 'a'], properties: { a: { name: 'A', type: 'string' } } }),
    '/fullscreen/user_configuration/schema/required: "required" contains "a" twice.',
  ],
  [
    'too many parameters',
    withSchema({
      properties: Object.fromEntries(
        Array.from({ length: 101 }, (_, n) => [`site_${n}`, { name: 'Site', type: 'string' }]),
      ),
    }),
    '/fullscreen/user_configuration/schema/properties: "properties" can have at most 100.',
  ],
  [
    'a support link without a label',
    withLink({ url: 'https://x.example' }),
    '/fullscreen/user_configuration/schema/properties/a/support_link: "support_link" needs "label".',
  ],
  [
    'a support link with a label that is too long',
    withLink({ ...page, label: 'a'.repeat(256) }),
    '/fullscreen/user_configuration/schema/properties/a/support_link/label: "label" must be at most 255 characters long.',
  ],
  [
    'a support link whose label changes the direction of text',
    withLink({ ...page, label: 'Help \u202E1' }),
    '/fullscreen/user_configuration/schema/properties/a/support_link/label: "label" contains an invisible character that changes the direction of text.',
  ],
  [
    'an unknown level',
    v41({ permissions: { company: { directory: 'write' } } }),
    '/permissions/company/directory: "directory" must be one of "none", "readonly", "standard", "admin".',
  ],
  [
    'an unknown scope',
    v41({ permissions: { projects: {} } }),
    '/permissions/projects: "projects" isn\'t a known key here. Did you mean "project"?',
  ],
  [
    'a tool of another scope',
    v41({ permissions: { company: { daily_log: 'readonly' } } }),
    '/permissions/company/daily_log: "daily_log" isn\'t a company tool. The permission builder lists all tools.',
  ],
  [
    'oauth that is a string',
    v41({ oauth: { enabled: 'yes' } }),
    '/oauth/enabled: "enabled" must be true or false.',
  ],
  [
    'an instruction without a page',
    v41({ post_installation_instruction: { notes: 'a' } }),
    '/post_installation_instruction: All post installation instruction fields must be present',
  ],
  [
    'an instruction without notes',
    v41({ post_installation_instruction: { page: { url: 'https://x.example', label: 'Setup' } } }),
    '/post_installation_instruction: All post installation instruction fields must be present',
  ],
  [
    'an instruction with an empty page',
    v41({ post_installation_instruction: { notes: 'a', page: { url: '', label: ' ' } } }),
    '/post_installation_instruction: All post installation instruction fields must be present',
  ],
  [
    'an http instruction page',
    v41({ post_installation_instruction: { notes: 'a', page: { url: 'http://x.example', label: 'b' } } }),
    '/post_installation_instruction/page/url: "url" must be a full URL that starts with https://.',
  ],
  [
    'instruction notes that are too long',
    v41({ post_installation_instruction: { notes: 'a'.repeat(5001), page } }),
    '/post_installation_instruction/notes: "notes" must be at most 5000 characters long.',
  ],
  [
    'an instruction whose label changes the direction of text',
    v41({ post_installation_instruction: { notes: 'a', page: { ...page, label: 'Help \u202E1' } } }),
    '/post_installation_instruction/page/label: "label" contains an invisible character that changes the direction of text.',
  ],
  ['version 3 without components', { schema_version: '3' }, ': The manifest needs "components".'],
  ['version 3 with empty components', v3({}), '/components: "components" needs "oauth" or "iframe".'],
  [
    'version 3 with two connectors',
    connectors({ grant_type: 'authorization_code' }, { grant_type: 'authorization_code' }),
    '/components/oauth/instances: "instances" can have at most 1.',
  ],
  [
    'version 3 with no connector',
    connectors(),
    '/components/oauth/instances: "instances" needs at least one entry.',
  ],
  [
    'an unknown grant type',
    connectors({ grant_type: 'implicit' }),
    '/components/oauth/instances/0/grant_type: "grant_type" must be one of "authorization_code", "client_credentials".',
  ],
  [
    'permissions of another grant type',
    connectors({ grant_type: 'authorization_code', permissions: { project: { rfi: 'readonly' } } }),
    '/components/oauth/instances/0/permissions: "permissions" requires the grant type "client_credentials".',
  ],
  [
    'a frame without a name',
    frames({ iframe_src: 'https://x.example' }),
    '/components/iframe/instances/0: Entry 1 of "instances" needs "name".',
  ],
  [
    'a blank name',
    frames({ name: ' ', iframe_src: 'https://x.example' }),
    '/components/iframe/instances/0/name: "name" must not be empty.',
  ],
  [
    'a panel frame without views',
    frames({ name: 'a', type: 'sidepanel', iframe_src: 'https://x.example' }),
    '/components/iframe/instances/0: Entry 1 of "instances" needs "views".',
  ],
  [
    'a full screen frame with views',
    frames({ name: 'a', iframe_src: 'https://x.example', views: ['rfi.detail'] }),
    '/components/iframe/instances/0/views: "views" doesn\'t apply to a full screen component, which opens from the menu.',
  ],
]

describe('an invalid manifest gets one message per fault', () => {
  test.each(faults)('%s', { tags: ['MAN-30'] }, (_name, manifest, expected) => {
    expect(listErrors(manifest)).toEqual([expected])
    expect(readManifest(manifest, context).content).toBeNull()
  })

  test('reports all of them together', { tags: ['MAN-30'] }, () => {
    expect(
      listErrors({
        schema_version: '4.1',
        sidepanel: {},
        oauth: 1,
        permissions: { project: { rfis: 'readonly' } },
      }),
    ).toEqual([
      '/sidepanel: "sidepanel" needs "source_url".',
      '/sidepanel: "sidepanel" needs "views".',
      '/oauth: "oauth" must be an object.',
      '/permissions/project/rfis: "rfis" isn\'t a project tool. Did you mean "rfi"?',
      '/permissions: A service account requires user-level authentication. Set "enabled" of "oauth" to true.',
    ])
  })

  test('a misspelled key is not reported as an empty manifest as well', { tags: ['MAN-30'] }, () => {
    expect(listErrors({ schema_version: '4.1', sidepanal: component })).toEqual([
      '/sidepanal: "sidepanal" isn\'t a known key here. Did you mean "sidepanel"?',
    ])
  })

  test('refuses an empty manifest unless it is allowed', { tags: ['CONF-44', 'CONF-45'] }, () => {
    expect(listErrors({ schema_version: '4.1' })).toEqual([
      expect.stringMatching(/^: The manifest is empty\./),
    ])
    expect(listErrors({ schema_version: '4.1' }, { allowEmpty: true })).toEqual([])
  })
})
