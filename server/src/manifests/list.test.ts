import { listManifests, showManifest } from '@trestle/domain/manifests/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, buildVersion } from '../../testing/build.ts'
import { buildWorld, orderedManifest } from '../../testing/manifests.ts'
import { rowsRead } from '../../testing/rowsRead.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const manifests = '/api/v1/manifests'
let shared: TestServer
beforeAll(async () => {
  shared = await startTestServer({ keepOpen: true })
})
afterAll(() => shared.close())

/** Builds an app for one test, on the server that this file's tests share. */
const begin = () => buildWorld(shared)

describe('reading versions', () => {
  test('listing sandbox versions does not read documents of production', async () => {
    const { server, app, owner } = await begin()
    await buildVersion(server, app, { semantic_version: '0.1.0' })
    const { id } = await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      semantic_version: '0.1.0',
      content: JSON.stringify({ schema_version: '4.1', oauth: { enabled: true } }),
    })
    await server.services.db
      .updateTable('app_versions')
      .set({ content: '"no manifest"' })
      .where('id', '=', id)
      .execute()
    const list = await server
      .as(owner)
      .call(listManifests, { query: { filters: { developer_app_id: app.id, versionable_type: 'Sandbox' } } })
    expect(list.body).toMatchObject([{ auth_code_locked: true }])
  })

  test(
    "lists the app's versions of one environment, newest first, a hundred per page",
    { tags: ['API-51', 'API-52', 'MAN-16'] },
    async () => {
      const { server, app, owner } = await begin()
      for (let n = 1; n <= 3; n++) {
        await buildVersion(server, app, { version: n, semantic_version: `0.${n}.0` })
      }
      await buildVersion(server, app, {
        versionable_type: 'ProductionEnvironment',
        version: 1,
        semantic_version: '0.1.0',
      })
      await buildVersion(server, await buildApp(server))
      const client = server.as(owner)
      const ofApp = { developer_app_id: app.id }
      const all = await client.call(listManifests, { query: { filters: ofApp } })
      expect(all.headers).toMatchObject({ total: '4', 'per-page': '100', page: '1' })
      expect(all.body).toHaveLength(4)
      const sandbox = await client.call(listManifests, {
        query: { filters: { ...ofApp, versionable_type: 'Sandbox' } },
      })
      expect(sandbox.body.map(({ version }) => version)).toEqual([3, 2, 1])
      const first = await client.call(listManifests, {
        query: { filters: { ...ofApp, versionable_type: 'Sandbox' }, per_page: 2 },
      })
      expect(first.headers['total']).toBe('3')
      const production = await client.call(listManifests, {
        query: { filters: { ...ofApp, versionable_type: 'ProductionEnvironment' } },
      })
      expect(production.body.map(({ environment_label }) => environment_label)).toEqual(['Production'])
      const second = await client.call(listManifests, { query: { filters: ofApp, per_page: 3, page: 2 } })
      expect(second.body).toHaveLength(1)
      expect(second.headers.link).toContain('rel="prev"')
    },
  )

  test('reads only the versions of a page, however many there are', async () => {
    const { server, app, owner } = await begin()
    const { db } = server.services
    await sql`
      insert into app_versions (app_version_id, developer_app_id, versionable_type, version, content,
        has_data_connector, created_by, created_at, updated_at)
      select gen_random_uuid(), ${app.id}, 'Sandbox', n, '{}', false, ${owner.id}, now(), now()
      from generate_series(1, 5000) n`.execute(db)
    const read = await rowsRead(server, () =>
      server
        .as(owner)
        .call(listManifests, { query: { filters: { developer_app_id: app.id }, per_page: 10 } }),
    )
    const isCount = (text: string) => text.startsWith('select count(*)')
    expect(read.find(({ text }) => isCount(text))?.rows).toBeGreaterThanOrEqual(5000)
    expect(read.filter(({ text, rows }) => !isCount(text) && rows > 100)).toEqual([])
  })

  test.each([
    ['filters[developer_app_id]=x', 'filters.developer_app_id'],
    ['filters[developer_app_id]=1&filters[versionable_type]=Staging', 'filters.versionable_type'],
    ['filters[developer_app_id]=1&per_page=101', 'per_page'],
    ['filters[developer_app_id]=1&order=up', 'order'],
  ])('refuses %s under %s', { tags: ['API-13', 'API-60'] }, async (query, field) => {
    const { server, owner } = await begin()
    const refused = await server.as(owner).get(`${manifests}?${query}`)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.fields)).toContain(field)
  })

  test(
    'everyone with a role on the app can read its versions; outsiders get 404',
    { tags: ['ROLE-04', 'COLL-05'] },
    async () => {
      const { server, app, owner } = await begin()
      const version = await buildVersion(server, app, { admin_notes: 'For staff' })
      const staff = await buildDeveloper(server, { is_admin: true })
      const members = await Promise.all(
        (['admin', 'developer', 'user'] as const).map((role) => buildCollaborator(server, app, role)),
      )
      for (const reader of [owner, ...members]) {
        expect(
          (await server.as(reader).call(listManifests, { query: { filters: { developer_app_id: app.id } } }))
            .body,
        ).toHaveLength(1)
        const shown = await server.as(reader).call(showManifest, { params: { id: version.id } })
        expect(shown.body).toMatchObject({ id: version.id, admin_notes: null })
      }
      const stranger = server.as(await buildDeveloper(server, { is_employee: true }))
      expect(
        (await stranger.refusal(listManifests, { query: { filters: { developer_app_id: app.id } } })).status,
      ).toBe(404)
      const unseen = await stranger.refusal(showManifest, { params: { id: version.id } })
      const missing = await stranger.refusal(showManifest, { params: { id: 999999 } })
      expect([unseen.status, unseen.body.message]).toEqual([missing.status, missing.body.message])
      expect(
        (await server.as(staff).call(listManifests, { query: { filters: { developer_app_id: app.id } } }))
          .body,
      ).toMatchObject([{ admin_notes: 'For staff' }])
      expect(
        (await server.as(null).refusal(listManifests, { query: { filters: { developer_app_id: app.id } } }))
          .status,
      ).toBe(401)
    },
  )

  test('returns one version with everything a screen needs', { tags: ['MAN-17', 'API-53'] }, async () => {
    const { server, app, owner } = await begin()
    const version = await buildVersion(server, app, { content: JSON.stringify(orderedManifest) })
    const shown = await server.as(owner).call(showManifest, { params: { id: version.id } })
    expect(shown.body).toMatchObject({
      app_version_id: version.app_version_id,
      created_at: version.created_at,
      content: orderedManifest,
      configured_manifest_content: {
        fullscreen: { source_url: 'https://app.example.test/board' },
        oauth: { enabled: true },
        permissions: { company: {}, project: {} },
      },
      next_version_content: orderedManifest,
    })
  })

  test(
    'the next version of a version 3 manifest starts from its 4.1 form',
    { tags: ['MAN-41'] },
    async () => {
      const { server, app, owner } = await begin()
      const content = {
        schema_version: '3',
        components: {
          iframe: {
            instances: [
              { name: 'Board', type: 'fullscreen', iframe_src: 'https://a.example.test', description: '' },
            ],
          },
        },
      }
      const version = await buildVersion(server, app, { content: JSON.stringify(content) })
      const shown = await server.as(owner).call(showManifest, { params: { id: version.id } })
      expect(shown.body.content).toEqual(content)
      expect(shown.body.next_version_content).toEqual({
        schema_version: '4.1',
        fullscreen: { source_url: 'https://a.example.test', description: '' },
      })
    },
  )

  test("only staff can read a deleted app's versions", async () => {
    const { server, app, owner } = await begin()
    const version = await buildVersion(server, app)
    await server.services.db
      .updateTable('developer_apps')
      .set({ deleted_at: server.services.now() })
      .where('id', '=', app.id)
      .execute()
    const staff = await buildDeveloper(server, { is_admin: true })
    expect((await server.as(owner).refusal(showManifest, { params: { id: version.id } })).status).toBe(404)
    expect((await server.as(staff).call(showManifest, { params: { id: version.id } })).status).toBe(200)
  })
})
