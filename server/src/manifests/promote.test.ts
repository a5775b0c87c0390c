// @module-tag engine
import {
  createManifest,
  listManifests,
  promoteVersion,
  type ManifestVersion,
} from '@trestle/domain/manifests/contract.ts'
import { longUtcDay } from '@trestle/domain/time/days.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
  type VersionRow,
} from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const releaseNotes = 'Shows the board of the selected project.'

describe('promoting a version', () => {
  let server: TestServer
  let owner: DeveloperRow
  let app: AppRow
  let source: VersionRow

  beforeAll(async () => {
    server = await startTestServer({ keepOpen: true })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    owner = await buildDeveloper(server, { first_name: 'Olive', last_name: 'Owner' })
    app = await buildApp(server, { owner_id: owner.id })
    source = await buildVersion(server, app, { version: 4, semantic_version: '1.4.0' })
  })

  const promote = (
    who: { id: number } | null,
    version: { app_version_id: string } = source,
    changelog = releaseNotes,
  ) =>
    server
      .as(who)
      .attempt(promoteVersion, { body: { source_app_version_id: version.app_version_id, changelog } })

  const auditLog = async () => (await server.audit()).filter((entry) => entry.app_id === app.id)

  const listed = async (versionable_type: VersionRow['versionable_type']) => {
    const filters = { developer_app_id: app.id, versionable_type }
    return (await server.as(owner).call(listManifests, { query: { filters } })).body
  }

  test(
    'copies it to production under its own key, ready to be submitted',
    { tags: ['PROM-09', 'PROM-10', 'API-55'] },
    async () => {
      const promoted = await promote(owner)
      expect(promoted.status).toBe(201)
      expect(promoted.body.changelog).toBe(releaseNotes)
      expect(promoted.body.manifest).toMatchObject({
        version: 4,
        semantic_version: '1.4.0',
        versionable_type: 'ProductionEnvironment',
        environment_label: 'Production',
        state: 'confidential',
        submittable: true,
        promotable: false,
        changelog: releaseNotes,
        created_by: 'Olive Owner',
        published_to_marketplace: false,
      })
      expect(promoted.body.manifest?.app_version_id).not.toBe(source.app_version_id)
      expect(await listed('ProductionEnvironment')).toEqual([promoted.body.manifest])
    },
  )

  test('copies the document byte for byte', async () => {
    const content =
      '{"schema_version":"4.1","oauth":{"enabled":true},  "fullscreen":{"source_url":"https://a.example.test"}}'
    const written = await buildVersion(server, app, { version: 5, semantic_version: '1.5.0', content })
    await promote(owner, written)
    const copy = await server.services.db
      .selectFrom('app_versions')
      .select('content')
      .where('promoted_from', '=', written.id)
      .executeTakeFirstOrThrow()
    expect(copy.content).toBe(content)
  })

  test(
    'gives the data connectors of version 3 their client ID, which is null until then',
    { tags: ['CRED-09'] },
    async () => {
      const connector = {
        grant_type: 'client_credentials',
        permissions: { company: { directory: 'readonly' } },
      }
      const connected = { schema_version: '3', components: { oauth: { instances: [connector] } } }
      const save = async (semantic_version: string, content: Record<string, unknown>) => {
        const body = { developer_app_id: app.id, semantic_version, manifest: { content } }
        return (await server.as(owner).call(createManifest, { body })).body.manifest
      }
      const uidIn = (manifest?: ManifestVersion) =>
        (manifest?.content as typeof connected | undefined)?.components.oauth.instances[0]
      const saved = await save('1.5.0', connected)
      expect(uidIn(saved)).toMatchObject({ ...connector, uid: null })
      expect(uidIn(await save('1.6.0', saved.content))).toMatchObject({ uid: null })
      const promoted = await promote(owner, saved)
      expect(uidIn(promoted.body.manifest)).toMatchObject({ uid: app.uid })
      expect((await listed('Sandbox')).slice(0, 2).map((each) => uidIn(each))).toMatchObject([
        { uid: app.uid },
        { uid: app.uid },
      ])
    },
  )

  test(
    'stores the release notes on the sandbox version and disables its promotion',
    { tags: ['PROM-11', 'PROM-14'] },
    async () => {
      expect(await listed('Sandbox')).toMatchObject([{ promotable: true, changelog: null }])
      server.clock.advance(1000)
      const { body } = await promote(owner)
      const updated_at = body.manifest?.created_at
      expect(updated_at).not.toBe(source.updated_at)
      expect(await listed('Sandbox')).toMatchObject([
        { promotable: false, changelog: releaseNotes, created_at: source.created_at, updated_at },
      ])
    },
  )

  test('puts the newest promotion on top of the production list', { tags: ['PROM-09'] }, async () => {
    const next = await buildVersion(server, app, { version: 5, semantic_version: '1.5.0' })
    await promote(owner)
    await promote(owner, next)
    expect(await listed('ProductionEnvironment')).toMatchObject([
      { semantic_version: '1.5.0' },
      { semantic_version: '1.4.0' },
    ])
  })

  test('locks user-level authentication for later versions', { tags: ['PERM-11'] }, async () => {
    const content = JSON.stringify({ schema_version: '4.1', oauth: { enabled: true } })
    const connector = await buildVersion(server, app, { version: 5, semantic_version: '1.5.0', content })
    expect(await listed('Sandbox')).toMatchObject([{ auth_code_locked: false }, { auth_code_locked: false }])
    await promote(owner, connector)
    expect(await listed('Sandbox')).toMatchObject([{ auth_code_locked: true }, { auth_code_locked: true }])
  })

  test('writes an audit log entry', async () => {
    const promoted = await promote(owner)
    expect(await auditLog()).toMatchObject([
      {
        action: 'version.promoted',
        subject_id: String(promoted.body.manifest?.id),
        actor_id: owner.id,
        app_id: app.id,
        changes: {
          promoted_from: [null, source.id],
          changelog: [null, releaseNotes],
          state: [null, 'confidential'],
          version: [null, source.version],
          semantic_version: [null, source.semantic_version],
        },
      },
    ])
  })

  test.each([[''], ['   ']])(
    'refuses the release notes "%s" as missing',
    { tags: ['PROM-16', 'PROM-17'] },
    async (changelog) => {
      const refused = await promote(owner, source, changelog)
      expect(refused.status).toBe(422)
      expect(refused.body.fields).toEqual({ changelog: ['This field is required'] })
      expect(await listed('ProductionEnvironment')).toEqual([])
    },
  )

  test('requires release notes without semantic versions as well', { tags: ['PROM-17'] }, async () => {
    const plain = await startTestServer({ env: { SEMANTIC_VERSIONS: 'off' } })
    const plainApp = await buildApp(plain)
    const version = await buildVersion(plain, plainApp, { semantic_version: null })
    const body = { source_app_version_id: version.app_version_id }
    const client = plain.as({ id: plainApp.owner_id })
    expect((await client.post('/api/v1/app_version_promotions', body)).status).toBe(422)
    const promoted = await client.call(promoteVersion, { body: { ...body, changelog: releaseNotes } })
    expect(promoted.body.manifest).toMatchObject({ version: version.version, semantic_version: null })
  })

  test('refuses a second promotion and names who promoted first', { tags: ['PROM-13'] }, async () => {
    await promote(owner)
    const refused = await promote(owner)
    expect(refused.status).toBe(409)
    const today = longUtcDay(server.services.now().toISOString())
    expect(refused.body.message).toBe(`Version 1.4.0 was already promoted by Olive Owner on ${today}.`)
  })

  test('refuses to promote an older version after a newer one', { tags: ['PROM-14'] }, async () => {
    const newer = await buildVersion(server, app, { version: 5, semantic_version: '1.5.0' })
    await promote(owner, newer)
    const refused = await promote(owner)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      "Version 1.4.0 can't be promoted: production already has version 1.5.0.",
    )
  })

  test('refuses to promote a production version', async () => {
    const { body } = await promote(owner)
    const refused = await promote(owner, body.manifest)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Version 1.4.0 is already in production.')
  })

  test(
    'of eight promotions at the same time one succeeds, and the other seven name who made it',
    { tags: ['PROM-13', 'PROM-14'], ...repeated },
    async () => {
      const admin = await buildCollaborator(server, app, 'admin')
      const answers = await race(
        server,
        holdRow('developer_apps', app.id),
        Array.from({ length: 8 }, (_, i) => () => promote(i % 2 ? admin : owner)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array(7).fill(409),
      ])
      const winner = answers.find(({ status }) => status === 201)
      for (const { status, body } of answers) {
        if (status === 409) {
          expect(body.message).toContain(`already promoted by ${winner?.body.manifest?.created_by} on`)
        }
      }
      expect(await listed('ProductionEnvironment')).toHaveLength(1)
      expect(await auditLog()).toHaveLength(1)
    },
  )

  test(
    'of two versions promoted at the same time, the older one never follows the newer one',
    { tags: ['PROM-14'] },
    async () => {
      const newer = await buildVersion(server, app, { version: 5, semantic_version: '1.5.0' })
      const answers = await Promise.all([promote(owner, newer), promote(owner)])
      expect(answers[0]?.status).toBe(201)
      const production = await listed('ProductionEnvironment')
      expect(production[0]).toMatchObject({ semantic_version: '1.5.0' })
      expect(production).toHaveLength(answers[1]?.status === 201 ? 2 : 1)
    },
  )

  test('only the owner and app admins can promote', { tags: ['ROLE-06'] }, async () => {
    for (const role of ['developer', 'user'] as const) {
      expect((await promote(await buildCollaborator(server, app, role))).status).toBe(403)
    }
    expect((await promote(await buildDeveloper(server))).status).toBe(404)
    expect((await promote(await buildDeveloper(server, { is_admin: true }))).status).toBe(404)
    expect((await promote(null)).status).toBe(401)
    const admin = await buildCollaborator(server, app, 'admin')
    const { status, body } = await promote(admin)
    expect([status, body.manifest?.created_by]).toEqual([201, `${admin.first_name} ${admin.last_name}`])
  })

  test('answers 404 for an unknown key and 422 for a malformed one', async () => {
    const unknown = await promote(owner, { app_version_id: '00000000-0000-4000-8000-000000000000' })
    expect(unknown.status).toBe(404)
    expect((await promote(owner, { app_version_id: '17' })).status).toBe(422)
  })
})
