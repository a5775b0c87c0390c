import { confirmSession, getSession } from '@trestle/domain/accounts/contract.ts'
import { createPasskeyRequest } from '@trestle/domain/accounts/factors/contract.ts'
import { unconfirmedRefusal } from '@trestle/domain/accounts/rules.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSecrets, findSandbox } from '../testing/access/credentials.ts'
import { accessTable, unaudited } from '../testing/access/table.ts'
import { buildWorld, callers, connectApp, highLimits, type World } from '../testing/access/world.ts'
import { password, unconfirm } from '../testing/build.ts'
import { addPasskey } from '../testing/factors.ts'
import { startTestServer, type Client, type TestServer } from '../testing/server.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: highLimits })
})
afterAll(() => server.close())

/** The calls that need a fresh confirmation, typed by hand; with the part of the body that needs it, if not all do. */
const confirmed: Record<string, ((world: World) => object) | null> = {
  'DELETE /api/v1/account/sessions': null,
  'DELETE /api/v1/account/sessions/:id': null,
  'DELETE /api/v1/account': null,
  'GET /api/v1/account/export': null,
  'POST /api/v1/account/email': null,
  'POST /api/v1/account/passkey_options': null,
  'POST /api/v1/account/passkeys': null,
  'DELETE /api/v1/account/passkeys/:id': null,
  'POST /api/v1/account/totp': null,
  'DELETE /api/v1/account/totp': null,
  'POST /api/v1/account/recovery_codes': null,
  'DELETE /api/v1/account/factor_reset': null,
  'POST /api/v1/admin/developers/:id/factor_reset': null,
  'POST /api/v1/admin/developers/:id/suspension': null,
  'DELETE /api/v1/admin/developers/:id/suspension': null,
  'POST /api/v1/admin/developer_apps/:id/credentials_suspension': null,
  'POST /api/v1/admin/developer_apps/:id/guests': null,
  'DELETE /api/v1/admin/developer_apps/:id/credentials_suspension': null,
  'DELETE /api/v1/developer_apps/:id': null,
  'PATCH /api/v1/admin/developer_apps/:id': ({ people }) => ({ owner_id: people.stranger.id }),
  'PATCH /api/v1/admin/developers/:id': null,
  'PATCH /api/v1/collaborators': null,
  'PATCH /api/v1/developer_apps/:id': ({ people }) => ({ owner_id: people.developer.id }),
  'POST /api/v1/account/password': null,
  'POST /api/v1/developer_apps/:id/client_secrets': null,
  'PATCH /api/v1/developer_apps/:id/client_secrets/:secret_id': () => ({ disabled: true }),
  'DELETE /api/v1/developer_apps/:id/client_secrets/:secret_id': null,
  'POST /api/v1/admin/developer_apps/:id/sandbox/reset_secret': null,
  'POST /api/v1/developer_apps/:id/reset_secret': null,
  'POST /api/v1/invitations': null,
  'POST /api/v1/oauth_applications/:id/reset_secret': null,
  'POST /api/v1/personal_access_tokens': null,
  'PATCH /api/v1/sandboxes/:id': () => ({ redirect_uri: 'https://example.test/stale' }),
  'POST /api/v1/sandboxes/:id/reset_secret': null,
}

test('asks for a confirmation in the calls of the table below, all of which need a session', () => {
  const marked = routes.filter(({ endpoint }) => endpoint.confirmation !== undefined)
  expect(marked.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
    Object.keys(confirmed).toSorted(),
  )
  expect(marked.filter(({ access }) => access !== 'signedIn' && access !== 'platformAdmin')).toEqual([])
})

/** Makes everyone's sign-in an hour old. Sessions that begin later are fresh. */
const makeSessionsStale = async ({ db, now }: TestServer['services']): Promise<void> => {
  const confirmed_at = new Date(now().getTime() - hourMs)
  await db.updateTable('sessions').set({ confirmed_at }).execute()
}

/** Confirms as the refusal asked: with the password, or with a passkey added for it. */
async function confirm(
  to: TestServer,
  client: Client,
  person: { id: number },
  methods: string[],
): Promise<void> {
  if (methods.includes('password')) return void (await client.call(confirmSession, { body: { password } }))
  const passkey = await addPasskey(to.asAgain(person))
  const request = (await client.call(createPasskeyRequest, { body: { purpose: 'confirmation' } })).body
  await client.call(confirmSession, { body: { passkey: passkey.get(request) } })
}

