import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getListing } from '@trestle/domain/listings/contract.ts'
import {
  listManifests,
  showManifest,
  reviewVersion,
  promoteVersion,
  listSnippets,
  createManifest,
  listReviews,
  validateManifestContent,
} from '@trestle/domain/manifests/contract.ts'
import { manifestsPausedNotice } from '@trestle/domain/manifests/rules.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { buildVersion, simpleManifest } from '../../testing/build.ts'
import { buildWorld, orderedManifest, type World } from '../../testing/manifests.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
/** One server for each set of switches. Each test has its own apps. */
const servers = new Map<string, Promise<TestServer>>()
afterAll(async () => {
  for (const server of servers.values()) await (await server).close()
})

async function begin(env: Record<string, string> = {}): Promise<World> {
  const key = JSON.stringify(env)
  const starting = servers.get(key) ?? startTestServer({ env, keepOpen: true })
  servers.set(key, starting)
  return buildWorld(await starting)
}

const draft = (
  app: { id: number },
  semantic_version?: string,
  content: string | Record<string, unknown> = simpleManifest,
) => ({
  developer_app_id: app.id,
  manifest: { content },
  ...(semantic_version !== undefined && { semantic_version }),
})

/** Returns a draft with release notes, because in government cloud a version goes straight to production. */
const release = (...args: Parameters<typeof draft>) => ({ ...draft(...args), changelog: 'A faster board.' })

