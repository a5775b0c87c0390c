import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { listSandboxes } from '../../testing/sandboxes.ts'
import { startTestServer } from '../../testing/server.ts'

test(
  'redirect URIs and CORS domains of a live sandbox are checked, normalized and saved',
  { tags: ['API-49', 'SBX-18', 'SBX-19', 'SBX-20', 'SBX-21', 'ROLE-12'] },
  async () => {
    const server = await startTestServer()
    const app = await buildApp(server)
    const client = server.as(await buildCollaborator(server, app, 'admin'))
    const [row] = await listSandboxes(server, app.id)
    const url = `/api/v1/sandboxes/${row?.id}`
    const saved = await client.call(updateSandbox, {
      params: { id: row?.id ?? 0 },
      body: {
        redirect_uri: ' https://a.example/cb \n\nurn:ietf:wg:oauth:2.0:oob\n',
        allowed_cors_domain: 'a.example,b.example',
      },
    })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      redirect_uri: 'https://a.example/cb\nurn:ietf:wg:oauth:2.0:oob',
      allowed_cors_domain: 'a.example, b.example',
      company_id: row?.company_id,
    })
    const bad = await client.refusal(updateSandbox, {
      params: { id: row?.id ?? 0 },
      body: { redirect_uri: 'https://a.example\nhttp://example.com/cb' },
    })
    expect([bad.status, bad.body.errors, bad.body.fields]).toEqual([
      422,
      ['Line 2: http://example.com/cb must use https. Only http://localhost can be used without https.'],
      {
        redirect_uri: [
          'Line 2: http://example.com/cb must use https. Only http://localhost can be used without https.',
        ],
      },
    ])
    const unknown = await client.patch(url, { company_id: 1 })
    expect([unknown.status, unknown.body.errors]).toEqual([422, ['company_id is not a known field']])
    expect(await server.audit()).toMatchObject([
      {
        action: 'sandbox.updated',
        app_id: app.id,
        subject_id: String(row?.id),
        changes: {
          redirect_uri: [row?.redirect_uri, saved.body.redirect_uri],
          allowed_cors_domain: [row?.allowed_cors_domain, saved.body.allowed_cors_domain],
        },
      },
    ])
  },
)

test('refuses a stale save with the stored values', async () => {
  const server = await startTestServer()
  const app = await buildApp(server)
  const client = server.as({ id: app.owner_id })
  const [row] = await listSandboxes(server, app.id)
  const save = (redirect_uri: string) =>
    client.attempt(updateSandbox, {
      params: { id: row?.id ?? 0 },
      body: { redirect_uri, if_unchanged_since: row?.updated_at },
    })
  server.clock.advance(1000)
  expect((await save('https://first.example')).status).toBe(200)
  const stale = await save('https://second.example')
  expect([stale.status, stale.body.code, stale.body.current?.redirect_uri]).toEqual([
    409,
    'conflict',
    'https://first.example',
  ])
  expect(Object.keys(row ?? {})).toContain('secret_hash')
  expect(JSON.stringify(stale.body)).not.toContain('secret_hash')
})

test(
  'refuses members who may not edit, and does not reveal the sandbox to a stranger',
  { tags: ['SBX-22'] },
  async () => {
    const server = await startTestServer()
    const app = await buildApp(server)
    const [row] = await listSandboxes(server, app.id)
    const patch = async (person: { id: number } | null, id = row?.id) => {
      const reply = await server
        .as(person)
        .refusal(updateSandbox, { params: { id: id ?? 0 }, body: { redirect_uri: 'https://a.example' } })
      return [reply.status, reply.body.message]
    }
    const forbidden = [403, "Only the app's owner and admins can change this app's sandbox."]
    expect(await patch(await buildCollaborator(server, app, 'developer'))).toEqual(forbidden)
    expect(await patch(await buildCollaborator(server, app, 'user'))).toEqual(forbidden)
    const stranger = await buildDeveloper(server)
    expect(await patch(stranger)).toEqual([404, 'Sandbox not found.'])
    expect(await patch(stranger, 999_999)).toEqual([404, 'Sandbox not found.'])
    expect((await patch(null))[0]).toBe(401)
  },
)

test('refuses changes of a sandbox that is not live', async () => {
  const server = await startTestServer()
  const app = await buildApp(server, { sandbox: 'pending' })
  const [row] = await listSandboxes(server, app.id)
  const reply = await server
    .as({ id: app.owner_id })
    .refusal(updateSandbox, { params: { id: row?.id ?? 0 }, body: { redirect_uri: 'x' } })
  expect([reply.status, reply.body.message]).toEqual([409, "You can change the sandbox when it's live."])
})