test.each(Object.entries(confirmed))(
  '%s does nothing until someone whose sign-in is a while ago confirms who they are',
  async (route, sensitive) => {
    const row = accessTable.find((each) => each.route === route)
    // The last caller who may do it, or whose input only is refused.
    const expected = row?.expect ?? []
    const caller = [
      callers[expected.findLastIndex((status) => status < 300)],
      callers[expected.findLastIndex((status) => status === 422)],
    ].find((each) => each !== undefined)
    if (!row || !caller || caller === 'anonymous') throw new Error(`No one may call ${route}.`)
    const world = await buildWorld(server)
    const client = server.as(world.people[caller])
    const { url, body } = await row.call(world, caller)
    const payload = sensitive ? sensitive(world) : (body as object | undefined)
    const call = () => client.send({ method: route.split(' ')[0] ?? '', url, ...(payload && { payload }) })
    await client.call(getSession)
    await makeSessionsStale(server.services)
    const before = (await server.audit()).length
    const refused = await call()
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'confirmation_required', methods: expect.any(Array) },
    ])
    expect((await server.audit()).length).toBe(before)
    await confirm(server, client, world.people[caller], refused.body.methods)
    const confirmedAt = (await server.audit()).length
    const { status } = await call()
    expect(status).toBe(row.expect[callers.indexOf(caller)])
    if (status < 300 && !route.startsWith('GET ') && !unaudited.has(route)) {
      expect((await server.audit()).length).toBeGreaterThan(confirmedAt)
    }
  },
)

/** The calls that need a confirmed address, typed by hand; with what the refusal says they do, if it does. */
const forConfirmedAddresses: Record<string, string | null> = {
  'POST /api/v1/account/email': null,
  'POST /api/v1/account/notification_feed': null,
  'POST /api/v1/account/passkey_options': null,
  'POST /api/v1/account/passkeys': null,
  'POST /api/v1/account/recovery_codes': null,
  'POST /api/v1/account/totp': null,
  'POST /api/v1/account/totp/confirmation': null,
  'POST /api/v1/admin/developer_apps/:id/media': 'upload files',
  'POST /api/v1/developer_apps': 'create an app',
  'POST /api/v1/developer_apps/:id/media': 'upload files',
  'POST /api/v1/personal_access_tokens': null,
  'POST /video_host': 'upload files',
}

test('needs a confirmed address in the calls of the list below', () => {
  const marked = routes.filter(({ endpoint }) => endpoint.needsConfirmedEmail)
  expect(marked.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted()).toEqual(
    Object.keys(forConfirmedAddresses),
  )
})

test.each(Object.entries(forConfirmedAddresses))(
  '%s does nothing until the caller confirms their address',
  async (route, purpose) => {
    const row = accessTable.find((each) => each.route === route)
    if (!row) throw new Error(`${route} is not in the accessTable.`)
    const world = await buildWorld(server)
    const caller = route.includes('/admin/') ? 'staff' : 'stranger'
    const { id, email } = world.people[caller]
    const { url, body } = await row.call(world, caller)
    await unconfirm(server, { id })
    const client = server.as({ id })
    await client.call(getSession)
    const before = (await server.audit()).length
    const refused = await client.send({
      method: 'POST',
      url,
      ...(body !== undefined && { payload: body as object }),
    })
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'not_allowed',
        message: unconfirmedRefusal(email, purpose ?? undefined).message,
      },
    ])
    expect((await server.audit()).length).toBe(before)
  },
)

test.each([
  ['owner', 'developer_apps', { internal_name: 'Renamed' }, 200],
  ['owner', 'developer_apps', { internal_name: 'Again', owner_id: 1 }, 403],
  ['owner', 'developer_apps', { redirect_uri: 'https://example.test/elsewhere' }, 403],
  ['admin', 'sandboxes', { allowed_cors_domain: 'https://example.test' }, 200],
  ['admin', 'sandboxes', { redirect_uri: 'https://example.test/elsewhere' }, 403],
  ['staff', 'admin/developer_apps', { internal_name: 'Renamed' }, 200],
  ['staff', 'admin/developer_apps', { redirect_uri: 'https://example.test/elsewhere' }, 403],
] as const)(
  'long after the sign-in, the %s who changes one of the %s by %o is answered with %s',
  async (caller, things, body, status) => {
    const world = await buildWorld(server)
    const client = server.as(world.people[caller])
    const id = things === 'sandboxes' ? await findSandbox(world) : world.app.id
    await client.call(getSession)
    await makeSessionsStale(server.services)
    const answer = await client.patch(`/api/v1/${things}/${id}`, body)
    expect([answer.status, answer.body.code]).toEqual([
      status,
      status === 403 ? 'confirmation_required' : undefined,
    ])
  },
)

test.each([
  ['renames', { label: 'Old server' }, 200],
  ['disables', { disabled: true }, 403],
  ['enables', { disabled: false }, 403],
  ['ends', { ends_in: 'now' }, 403],
])(
  'a call that %s a client secret with %o long after the sign-in is answered with %s',
  async (_, body, status) => {
    const world = await buildWorld(server)
    const owner = world.server.as(world.people.owner)
    const url = `/api/v1/developer_apps/${await connectApp(world)}/client_secrets/${await buildSecrets(world)}`
    await owner.call(getSession)
    await makeSessionsStale(server.services)
    const answer = await owner.patch(url, body)
    expect([answer.status, answer.body.code]).toEqual([
      status,
      status === 403 ? 'confirmation_required' : undefined,
    ])
  },
)