describe('the switches of the server', () => {
  test(
    'without semantic versions, assigns the number and refuses a chosen one',
    { tags: ['MAN-35'] },
    async () => {
      const { server, app, owner } = await begin({ SEMANTIC_VERSIONS: 'off' })
      const first = await server.as(owner).call(createManifest, { body: draft(app) })
      const second = await server
        .as(owner)
        .call(createManifest, { body: { ...draft(app), semantic_version: null } })
      expect(
        [first, second].map(({ body }) => [body.manifest.version, body.manifest.semantic_version]),
      ).toEqual([
        [1, null],
        [2, null],
      ])
      const refused = await server.as(owner).refusal(createManifest, { body: draft(app, '0.1.0') })
      expect(refused.status).toBe(422)
      expect(refused.body.fields).toHaveProperty('semantic_version')
    },
  )

  test(
    'without semantic versions, earlier chosen numbers are neither shown nor compared',
    { tags: ['MAN-08', 'MAN-35'] },
    async () => {
      const { server, app, owner } = await begin({ SEMANTIC_VERSIONS: 'off' })
      const older = await buildVersion(server, app, { version: 1, semantic_version: '0.9.0' })
      const newer = await buildVersion(server, app, { version: 2, semantic_version: '0.2.0' })
      const client = server.as(owner)
      const list = await client.call(listManifests, { query: { filters: { developer_app_id: app.id } } })
      const toNumbers = ({ version, semantic_version }: Record<string, unknown>) => [
        version,
        semantic_version,
      ]
      expect(list.body.map(toNumbers)).toEqual([
        [2, null],
        [1, null],
      ])
      expect(toNumbers((await client.call(showManifest, { params: { id: newer.id } })).body)).toEqual([
        2,
        null,
      ])
      const [row] = (await client.call(listDeveloperApps)).body
      expect(row).toMatchObject({ version: '2', version_badge: { label: 'Ready for Testing' } })
      const promotionOf = (version: { app_version_id: string }) => ({
        body: { source_app_version_id: version.app_version_id, changelog: 'More of it' },
      })
      expect((await client.call(promoteVersion, promotionOf(older))).status).toBe(201)
      const promoted = await client.call(promoteVersion, promotionOf(newer))
      expect([promoted.status, ...toNumbers(promoted.body.manifest)]).toEqual([201, 2, null])
      const again = await client.refusal(promoteVersion, promotionOf(newer))
      expect(again.body.message).toContain('Version 2 ')
      const submitted = await client.call(reviewVersion, {
        params: { id: promoted.body.manifest.app_version_id },
        body: {
          state: 'in_review',
          developer_notes: 'Please look',
        },
      })
      expect(submitted.body).toMatchObject({ version: 2, semantic_version: null })
      const reviews = await client.call(listReviews, { params: { id: app.id } })
      expect(reviews.body.map(toNumbers)).toEqual([[2, null]])
      const { semantic_version: stored } = await server.services.db
        .selectFrom('app_versions')
        .select('semantic_version')
        .where('app_version_id', '=', promoted.body.manifest.app_version_id)
        .executeTakeFirstOrThrow()
      expect(stored).toBe('0.2.0')
    },
  )

  test(
    'refuses a save with a message while sandbox manifests are paused',
    { tags: ['MAN-44', 'MAN-45'] },
    async () => {
      const { server, app, owner } = await begin({ SANDBOX_MANIFESTS_PAUSED: 'on' })
      const paused = await server.as(owner).refusal(createManifest, { body: draft(app, '0.1.0') })
      expect(paused.status).toBe(503)
      expect(paused.body).toMatchObject({ code: 'unavailable', message: manifestsPausedNotice })
      expect(manifestsPausedNotice).toBe(
        'New sandbox manifests are paused while we upgrade our infrastructure. Existing versions keep working.',
      )
    },
  )

  test(
    'government cloud creates versions in production and shows no sandbox versions',
    { tags: ['MAN-06', 'PROM-08'] },
    async () => {
      const { server, app, owner } = await begin({ GOV_CLOUD: 'on', SANDBOX_MANIFESTS_PAUSED: 'on' })
      const hidden = await buildVersion(server, app, { version: 1, semantic_version: '0.1.0' })
      const saved = await server.as(owner).call(createManifest, { body: release(app, '0.2.0') })
      expect(saved.status).toBe(201)
      expect(saved.body.manifest).toMatchObject({
        changelog: 'A faster board.',
        versionable_type: 'ProductionEnvironment',
        environment_label: 'Production',
        state: 'confidential',
        submittable: true,
        promotable: false,
      })
      const list = await server
        .as(owner)
        .call(listManifests, { query: { filters: { developer_app_id: app.id } } })
      expect(list.body.map((each: { id: number }) => each.id)).toEqual([saved.body.manifest.id])
      expect((await server.as(owner).refusal(showManifest, { params: { id: hidden.id } })).status).toBe(404)
      for (const source_app_version_id of [hidden.app_version_id, saved.body.manifest.app_version_id]) {
        const body = { source_app_version_id, changelog: 'First' }
        expect((await server.as(owner).refusal(promoteVersion, { body })).body.code).toBe('not_found')
      }
      const submission = { state: 'in_review', developer_notes: 'Look' } as const
      const reviewed = await server
        .as(owner)
        .refusal(reviewVersion, { params: { id: hidden.app_version_id }, body: submission })
      expect(reviewed.status).toBe(404)
    },
  )

  test('government cloud does not count a sandbox version, which it hides, as overlooked', async () => {
    const { server, app, owner } = await begin({ GOV_CLOUD: 'on' })
    await buildVersion(server, app)
    const body = { ...release(app, '1.0.0'), based_on_app_version_id: null }
    expect((await server.as(owner).call(createManifest, { body })).status).toBe(201)
  })

  test(
    'government cloud compares a number only with those of the versions it shows',
    { tags: ['MAN-06', 'MAN-37', 'PROM-08'] },
    async () => {
      const { server, app, owner } = await begin({ GOV_CLOUD: 'on' })
      await buildVersion(server, app, { version: 7, semantic_version: '0.1.0' })
      const body = release(app, '0.1.0')
      const { manifest } = (await server.as(owner).call(createManifest, { body })).body
      expect([manifest.semantic_version, manifest.version]).toEqual(['0.1.0', 8])
      const refused = await server.as(owner).refusal(createManifest, { body })
      expect(refused.body.message).toBe(
        'Version 0.1.0 already exists. The next free numbers are 0.1.1, 0.2.0 and 1.0.0.',
      )
    },
  )

  test('without semantic versions, the listing offers versions without chosen numbers', async () => {
    const { server, app, owner } = await begin({ SEMANTIC_VERSIONS: 'off' })
    await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      semantic_version: '0.9.0',
      state: 'in_review',
      in_review_at: server.services.now(),
    })
    const { body } = await server.as(owner).call(getListing, { params: { id: app.id } })
    expect(body.versions.map((version) => version.semantic_version)).toEqual([null])
  })

  test('government cloud refuses a side panel', { tags: ['CONF-18'] }, async () => {
    const { server, app, owner } = await begin({ GOV_CLOUD: 'on' })
    const refused = await server
      .as(owner)
      .refusal(createManifest, { body: release(app, '0.1.0', orderedManifest) })
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toHaveProperty(['/sidepanel'])
    const checked = await server.as(owner).call(validateManifestContent, {
      query: { developer_app_id: app.id },
      body: { manifest: { content: orderedManifest } },
    })
    expect(checked.body.data.errors).toMatchObject([{ path: '/sidepanel' }])
  })

  test(
    'government cloud requires release notes for a version and audits them',
    { tags: ['PROM-08', 'PROM-16'] },
    async () => {
      const { server, app, owner } = await begin({ GOV_CLOUD: 'on' })
      for (const changelog of [undefined, null, ' \n']) {
        const refused = await server
          .as(owner)
          .refusal(createManifest, { body: { ...draft(app, '0.1.0'), changelog } })
        expect(refused.status).toBe(422)
        expect(refused.body.fields).toEqual({ changelog: ['This field is required'] })
      }
      const long = await server
        .as(owner)
        .refusal(createManifest, { body: { ...draft(app, '0.1.0'), changelog: 'x'.repeat(10_001) } })
      expect(long.body.fields).toEqual({ changelog: ['Character limit exceeded (10000)'] })
      const list = () =>
        server.as(owner).call(listManifests, { query: { filters: { developer_app_id: app.id } } })
      expect((await list()).body).toEqual([])
      await server.as(owner).call(createManifest, { body: release(app, '0.1.0') })
      expect((await list()).body[0]?.changelog).toBe('A faster board.')
      const [event] = await server.services.db
        .selectFrom('audit_events')
        .select('changes')
        .where('app_id', '=', app.id)
        .where('action', '=', 'version.created')
        .execute()
      expect(event?.changes).toMatchObject({ changelog: [null, 'A faster board.'] })
    },
  )

  test(
    'with a sandbox, release notes are accepted only with the promotion',
    { tags: ['PROM-15'] },
    async () => {
      const { server, app, owner } = await begin()
      const refused = await server.as(owner).refusal(createManifest, { body: release(app, '0.1.0') })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['changelog'])
      const saved = await server
        .as(owner)
        .call(createManifest, { body: { ...draft(app, '0.1.0'), changelog: '' } })
      expect([saved.status, saved.body.manifest.changelog]).toEqual([201, null])
    },
  )

  test('government cloud offers no side panel', async () => {
    const { server, owner } = await begin({ GOV_CLOUD: 'on' })
    const answer = await server.as(owner).call(listSnippets, { params: { version: '4.1' } })
    expect(answer.body.map(({ name }) => name)).toEqual(['fullscreen', 'data_connector', 'instructions'])
  })
})
