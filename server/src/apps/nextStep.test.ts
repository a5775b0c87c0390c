import { updateSubmission, updateAdminSubmission } from '@trestle/domain/listings/contract.ts'
import { promoteVersion, reviewVersion } from '@trestle/domain/manifests/contract.ts'
import {
  getDeveloperApp,
  listDeveloperApps,
  getAdminDeveloperApp,
  updateAdminDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { appAddress, type AppTab } from '@trestle/domain/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper, buildVersion } from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { buildSubmission, completeMedia } from '../../testing/listings.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

test('header, list and email show the same next step, all the way to the marketplace', async () => {
  const owner = await buildDeveloper(server)
  const staff = await buildDeveloper(server, { is_admin: true })
  const app = await buildApp(server, { owner_id: owner.id })
  const nextStep = async () => {
    const { body: own } = await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })
    const { body: list } = await server.as(owner).call(listDeveloperApps)
    const { body: admin } = await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })
    expect([list[0]?.next_step, admin.next_step]).toEqual([own.next_step, own.next_step])
    return own.next_step
  }
  const lastEmail = async (recipient: string) => (await listEmailsTo(server, recipient)).at(-1)?.body
  const page = (tab: AppTab) => `${server.services.settings.PUBLIC_URL}${appAddress(app.id, tab)}`
  const today = server.services.now().toISOString().slice(0, 10)

  expect(await nextStep()).toMatchObject({ kind: 'create_version' })
  let key = ''
  const promote = async (number: string) => {
    const source = await buildVersion(server, app, { semantic_version: number })
    expect(await nextStep()).toMatchObject({ kind: 'promote_version', version: number })
    const promotion = { source_app_version_id: source.app_version_id, changelog: 'A release.' }
    const { body } = await server.as(owner).call(promoteVersion, { body: promotion })
    key = body.manifest.app_version_id
  }
  await promote('1.1.0')
  expect(await nextStep()).toMatchObject({ kind: 'submit_version', version: '1.1.0' })

  const review = (actor: { id: number }, change: RequestFor<typeof reviewVersion>['body']) =>
    server.as(actor).call(reviewVersion, { params: { id: key }, body: change })
  const submit = () => review(owner, { state: 'in_review', developer_notes: 'Sign in as demo.' })
  await submit()
  expect(await nextStep()).toMatchObject({ kind: 'review_version', since: expect.any(String) })
  expect(await lastEmail(staff.email)).toContain(
    `What's next: Version 1.1.0 has been in review since ${today}. Approve or reject it.`,
  )
  await review(staff, { state: 'confidential', admin_notes: 'It stays empty.' })
  expect(await nextStep()).toMatchObject({ kind: 'answer_rejection', since: expect.any(String) })
  expect(await lastEmail(owner.email)).toContain(
    `What's next: Version 1.1.0 was rejected on ${today}. Fix it in a new version, or submit it again.\n\n` +
      `Your versions:\n${page('versions')}`,
  )
  await submit()
  await review(staff, { state: 'published' })
  expect(await nextStep()).toMatchObject({ kind: 'write_listing', rejected_version: null })
  const approval = await lastEmail(owner.email)
  expect(approval).toContain("What's next: Version 1.1.0 is approved. Write the marketplace listing.")
  expect(approval).toContain(`Your listing:\n${page('marketplace_listing')}`)

  const content = { app_version_id: key }
  const { id } = await buildSubmission(server, app, { content, media: completeMedia })
  // Remove the version that a built listing comes with; this test is about 1.1.0.
  await server.services.db
    .deleteFrom('app_versions')
    .where('developer_app_id', '=', app.id)
    .where('semantic_version', '<>', '1.1.0')
    .execute()
  expect(await nextStep()).toMatchObject({ kind: 'activate_listing' })
  const activation = { params: { id: app.id }, body: { marketplace_enabled: true } }
  await server.as(staff).call(updateAdminDeveloperApp, activation)
  expect(await nextStep()).toMatchObject({ kind: 'submit_listing' })
  expect(await lastEmail(owner.email)).toContain(
    `What's next: The marketplace listing is a draft. Submit it for review.\n\n` +
      `Your listing:\n${page('marketplace_listing')}`,
  )
  await server.as(owner).call(updateSubmission, { params: { id }, body: { state: 'in_review' } })
  expect(await nextStep()).toMatchObject({ kind: 'review_listing', since: expect.any(String) })
  const decide = (change: object) =>
    server.as(staff).call(updateAdminSubmission, { params: { id }, body: change })
  await decide({ state: 'draft', admin_message: '<p>Blurred.</p>' })
  expect(await nextStep()).toMatchObject({ kind: 'answer_listing_rejection' })
  expect(await lastEmail(owner.email)).toContain('Correct it and submit it again.')
  await server.as(owner).call(updateSubmission, { params: { id }, body: { state: 'in_review' } })
  await decide({ live: false })
  await decide({ state: 'published' })
  expect(await nextStep()).toMatchObject({ kind: 'show_listing' })
  const hidden = 'The marketplace listing is published, but hidden. Ask platform staff to show it.'
  expect(await lastEmail(owner.email)).toContain(`What's next: ${hidden}`)
  await decide({ live: true })
  expect(await nextStep()).toMatchObject({ kind: 'none' })
  const { params } = activation
  await server.as(staff).call(updateAdminDeveloperApp, { params, body: { marketplace_enabled: false } })
  expect(await nextStep()).toMatchObject({ kind: 'activate_app' })
  await server.as(staff).call(updateAdminDeveloperApp, activation)
  expect(await lastEmail(owner.email)).toContain("What's next: The app is on the marketplace.")

  await promote('1.2.0')
  await submit()
  await review(staff, { state: 'published' })
  expect(await nextStep()).toMatchObject({ kind: 'offer_version', version: '1.2.0' })
  const next = "What's next: Version 1.2.0 is approved. Choose it in the marketplace listing."
  expect(await lastEmail(owner.email)).toContain(`${next}\n\nYour listing:\n${page('marketplace_listing')}`)
})
