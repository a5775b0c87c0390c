import { validateManifestContent, listTemplates } from '@trestle/domain/manifests/contract.ts'
import { templates } from '@trestle/domain/manifests/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCollaborator, buildDeveloper, buildVersion, simpleManifest } from '../../testing/build.ts'
import { buildWorld, type World } from '../../testing/manifests.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let shared: TestServer
beforeAll(async () => {
  shared = await startTestServer({ keepOpen: true })
})
afterAll(() => shared.close())

/** Builds an app for one test, on the server that this file's tests share. */
const begin = () => buildWorld(shared)

describe('checking a manifest without saving it', () => {
  const check = (app: { id: number }) =>
    `/api/v1/manifest_validations?developer_app_id=${app.id}&environment_type=sandbox`

  test('a valid manifest has no errors', { tags: ['MAN-31', 'API-57'] }, async () => {
    const { server, app, owner } = await begin()
    const answer = await server.as(owner).call(validateManifestContent, {
      query: { developer_app_id: app.id, environment_type: 'sandbox' },
      body: { manifest: { content: simpleManifest } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { errors: [] } })
  })

  test('errors are listed with their paths', { tags: ['MAN-30', 'API-57'] }, async () => {
    const { server, app, owner } = await begin()
    const content = {
      ...simpleManifest,
      sidepanel: { source_url: 'https://a.example.test', views: ['rfi.detial'] },
    }
    const answer = await server.as(owner).call(validateManifestContent, {
      query: { developer_app_id: app.id, environment_type: 'sandbox' },
      body: { manifest: { content } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.errors).toEqual([
      { path: '/sidepanel/views/0', message: expect.stringContaining('rfi.detail') },
    ])
  })

  test('an empty manifest has no errors with the flag that allows it', { tags: ['CONF-45'] }, async () => {
    const { server, app, owner } = await begin()
    const listErrors = async (flag: { allow_empty_save?: boolean }) =>
      (
        await server.as(owner).call(validateManifestContent, {
          query: { developer_app_id: app.id },
          body: { manifest: { content: { schema_version: '4.1' } }, ...flag },
        })
      ).body.data.errors
    expect(await listErrors({})).toHaveLength(1)
    expect(await listErrors({ allow_empty_save: true })).toEqual([])
  })

  test(
    'a manifest without the user-level authentication of production has an error',
    { tags: ['PERM-11'] },
    async () => {
      const { server, app, owner } = await begin()
      await buildVersion(server, app, {
        versionable_type: 'ProductionEnvironment',
        content: JSON.stringify({ ...simpleManifest, oauth: { enabled: true } }),
      })
      const { body } = await server.as(owner).call(validateManifestContent, {
        query: { developer_app_id: app.id },
        body: { manifest: { content: simpleManifest } },
      })
      expect(body.data.errors).toMatchObject([
        { path: '', message: expect.stringContaining("User-level authentication can't be removed.") },
      ])
    },
  )

  test('a string that is not JSON has a single error', { tags: ['MAN-29', 'ERR-20'] }, async () => {
    const { server, app, owner } = await begin()
    const answer = await server.as(owner).call(validateManifestContent, {
      query: { developer_app_id: app.id, environment_type: 'sandbox' },
      body: { manifest: { content: '{ "schema_version": ' } },
    })
    expect(answer.body).toEqual({
      data: { errors: [{ path: '', message: 'Invalid JSON, could not parse manifest' }] },
    })
  })

  /** Sends a body as text, because an object in the test would already have lost its second key. */
  const send = ({ server, app, owner }: World, payload: string) =>
    server
      .as(owner)
      .send({ method: 'POST', url: check(app), headers: { 'content-type': 'application/json' }, payload })

  const twice =
    '{\n"schema_version": "4.1",\n"fullscreen": {"source_url": "https://x.example.test"},\n"fullscreen": {}}'

  test('a duplicate key in a string is reported with its lines', { tags: ['MAN-29', 'API-57'] }, async () => {
    const answer = await send(await begin(), JSON.stringify({ manifest: { content: twice } }))
    expect(answer.body.data.errors).toEqual([
      {
        path: '/fullscreen',
        message:
          '"fullscreen" appears more than once: first on line 3, last on line 4. Keep one and remove the others.',
      },
    ])
  })

  test.each([
    ['the manifest', `{"manifest": {"content": ${twice}}}`, ['/fullscreen']],
    ['the whole of it', `{"manifest": {"content": {}, "content": ${twice}}}`, ['/fullscreen', '']],
    [
      'a part, once escaped',
      String.raw`{"manifest": {"content": {"oauth": {"enabled": true, "\u0065nabled": false}}}}`,
      ['/oauth/enabled'],
    ],
  ])(
    'a duplicate key in an object is reported: %s',
    { tags: ['MAN-29', 'API-57'] },
    async (_name, body, paths) => {
      const answer = await send(await begin(), body)
      expect(answer.body.data.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
      expect(answer.body.data.errors[0].message).toMatch(/^"\w+" appears more than once\. Keep one/)
    },
  )

  test('a duplicate key outside the manifest is reported as an error of the body', async () => {
    const content = JSON.stringify(simpleManifest)
    const { body } = await send(await begin(), `{"manifest": {"content": ${content}}, "a/b": 1, "a/b": 2}`)
    expect(Object.keys(body.fields)).toEqual(['a/b'])
  })

  test.each([String.raw`a\u0000b`, String.raw`\ud800`])(
    'a value that cannot be stored is refused in a string as in an object: %j',
    { tags: ['MAN-29'] },
    async (description) => {
      const world = await begin()
      const content = `{"schema_version": "4.1", "oauth": {"enabled": true}, "app_manifest": {"a": ["${description}"]}}`
      const { body } = await send(world, JSON.stringify({ manifest: { content } }))
      expect(body.data.errors).toEqual([
        { path: '/app_manifest/a/0', message: expect.stringContaining("which can't be stored") },
      ])
      expect((await send(world, `{"manifest": {"content": ${content}}}`)).status).toBe(400)
    },
  )

  test(
    'everyone with a role on the app can check a manifest, and no one else',
    { tags: ['ROLE-04'] },
    async () => {
      const { server, app } = await begin()
      const body = { manifest: { content: simpleManifest } }
      const guest = await buildCollaborator(server, app, 'user')
      expect(
        (
          await server.as(guest).call(validateManifestContent, {
            query: { developer_app_id: app.id, environment_type: 'sandbox' },
            body,
          })
        ).status,
      ).toBe(200)
      expect(
        (
          await server.as(await buildDeveloper(server)).refusal(validateManifestContent, {
            query: { developer_app_id: app.id, environment_type: 'sandbox' },
            body,
          })
        ).status,
      ).toBe(404)
      expect(
        (
          await server.as(null).refusal(validateManifestContent, {
            query: { developer_app_id: app.id, environment_type: 'sandbox' },
            body,
          })
        ).status,
      ).toBe(401)
    },
  )

  test.each([
    ['developer_app_id=1&environment_type=staging', 'environment_type'],
    ['environment_type=sandbox', 'developer_app_id'],
  ])('refuses the query %s', { tags: ['API-60'] }, async (query, field) => {
    const { server, owner } = await begin()
    const body = { manifest: { content: simpleManifest } }
    const refused = await server.as(owner).post(`/api/v1/manifest_validations?${query}`, body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.fields)).toContain(field)
  })
})

describe('starting documents', () => {
  test('templates are a map by schema version', { tags: ['MAN-42', 'API-58'] }, async () => {
    const { server, owner } = await begin()
    const answer = await server.as(owner).call(listTemplates)
    expect(answer.body).toEqual(templates)
    expect(Object.keys(answer.body)).toEqual(['3', '4.1'])
    expect((await server.as(null).refusal(listTemplates)).status).toBe(401)
  })

  test('each template is a valid manifest', { tags: ['MAN-41'] }, async () => {
    const { server, app, owner } = await begin()
    for (const content of Object.values(templates)) {
      const answer = await server.as(owner).call(validateManifestContent, {
        query: { developer_app_id: app.id },
        body: { manifest: { content } },
      })
      expect(answer.body.data.errors).toEqual([])
    }
  })

  test(
    'snippets are listed for 3 and 4.1, and differ below 4 for an app with a manifest',
    { tags: ['MAN-42', 'API-59'] },
    async () => {
      const { server, owner } = await begin()
      const snippets = async (version: string, query = '') =>
        (await server.as(owner).get(`/api/v1/manifest_templates/${version}/snippets${query}`)).body
      const newest = await snippets('4.1')
      expect(newest.map((each: { name: string }) => each.name)).toContain('sidepanel')
      expect(newest[0]).toEqual({
        name: expect.any(String),
        title: expect.any(String),
        content: expect.any(Object),
      })
      expect(await snippets('3')).toEqual(await snippets('3', '?has_existing_manifest=false'))
      expect(await snippets('3', '?has_existing_manifest=true')).not.toEqual(
        await snippets('3', '?has_existing_manifest=false'),
      )
      expect((await server.as(owner).get('/api/v1/manifest_templates/2/snippets')).status).toBe(422)
    },
  )
})
