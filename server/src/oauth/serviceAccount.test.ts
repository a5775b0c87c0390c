// @module-tag engine
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@trestle/domain/json/values.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { credentialEnvironments, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildVersion } from '../../testing/build.ts'
import {
  buildOauthApp,
  isLive,
  requestOwnToken,
  serviceManifest,
  userManifest,
  type OauthApp,
} from '../../testing/oauth.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { findLiveTokens } from './state/store.ts'
import { hashJti } from './tokens/hashing.ts'

let server: TestServer
let app: OauthApp
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  app = await buildOauthApp(server)
})
afterAll(() => server.close())

/** Returns whether the state check finds a service account in a manifest. */
async function isFoundInDatabase(content: string): Promise<boolean> {
  const { db, now } = server.services
  await db.updateTable('app_versions').set({ content }).where('developer_app_id', '=', app.app.id).execute()
  const token = {
    client_id: app.clientId,
    gen: 0,
    member_id: null,
    jtiHash: hashJti(randomUUID()),
  }
  const [live] = await findLiveTokens(db, 'production', [token], now())
  return live !== undefined
}

const isFoundInManifest = (content: JsonObject): boolean => splitManifest(content).permissions !== null

const version3 = (instances: unknown): JsonObject => ({
  schema_version: '3',
  components: { oauth: { instances } },
})
const version41 = (blocks: unknown): JsonObject => ({ schema_version: '4.1', permissions: blocks })
const tool = { rfi: 'standard' }
const asService = { grant_type: 'client_credentials' }

const manifests: [name: string, content: JsonObject, isFound: boolean][] = [
  ['an empty manifest', {}, false],
  ['no permissions', { schema_version: '4.1' }, false],
  ['permissions of null', version41(null), false],
  ['permissions of a string', version41('rfi'), false],
  ['permissions of a list', version41([{ company: tool }]), false],
  ['permissions without a level', version41({}), false],
  ['a level that is not one', version41({ account: tool }), false],
  ['tools of the company', version41({ company: tool }), true],
  ['tools of the project', version41({ project: tool }), true],
  ['tools of both', version41({ company: tool, project: tool }), true],
  ['both levels without tools', version41({ company: {}, project: {} }), false],
  ['tools of one level only', version41({ company: {}, project: tool }), true],
  ['a level of null next to one with tools', version41({ company: null, project: tool }), true],
  ['a tool without a level of access', version41({ company: { rfi: null } }), true],
  ['a list in place of tools', version41({ company: [tool] }), false],
  ['a string in place of tools', version41({ company: 'rfi' }), false],
  ['user-level authentication only', { ...version41({}), oauth: { enabled: true } }, false],
  ['a data connector of version 3', { ...version3([asService]), schema_version: '4.1' }, false],
  ['a schema version that is a number', { ...version41({ company: tool }), schema_version: 4.1 }, false],
  [
    'permissions of version 4.1 in version 3',
    { ...version41({ company: tool }), schema_version: '3' },
    false,
  ],
  ['version 3 without components', { schema_version: '3' }, false],
  ['components of null', { schema_version: '3', components: null }, false],
  ['a data connector of null', { schema_version: '3', components: { oauth: null } }, false],
  ['no instances', version3([]), false],
  ['instances of a string', version3('client_credentials'), false],
  ['instances of an object', version3({ 0: asService }), false],
  ['an instance of null', version3([null]), false],
  ['a service account after an instance of null', version3([null, asService]), true],
  ['a service account after another instance', version3([{}, asService]), false],
  ['the grant type of a service account', version3([asService]), true],
  ['another grant type', version3([{ grant_type: 'authorization_code' }]), false],
  ['a grant type that is a list', version3([{ grant_type: ['client_credentials'] }]), false],
  ['permissions in version 3', version3([{ permissions: {} }]), true],
  ['permissions of null in version 3', version3([{ permissions: null }]), false],
  ['permissions of a list in version 3', version3([{ permissions: [] }]), false],
  ['version 3.2', { ...version3([asService]), schema_version: '3.2' }, true],
  ['an unknown schema version', { ...version3([asService]), schema_version: null }, true],
  ['no schema version', { components: { oauth: { instances: [asService] } } }, true],
]

