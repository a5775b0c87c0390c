import { updateAdminDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { updateContact } from '@trestle/domain/apps/contacts/contract.ts'
import { createNotification, updateNotification } from '@trestle/domain/notifications/contract.ts'
import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildContact, buildDeveloper, buildSandbox } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'

test('a save that changes nothing is not recorded, and leaves other open forms valid', async () => {
  const server = await startTestServer()
  const staff = await buildDeveloper(server, { is_admin: true })
  const app = await buildApp(server, {
    owner_id: staff.id,
    sandbox: 'none',
    redirect_uri: 'https://a.example',
  })
  const sandbox = await buildSandbox(server, {
    developer_app_id: app.id,
    requested_by: staff.id,
    status: 'live',
  })
  const contact = await buildContact(server, app)
  const client = server.as(staff)
  const { body: notification } = await client.call(createNotification, {
    body: {
      title: 'Slower',
      summary: 'For an hour',
      body: '<p>Tonight.</p>',
      critical: false,
      draft: false,
      show_after: '2099-12-01',
    },
  })
  const { internal_name, redirect_uri, allowed_cors_domain } = app
  const saves = [
    () =>
      client.call(updateDeveloperApp, {
        params: { id: app.id },
        body: { internal_name, redirect_uri, allowed_cors_domain },
      }),
    () =>
      client.call(updateAdminDeveloperApp, {
        params: { id: app.id },
        body: { internal_name, confidential: app.confidential },
      }),
    () =>
      client.call(updateContact, {
        params: { id: app.id, contact_id: contact.id },
        body: { name: contact.name, email: contact.email },
      }),
    () =>
      client.call(updateSandbox, {
        params: { id: sandbox.id },
        body: { redirect_uri: sandbox.redirect_uri, allowed_cors_domain: sandbox.allowed_cors_domain },
      }),
    () =>
      client.call(updateNotification, {
        params: { id: notification.id },
        body: { title: notification.title, body: notification.body, show_after: notification.show_after },
      }),
  ]
  const stored = async () => [
    (await saves[0]?.())?.body,
    await server.audit(),
    await server.services.db.selectFrom('developer_apps').select('updated_at').execute(),
    await server.services.db.selectFrom('sandboxes').select('updated_at').execute(),
    await server.services.db.selectFrom('contacts').select('updated_at').execute(),
    await server.services.db.selectFrom('notifications').select('updated_at').execute(),
  ]
  const before = await stored()
  server.clock.advance(1000)
  for (const save of saves) expect((await save()).status).toBe(200)
  expect(await stored()).toEqual(before)
})
