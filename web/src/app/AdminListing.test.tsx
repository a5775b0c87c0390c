import { getAdminDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { deleteDraft, getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import {
  getAdminStorage,
  listAdminSubmissionEvents,
  listCategories,
  updateAdminSubmission,
} from '@trestle/domain/listings/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminApp,
  buildAdminSession,
  buildSubmission,
  later,
  noNextStep,
  now,
} from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tagline = page.getByRole('textbox', { name: 'Tagline' })
const state = page.getByRole('group', { name: 'Listing state' })
const enabled = page.getByRole('checkbox', { name: 'Marketplace enabled' })
const address = paths.adminApp(7, 'marketplace_listing')
const app = buildAdminApp({ unpublished: buildSubmission({ state: 'in_review', in_review_at: now }) })

beforeEach(() => {
  reply(getAdminDeveloperApp, app)
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: later })
  reply(deleteDraft)
  reply(listCategories, [])
  reply(listAdminSubmissionEvents, [])
  reply(getAdminStorage, { used_bytes: 0, allowed_bytes: 1000, used_files: 0, allowed_files: 10 })
})

/** Someone who doesn't work on the app. */
const staff = { email: 'stan@example.test' }

const render = ({ developer = staff, ...options }: Parameters<typeof buildAdminSession>[0] = {}) =>
  renderPage(address, { session: buildAdminSession({ developer, ...options }) })

test('leaving with unsaved changes asks first', { tags: ['AAPP-30', 'LSTATE-39', 'LADM-09'] }, async () => {
  render()
  await tagline.fill('Plans every crane')
  await page.getByRole('link', { name: 'General', exact: true }).first().click()
  const question = page.getByRole('dialog')
  await expect
    .element(question.getByText('You have unsaved changes, are you sure you wish to continue?'))
    .toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(tagline).toHaveValue('Plans every crane')
  expect(currentAddress()).toBe(address)
})

test('the page follows a decision of someone else', { tags: ['LADM-15'] }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  render()
  await expect.element(state).toHaveTextContent('In review')
  const rejected = buildSubmission({ approval_state: 'rejected', updated_at: later })
  reply(getAdminDeveloperApp, { ...app, unpublished: rejected })
  // When the user returns to the page, older data is loaded again.
  vi.setSystemTime(new Date(later))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(state).toHaveTextContent('Rejected')
  await expect.element(button('Approve')).toBeDisabled()
})

