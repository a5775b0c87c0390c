import { getSession } from '@trestle/domain/accounts/contract.ts'
import { getAdminDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { suspendCredentials, unsuspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

const reason = 'The secret is in a public repository.'

async function buildSuspended() {
  const app = await buildApp(server)
  const staff = await buildDeveloper(server, {
    is_admin: true,
    first_name: 'Kim',
    last_name: 'Vance',
  })
  const params = { id: app.id }
  const asStaff = server.as(staff)
  const suspend = () =>
    asStaff.call(suspendCredentials, { params, body: { environment: 'production', reason } })
  await suspend()
  return { app, staff, asStaff, params, production: { params, body: { environment: 'production' } } as const }
}

test('the team sees since when and why, and staff also who suspended the credentials', async () => {
  const { app, staff, asStaff, params, production } = await buildSuspended()
  const developer = await buildCollaborator(server, app, 'developer')
  const suspensionsFor = async (person: { id: number }) =>
    (await server.as(person).call(getDeveloperApp, { params })).body.credential_suspensions
  const shown = { environment: 'production', reason, suspended_at: expect.any(String) }
  expect(await suspensionsFor({ id: app.owner_id })).toEqual([shown])
  expect(await suspensionsFor(developer)).toEqual([shown])
  expect(await suspensionsFor(await buildCollaborator(server, app, 'user'))).toEqual([])
  expect((await asStaff.call(getAdminDeveloperApp, { params })).body.credential_suspensions).toEqual([
    { ...shown, suspended_by: { id: staff.id, name: 'Kim Vance' } },
  ])
  await asStaff.call(unsuspendCredentials, production)
  expect(await suspensionsFor({ id: app.owner_id })).toEqual([])
})

test('credentials are suspended and restored once', async () => {
  const { asStaff, params, production } = await buildSuspended()
  const again = { params, body: { environment: 'production', reason } } as const
  expect((await asStaff.refusal(suspendCredentials, again)).status).toBe(409)
  await asStaff.call(unsuspendCredentials, production)
  expect((await asStaff.refusal(unsuspendCredentials, production)).status).toBe(409)
  const events = (await server.audit()).filter(({ app_id: id }) => id === params.id)
  expect(events).toMatchObject([
    { action: 'credentials.suspended', changes: { reason: [null, reason] } },
    { action: 'credentials.unsuspended', changes: { reason: [reason, null] } },
  ])
})

test('each environment is suspended and restored separately', async () => {
  const { asStaff, params, production } = await buildSuspended()
  const sandbox = { environment: 'sandbox' } as const
  expect((await asStaff.refusal(unsuspendCredentials, { params, body: sandbox })).status).toBe(409)
  await asStaff.call(suspendCredentials, { params, body: { ...sandbox, reason } })
  await asStaff.call(unsuspendCredentials, production)
  const suspendedIn = async () => {
    const { body } = await asStaff.call(getAdminDeveloperApp, { params })
    return body.credential_suspensions.map(({ environment }) => environment)
  }
  expect(await suspendedIn()).toEqual(['sandbox'])
  await asStaff.call(unsuspendCredentials, { params, body: { ...sandbox, reason: 'The leak is fixed' } })
  expect(await suspendedIn()).toEqual([])
  expect((await server.audit()).at(-1)).toMatchObject({
    action: 'credentials.unsuspended',
    changes: { environment: [null, 'sandbox'], reason: [reason, 'The leak is fixed'] },
  })
})

test('ending a suspension takes its environment in the body only', async () => {
  const { asStaff, params } = await buildSuspended()
  const url = `/api/v1/admin/developer_apps/${params.id}/credentials_suspension?environment=production`
  const answer = await asStaff.send({ method: 'DELETE', url, payload: { environment: 'production' } })
  expect(answer.status).toBe(422)
})

test('the owner and admins get an email with the reason and whom to ask', async () => {
  const { app, asStaff, production } = await buildSuspended()
  const admin = await buildCollaborator(server, app, 'admin')
  await buildCollaborator(server, app, 'user')
  await asStaff.call(unsuspendCredentials, production)
  await server.drainJobs()
  const about = `The production credentials of ${app.internal_name}`
  const emails = (await server.emails()).filter(({ subject }) => subject.startsWith(about))
  const { developer: owner } = (await server.as({ id: app.owner_id }).call(getSession)).body
  expect(emails.map(({ subject, recipient }) => [subject, recipient])).toEqual([
    [`${about} were suspended`, owner?.email],
    [`${about} work again`, owner?.email],
    [`${about} work again`, admin.email],
  ])
  expect(emails[0]?.body).toContain(`Reason: ${reason}`)
  expect(emails[0]?.body).toContain(server.services.settings.SUPPORT_URL)
  expect(emails[1]?.body).toContain(`/developer_apps/${app.id}/oauth_credentials`)
})
