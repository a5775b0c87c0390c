// @module-tag engine
import {
  showManifest,
  promoteVersion,
  createManifest,
  listManifests,
  validateManifestContent,
} from '@trestle/domain/manifests/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  simpleManifest,
  type AppRow,
} from '../../testing/build.ts'
import { buildWorld, orderedManifest, type World } from '../../testing/manifests.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const versions = '/api/v1/app_versioned_manifests'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let shared: TestServer
beforeAll(async () => {
  shared = await startTestServer({ keepOpen: true })
})
afterAll(() => shared.close())

/** Builds an app for one test, on the server that this file's tests share. */
const begin = () => buildWorld(shared)

const listAudit = async (server: TestServer, app: AppRow) =>
  (await server.audit()).filter((entry) => entry.app_id === app.id)

const listRows = (server: TestServer, app: AppRow) =>
  server.services.db
    .selectFrom('app_versions')
    .selectAll()
    .where('developer_app_id', '=', app.id)
    .orderBy('version')
    .execute()

const draft = (
  app: { id: number },
  semantic_version?: string,
  content: string | Record<string, unknown> = simpleManifest,
) => ({
  developer_app_id: app.id,
  manifest: { content },
  ...(semantic_version !== undefined && { semantic_version }),
})

describe('saving a version', () => {
  let world: World
  beforeEach(async () => {
    world = await begin()
  })

  test(
    'creates a sandbox version with the chosen number, on top of the list',
    { tags: ['MAN-17', 'MAN-40', 'API-54'] },
    async () => {
      const { server, app, owner } = world
      await buildVersion(server, app, { version: 1, semantic_version: '0.1.0' })
      const saved = await server.as(owner).call(createManifest, { body: draft(app, '0.2.0') })
      expect(saved.status).toBe(201)
      expect(saved.body.manifest).toMatchObject({
        developer_app_id: app.id,
        version: 2,
        semantic_version: '0.2.0',
        versionable_type: 'Sandbox',
        environment_label: 'Sandbox',
        state: null,
        promotable: true,
        submittable: false,
        published_to_marketplace: false,
        changelog: null,
        auth_code_locked: false,
        auth_code_capable: true,
        created_by: 'Olive Owner',
      })
      expect(saved.body.manifest.app_version_id).toMatch(uuid)
      const list = await server
        .as(owner)
        .call(listManifests, { query: { filters: { developer_app_id: app.id } } })
      expect(list.body.map(({ semantic_version }) => semantic_version)).toEqual(['0.2.0', '0.1.0'])
      expect(await listAudit(server, app)).toMatchObject([
        {
          action: 'version.created',
          subject_id: String(saved.body.manifest.id),
          actor_id: owner.id,
          app_id: app.id,
          changes: {
            version: [null, 2],
            semantic_version: [null, '0.2.0'],
            versionable_type: [null, 'Sandbox'],
          },
        },
      ])
    },
  )

  test("saving a version keeps the document's keys in the order they were written in", async () => {
    const { server, app, owner } = world
    const saved = await server.as(owner).call(createManifest, { body: draft(app, '0.1.0', orderedManifest) })
    expect(saved.status).toBe(201)
    const stored = (await listRows(server, app))[0]?.content ?? ''
    const { app_manifest, ...content } = JSON.parse(stored) as typeof orderedManifest & {
      app_manifest: object
    }
    expect(Object.keys(app_manifest)).toEqual(['id', 'name'])
    const withoutIds = JSON.stringify(content).replaceAll(/,"uuid":"[^"]+"/g, '')
    expect(withoutIds).toBe(JSON.stringify(orderedManifest))
    const shown = await server.as(owner).call(showManifest, { params: { id: saved.body.manifest.id } })
    expect(JSON.stringify(shown.body.content)).toBe(stored)
  })

  test('saving a version also accepts the document as text', { tags: ['API-54', 'API-57'] }, async () => {
    const { server, app, owner } = world
    const saved = await server
      .as(owner)
      .call(createManifest, { body: draft(app, '0.1.0', JSON.stringify(simpleManifest, null, 2)) })
    expect(saved.status).toBe(201)
    expect(saved.body.manifest.content).toMatchObject({ fullscreen: simpleManifest.fullscreen })
  })

  test('writes the IDs that the server owns and keeps them from version to version', async () => {
    const { server, app, owner } = world
    const typed = {
      ...simpleManifest,
      app_manifest: { id: 'mine', name: 'Mine' },
      fullscreen: { ...simpleManifest.fullscreen, uuid: '11111111-1111-4111-8111-111111111111' },
    }
    const first = await server.as(owner).call(createManifest, { body: draft(app, '0.1.0', typed) })
    const { app_manifest, fullscreen } = first.body.manifest.content
    expect(app_manifest).toEqual({ id: expect.stringMatching(uuid), name: 'Site Sync' })
    expect(fullscreen).toMatchObject({ uuid: expect.stringMatching(uuid) })
    expect(fullscreen).not.toMatchObject({ uuid: typed.fullscreen.uuid })
    const second = await server.as(owner).call(createManifest, { body: draft(app, '0.2.0', typed) })
    expect(second.body.manifest.content.app_manifest).toEqual(app_manifest)
    expect(second.body.manifest.content.fullscreen).toEqual(fullscreen)
  })

  test('writes the internal name of an app without a public one', async () => {
    const { server, owner } = world
    const app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync (internal)' })
    const { body } = await server.as(owner).call(createManifest, { body: draft(app, '0.1.0') })
    expect(body.manifest.content['app_manifest']).toMatchObject({ name: 'Site Sync (internal)' })
  })

  test.each([
    [undefined, 'This field is required'],
    ['1.2', 'Write the version number as three whole numbers, like 1.4.0.'],
    ['01.2.0', 'Write the version number as three whole numbers, like 1.4.0.'],
    ['1.0.9', "This version number can't be used. Choose one higher than 1.1.0."],
    ['1.1.0', 'Version 1.1.0 already exists. The next free numbers are 1.1.1, 1.2.0 and 2.0.0.'],
    ['1.0.0', 'Version 1.0.0 already exists. The next free numbers are 1.1.1, 1.2.0 and 2.0.0.'],
  ])(
    'refuses the version number %s after 1.1.0: %s',
    { tags: ['MAN-34', 'MAN-36', 'ERR-24'] },
    async (number, message) => {
      const { server, app, owner } = world
      await buildVersion(server, app, { version: 1, semantic_version: '1.0.0' })
      await buildVersion(server, app, { version: 2, semantic_version: '1.1.0' })
      const refused = await server.as(owner).refusal(createManifest, { body: draft(app, number) })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ code: 'invalid_input', fields: { semantic_version: [message] } })
      expect(refused.body.errors).toEqual([number === undefined ? 'Semantic version is required' : message])
    },
  )

  test('refuses the number of a production version', async () => {
    const { server, app, owner } = world
    await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      version: 1,
      semantic_version: '2.0.0',
    })
    expect((await server.as(owner).refusal(createManifest, { body: draft(app, '1.9.0') })).status).toBe(422)
    expect(
      (await server.as(owner).call(createManifest, { body: draft(app, '2.0.1') })).body.manifest.version,
    ).toBe(2)
  })

  test('ignores the numbers of other apps', async () => {
    const { server, app, owner } = world
    await buildVersion(server, await buildApp(server, { owner_id: owner.id }), { semantic_version: '9.0.0' })
    expect((await server.as(owner).call(createManifest, { body: draft(app, '0.1.0') })).status).toBe(201)
  })

  test('refuses a service account of a public app, unless its newest version has one', async () => {
    const { server, app, owner } = world
    const client = server.as(owner)
    const account = {
      ...simpleManifest,
      oauth: { enabled: true },
      permissions: { project: { rfi: 'standard' } },
    }
    await client.call(createManifest, { body: draft(app, '0.1.0', account) })
    const setConfidential = (confidential: boolean) =>
      server.services.db
        .updateTable('developer_apps')
        .set({ confidential })
        .where('id', '=', app.id)
        .execute()
    await setConfidential(false)
    // It was confidential before. Its team can change something else.
    const { body } = await client.call(createManifest, { body: draft(app, '0.2.0', account) })
    await client.call(createManifest, { body: draft(app, '0.3.0') })
    const refused = await client.refusal(createManifest, { body: draft(app, '0.4.0', account) })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/^The app is public .*, so a service account doesn't work\./),
    ])
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['/permissions'])
    const query = { developer_app_id: app.id }
    const check = { query, body: { manifest: { content: account } } }
    const { data } = (await client.call(validateManifestContent, check)).body
    expect(data.errors).toMatchObject([{ path: '/permissions' }])
    const promotion = { source_app_version_id: body.manifest.app_version_id, changelog: 'First release' }
    expect((await client.call(promoteVersion, { body: promotion })).status).toBe(201)
    await setConfidential(true)
    expect((await client.call(createManifest, { body: draft(app, '0.4.0', account) })).status).toBe(201)
  })

  test('refuses a document with errors, each at its path', async () => {
    const { server, app, owner } = world
    const refused = await server.as(owner).refusal(createManifest, {
      body: draft(app, '0.1.0', {
        schema_version: '4.1',
        fullscreen: { source_url: 'http://x.test' },
        extra: 1,
      }),
    })
    expect(refused.status).toBe(422)
    expect(refused.body.code).toBe('invalid_input')
    expect(Object.keys(refused.body.fields ?? {})).toEqual(expect.arrayContaining(['/fullscreen/source_url']))
    expect(refused.body.errors.length).toBeGreaterThan(1)
    expect(await listAudit(server, app)).toEqual([])
  })

  test(
    'saves nothing of a document with a duplicate key or a value that cannot be stored',
    { tags: ['MAN-29'] },
    async () => {
      const { server, app, owner } = world
      const fullscreen = '{"source_url": "https://x.example.test", "description": "a", "description": "b"}'
      const content = `{"schema_version": "4.1", "fullscreen": ${fullscreen}}`
      const asText = await server.as(owner).refusal(createManifest, { body: draft(app, '0.1.0', content) })
      const asObject = await server.as(owner).send({
        method: 'POST',
        url: versions,
        headers: { 'content-type': 'application/json' },
        payload: `{"developer_app_id": ${app.id}, "semantic_version": "0.1.0", "manifest": {"content": ${content}}}`,
      })
      for (const refused of [asText, asObject]) {
        expect(refused.status).toBe(422)
        expect(refused.body.fields).toEqual({
          '/fullscreen/description': [expect.stringContaining('"description" appears more than once')],
        })
      }
      const withNull = content.replace(
        '"description": "a", "description": "b"',
        String.raw`"description": "\u0000"`,
      )
      const refused = await server.as(owner).refusal(createManifest, { body: draft(app, '0.1.0', withNull) })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['/fullscreen/description'])
      expect(await listRows(server, app)).toEqual([])
    },
  )

  test('accepts an empty document only with the flag that allows it', async () => {
    const { server, app, owner } = world
    const empty = draft(app, '0.1.0', { schema_version: '4.1' })
    expect((await server.as(owner).refusal(createManifest, { body: empty })).status).toBe(422)
    expect(
      (await server.as(owner).call(createManifest, { body: { ...empty, allow_empty_save: true } })).status,
    ).toBe(201)
  })

  test(
    'refuses to drop user-level authentication once it is in production',
    { tags: ['PERM-11', 'PERM-13'] },
    async () => {
      const { server, app, owner } = world
      await buildVersion(server, app, {
        versionable_type: 'ProductionEnvironment',
        version: 1,
        semantic_version: '1.0.0',
        content: JSON.stringify({ ...simpleManifest, oauth: { enabled: true } }),
      })
      expect((await server.as(owner).refusal(createManifest, { body: draft(app, '1.1.0') })).status).toBe(422)
      const stored = await server
        .as(owner)
        .call(createManifest, { body: draft(app, '1.1.0', { ...simpleManifest, oauth: { enabled: true } }) })
      expect(stored.body.manifest).toMatchObject({ auth_code_locked: true, auth_code_capable: true })
    },
  )

  test('stores whether the document has a data connector', async () => {
    const { server, app, owner } = world
    const connector = { ...simpleManifest, oauth: { enabled: true } }
    await server.as(owner).call(createManifest, { body: draft(app, '0.1.0') })
    await server.as(owner).call(createManifest, { body: draft(app, '0.2.0', connector) })
    const stored = await server.services.db
      .selectFrom('app_versions')
      .select(['semantic_version', 'has_data_connector'])
      .where('developer_app_id', '=', app.id)
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { semantic_version: '0.1.0', has_data_connector: false },
      { semantic_version: '0.2.0', has_data_connector: true },
    ])
  })

  test('refuses a draft based on an older version and returns the newest one', async () => {
    const { server, app, owner } = world
    const admin = await buildCollaborator(server, app, 'admin')
    const basedOn = (key: string | null, number: string) => ({
      ...draft(app, number),
      based_on_app_version_id: key,
    })
    const first = await server.as(owner).call(createManifest, { body: basedOn(null, '0.1.0') })
    expect(first.status).toBe(201)
    const known = first.body.manifest.app_version_id
    const theirs = await server.as(admin).call(createManifest, { body: basedOn(known, '0.2.0') })
    expect(theirs.status).toBe(201)
    for (const late of [basedOn(known, '0.2.0'), basedOn(known, '0.3.0'), basedOn(null, '0.3.0')]) {
      const refused = await server.as(owner).refusal(createManifest, { body: late })
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        code: 'conflict',
        message:
          'Version 0.2.0 was saved while you were editing. Reload to see it, or save yours as the newest version.',
        current: { manifest: theirs.body.manifest },
      })
    }
    const onTop = await server
      .as(owner)
      .call(createManifest, { body: basedOn(theirs.body.manifest.app_version_id, '0.3.0') })
    expect(onTop.status).toBe(201)
    expect(await listRows(server, app)).toHaveLength(3)
  })

  test('a promotion in between does not make a draft outdated', async () => {
    const { server, app, owner } = world
    const { body } = await server.as(owner).call(createManifest, { body: draft(app, '0.1.0') })
    const key = body.manifest.app_version_id
    const promotion = { source_app_version_id: key, changelog: 'First.' }
    expect((await server.as(owner).call(promoteVersion, { body: promotion })).status).toBe(201)
    const next = { ...draft(app, '0.2.0'), based_on_app_version_id: key }
    expect((await server.as(owner).call(createManifest, { body: next })).status).toBe(201)
  })

  test('refuses a draft based on a version of another app', async () => {
    const { server, app, owner } = world
    const other = await buildVersion(server, await buildApp(server, { owner_id: owner.id }), {})
    const strange = { ...draft(app, '0.1.0'), based_on_app_version_id: other.app_version_id }
    const refused = await server.as(owner).refusal(createManifest, { body: strange })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['based_on_app_version_id'])
  })

  test('of two saves at the same time from the same version, one is refused', repeated, async () => {
    const { server, app, owner } = world
    const admin = await buildCollaborator(server, app, 'admin')
    const { body } = await server.as(owner).call(createManifest, { body: draft(app, '0.1.0') })
    const base = { based_on_app_version_id: body.manifest.app_version_id }
    const answers = await race(server, holdRow('developer_apps', app.id), [
      () => server.as(owner).attempt(createManifest, { body: { ...draft(app, '0.2.0'), ...base } }),
      () => server.as(admin).attempt(createManifest, { body: { ...draft(app, '0.3.0'), ...base } }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await listRows(server, app)).toHaveLength(2)
  })

  test(
    'of eight saves of the same number at the same time, one succeeds',
    { tags: ['MAN-36'], ...repeated },
    async () => {
      const { server, app, owner } = world
      const admin = await buildCollaborator(server, app, 'admin')
      const answers = await race(
        server,
        holdRow('developer_apps', app.id),
        Array.from(
          { length: 8 },
          (_, i) => () =>
            server.as(i % 2 ? admin : owner).attempt(createManifest, { body: draft(app, '0.1.0') }),
        ),
      )
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array(7).fill(422),
      ])
      expect(await listRows(server, app)).toMatchObject([{ version: 1 }])
    },
  )

  test('eight saves of different numbers at the same time never share a counter', repeated, async () => {
    const { server, app, owner } = world
    const answers = await race(
      server,
      holdRow('developer_apps', app.id),
      Array.from(
        { length: 8 },
        (_, i) => () => server.as(owner).attempt(createManifest, { body: draft(app, `0.${i + 1}.0`) }),
      ),
    )
    // A save that comes after a higher number is refused.
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 422)).toEqual(
      [],
    )
    const rows = await listRows(server, app)
    expect(rows.map((row) => row.version)).toEqual(rows.map((_row, i) => i + 1))
    expect(rows.at(-1)?.semantic_version).toBe('0.8.0')
  })

  test('the app admin can save, the app developer and the guest cannot', { tags: ['ROLE-06'] }, async () => {
    const { server, app } = world
    const admin = await buildCollaborator(server, app, 'admin')
    expect((await server.as(admin).call(createManifest, { body: draft(app, '0.1.0') })).status).toBe(201)
    for (const role of ['developer', 'user'] as const) {
      const member = await buildCollaborator(server, app, role)
      const refused = await server.as(member).refusal(createManifest, { body: draft(app, '0.2.0') })
      expect(refused.status).toBe(403)
      expect(refused.body.message).toBe(
        "Only the app's owner and admins can save or publish this app's versions.",
      )
    }
  })

  test('outsiders and platform admins get 404, anonymous callers 401', async () => {
    const { server, app } = world
    const stranger = await buildDeveloper(server)
    const staff = await buildDeveloper(server, { is_admin: true })
    expect((await server.as(stranger).refusal(createManifest, { body: draft(app, '0.1.0') })).status).toBe(
      404,
    )
    expect((await server.as(staff).refusal(createManifest, { body: draft(app, '0.1.0') })).status).toBe(404)
    expect((await server.as(null).refusal(createManifest, { body: draft(app, '0.1.0') })).status).toBe(401)
  })
})