test('after a decision, the page no longer asks for it', { tags: ['LADM-15', 'APP-27'] }, async () => {
  const waiting = { ...noNextStep, kind: 'review_listing', since: now } as const
  reply(getAdminDeveloperApp, { ...app, next_step: waiting })
  reply(recordAnalytics)
  render()
  await expect.element(page.getByText(/^The marketplace listing has been in review since/)).toBeVisible()
  const rejected = buildSubmission({ approval_state: 'rejected', updated_at: later })
  reply(updateAdminSubmission, rejected)
  const answered = { ...noNextStep, kind: 'answer_listing_rejection' } as const
  reply(getAdminDeveloperApp, { ...app, unpublished: rejected, next_step: answered })
  await button('Reject').click()
  await page.getByRole('textbox', { name: 'Message to the partner' }).fill('The logo is blurred.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect.element(page.getByText(/^The marketplace listing was rejected\./)).toBeVisible()
})

test('a decision that came second reloads the listing', async () => {
  render()
  const rejected = buildSubmission({ approval_state: 'rejected', updated_at: later })
  refuse(updateAdminSubmission, { code: 'conflict', message: 'Changed.', current: rejected })
  await button('Reject').click()
  await page.getByRole('textbox', { name: 'Message to the partner' }).fill('The logo is blurred.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  reply(getAdminDeveloperApp, { ...app, unpublished: rejected })
  await page.getByRole('dialog').getByRole('button', { name: 'Reload listing' }).click()
  await expect.element(state).toHaveTextContent('Rejected')
})

test('after the listing is shown again, the page no longer asks for it', { tags: ['LIST-82'] }, async () => {
  const hidden = buildSubmission({ state: 'published', approval_state: 'approved', live: false })
  const step = { ...noNextStep, kind: 'show_listing' } as const
  reply(getAdminDeveloperApp, { ...app, published: hidden, unpublished: null, next_step: step })
  const shown = { ...hidden, live: true, updated_at: later }
  reply(updateAdminSubmission, shown)
  render()
  await expect.element(page.getByText(/, but hidden\. Turn on Live to show it\./)).toBeVisible()
  reply(getAdminDeveloperApp, { ...app, published: shown, unpublished: null, next_step: noNextStep })
  await page.getByRole('switch', { name: 'Live: show the published listing on the marketplace' }).click()
  await expect.element(page.getByText('The app is on the marketplace.')).toBeVisible()
})

const stan = { name: 'Stan', ...staff }

test.each([
  ['own', { owner: { ...stan, procore_id: null } }],
  ['work on', { collaborators: [{ id: 3, role: 'developer' as const, developer: stan }] }],
])('staff cannot decide on the listing of an app they %s', { tags: ['LSTATE-21'] }, async (_, people) => {
  reply(getAdminDeveloperApp, { ...app, ...people })
  render()
  await expect.element(button('Approve')).toBeDisabled()
  await expect
    .element(button('Reject'))
    .toHaveAccessibleDescription('You work on this app, so someone else has to review its listing.')
})

test('the listing of a deleted app is read-only', async () => {
  reply(getAdminDeveloperApp, { ...app, deleted_at: now })
  render()
  await expect.element(tagline).toHaveAttribute('readonly')
  await expect.element(button('Save changes')).not.toBeInTheDocument()
  await expect.element(button('Reject')).toBeDisabled()
})

test('staff enable the app on the marketplace', { tags: ['LADM-13', 'LADM-14', 'LADM-16'] }, async () => {
  const redirect_uri = 'https://crane.example.test'
  const saved = { ...app, redirect_uri, marketplace_enabled: true, updated_at: later }
  reply(getAdminDeveloperApp, { ...app, redirect_uri })
  reply(listManifests, [])
  reply(listReviews, [])
  reply(updateAdminDeveloperApp, saved)
  render()
  await expect.element(enabled).not.toBeChecked()
  reply(getAdminDeveloperApp, saved)
  await enabled.click()
  await button('Save Marketplace').click()
  await expect.element(button('Save Marketplace')).toBeDisabled()
  await expect.element(enabled).toBeChecked()
  expect(sent(updateAdminDeveloperApp)).toMatchObject([{ body: { marketplace_enabled: true } }])

  await page.getByRole('link', { name: 'General', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Internal name' }).fill('Crane Log')
  await button('Save app').click()
  await expect.poll(() => sent(updateAdminDeveloperApp)).toHaveLength(2)
  const { body } = sent(updateAdminDeveloperApp)[1] ?? {}
  expect(body, 'a save of the same page makes no other one stale').toMatchObject({
    if_unchanged_since: later,
  })
})

test.each([
  ['another tab', paths.adminApp(7, 'performance_metrics'), 'activate_listing'],
  ['the tab of the switch', address, 'activate_listing'],
  ['another tab', paths.adminApp(7, 'performance_metrics'), 'activate_app'],
] as const)(
  'from %s, the request to activate the app leads to the switch',
  { tags: ['LADM-13'] },
  async (_tab, from, kind) => {
    const waiting = { ...noNextStep, kind }
    reply(getAdminDeveloperApp, { ...app, unpublished: buildSubmission(), next_step: waiting })
    renderPage(from, { session: buildAdminSession() })
    await page
      .getByRole('link', { name: /^Activate the app (so that it can be submitted|to show it)\.$/ })
      .click()
    await expect.element(tagline).toBeInTheDocument()
    await expect.element(enabled).toHaveFocus()
    await expect.element(enabled).toBeInViewport()
    await expect.element(enabled).not.toBeChecked()
  },
)

test('an app that waits for nothing has no link to the switch', async () => {
  render()
  await expect.element(enabled).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Activate the app/ })).not.toBeInTheDocument()
})

test('without marketplace applications there is nothing to enable', { tags: ['LADM-13'] }, async () => {
  render({ flags: { listing_applications_enabled: false } })
  await expect.element(page.getByRole('heading', { name: 'Review timeline' })).toBeVisible()
  await expect.element(enabled).not.toBeInTheDocument()
})