describe('the database and the rules find the same service account in', () => {
  test.each(manifests)('%s', async (_name, content, isFound) => {
    expect([isFoundInManifest(content), await isFoundInDatabase(JSON.stringify(content))]).toEqual([
      isFound,
      isFound,
    ])
  })

  test('a manifest with a number that jsonb cannot hold', async () => {
    const content =
      '{"schema_version": "4.1", "name": 1e-20000, "permissions": {"company": {"rfi": "standard"}}}'
    expect(await isFoundInDatabase(content)).toBe(true)
  })

  test('any other manifest', async () => {
    const scalar = fc.constantFrom(null, true, 4.1, '', 'client_credentials', '4.1', 'rfi', 'straße', '"{}"')
    const value = (object: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
      fc.oneof(
        { weight: 4, arbitrary: object },
        scalar,
        fc.constant({}),
        fc.array(fc.oneof(scalar, object), { maxLength: 2 }),
        fc.record({ 0: object }),
      )
    const shape = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })
    const tools = value(fc.dictionary(fc.constantFrom('rfi', 'a b', '{}', '"', '0'), scalar, { maxKeys: 2 }))
    const blocks = value(shape({ company: tools, project: tools, other: tools }))
    const connector = value(shape({ grant_type: scalar, permissions: blocks }))
    const instances = fc.array(fc.oneof(connector, scalar), { maxLength: 3 })
    const content = shape({
      schema_version: fc.constantFrom('4.1', '3', '3.2', 4.1, null, {}),
      permissions: blocks,
      components: value(shape({ oauth: value(shape({ instances: value(instances) })) })),
    })
    await fc.assert(
      fc.asyncProperty(content, async (manifest) => {
        expect(await isFoundInDatabase(JSON.stringify(manifest))).toBe(
          isFoundInManifest(manifest as JsonObject),
        )
      }),
      { numRuns: 400 },
    )
  })
})

type Version = [environment: CredentialEnvironment, manifest: object, columns?: object]
const [service, user] = [serviceManifest, userManifest]
const rejected = { rejected_at: new Date() }

/** The newest manifests, oldest first, and the environments in which the app can act as itself. */
const histories: [name: string, versions: Version[], allowed: CredentialEnvironment[]][] = [
  [
    'a service account in both',
    [
      ['production', service],
      ['sandbox', service],
    ],
    ['production', 'sandbox'],
  ],
  [
    'a sandbox version without one, newer than production',
    [
      ['sandbox', service],
      ['production', service],
      ['sandbox', user],
    ],
    ['production'],
  ],
  [
    'a sandbox version with one, newer than production',
    [
      ['production', user],
      ['sandbox', service],
    ],
    ['sandbox'],
  ],
  [
    'a promoted version without one, newer than the sandbox',
    [
      ['production', service],
      ['sandbox', service],
      ['production', user],
    ],
    ['sandbox'],
  ],
  [
    'a rejected version without one',
    [
      ['production', service],
      ['sandbox', user],
      ['production', user, rejected],
    ],
    ['production'],
  ],
  [
    'a rejected version with one',
    [
      ['production', user],
      ['sandbox', user],
      ['production', service, rejected],
    ],
    [],
  ],
]

test.each(histories)('a token is issued and stays valid with %s', async (_name, versions, allowed) => {
  for (const environment of credentialEnvironments) {
    const client = await buildOauthApp(server, { environment })
    const { body: issued } = await requestOwnToken(server, client)
    await server.services.db
      .deleteFrom('app_versions')
      .where('developer_app_id', '=', client.app.id)
      .execute()
    for (const [index, [of, manifest, columns]] of versions.entries()) {
      await buildVersion(server, client.app, {
        content: JSON.stringify(manifest),
        versionable_type: of === 'production' ? 'ProductionEnvironment' : 'Sandbox',
        created_at: new Date(Date.now() + index * 1000),
        ...columns,
      })
    }
    const isAllowed = allowed.includes(environment)
    expect([environment, await isLive(server, client, issued.access_token)]).toEqual([environment, isAllowed])
    const again = await requestOwnToken(server, client)
    expect([environment, again.status]).toEqual([environment, isAllowed ? 200 : 400])
  }
})
