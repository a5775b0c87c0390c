import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { deleteDraft, getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import {
  getListing,
  getStorage,
  listCategories,
  listSubmissionEvents,
  Submission,
  updateSubmission,
  uploadMedia,
} from '@trestle/domain/listings/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../domain/testing/mediaItem.ts'
import { buildApp, buildPermissions, buildSession, buildSubmission, later, now } from '../../testing/build.ts'
import { chooseFile, drawPicture } from '../../testing/files.ts'
import { disconnect, hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
import { ListingTab } from './ListingTab.tsx'

const app = buildApp()
const address = paths.app(app.id, 'marketplace_listing')

const buildEmptySubmission = (overrides: Partial<Submission> = {}): Submission =>
  Submission.parse({
    ...buildSubmission(),
    ...emptyContent,
    security_questionnaire: {
      ...emptyContent.security_questionnaire,
      headquarters_country: null,
      data_processing_countries: [],
      security_standards: [],
    },
    developer_app_id: app.id,
    live: true,
    modified: false,
    regions: {},
    countries: {},
    small_logo_url: null,
    public_name: 'Crane Planner',
    ...overrides,
  })

const theirs = buildEmptySubmission({ public_name: 'Their name', updated_at: later })
const name = page.getByRole('textbox', { name: /^Name/ })
const save = page.getByRole('button', { name: 'Save draft' })
const dialog = page.getByRole('dialog')

beforeEach(() => {
  reply(getListing, { published: null, unpublished: buildEmptySubmission(), versions: [] })
  reply(listSubmissionEvents, [])
  reply(listCategories, [])
  reply(getStorage, { used_bytes: 0, allowed_bytes: 1000, used_files: 0, allowed_files: 10 })
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: now })
  reply(deleteDraft)
})

/** Saves a name after someone else has saved another. */
async function saveStale() {
  refuse(updateSubmission, { code: 'conflict', message: 'Changed.', current: theirs })
  renderPart(<ListingTab app={app} permissions={buildPermissions()} preview={() => null} />, { address })
  await name.fill('My name')
  await save.click()
  await expect.element(dialog).toBeVisible()
}

const choose = (label: string) => dialog.getByRole('button', { name: label }).click()

test('after a stale save, Reload shows what someone else saved', async () => {
  await saveStale()
  reply(getListing, { published: null, unpublished: theirs, versions: [] })
  await choose('Reload')
  await expect.element(name).toHaveValue('Their name')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('after a stale save, Overwrite saves over the newer state', async () => {
  await saveStale()
  reply(updateSubmission, buildEmptySubmission({ public_name: 'My name', updated_at: later }))
  await choose('Overwrite')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(updateSubmission).map(({ body }) => body)).toMatchObject([
    { public_name: 'My name', if_unchanged_since: now },
    { public_name: 'My name', if_unchanged_since: later },
  ])
})

test('after a stale save, Keep editing keeps the text', async () => {
  await saveStale()
  await choose('Keep editing')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('My name')
  expect(sent(updateSubmission)).toHaveLength(1)
})

test('a refused overwrite closes the question and shows why', async () => {
  await saveStale()
  refuse(updateSubmission, { code: 'invalid_input', message: 'Name is taken.' })
  await choose('Overwrite')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Name is taken.' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('My name')
})

test('a save after the listing was submitted elsewhere offers to withdraw it, and keeps the text', async () => {
  const message = 'This listing is in review. Withdraw it to change it.'
  refuse(updateSubmission, { code: 'conflict', message })
  reply(recordAnalytics)
  renderPart(<ListingTab app={app} permissions={buildPermissions()} preview={() => null} />, { address })
  await name.fill('My name')
  const submitted = buildEmptySubmission({
    state: 'in_review',
    support_email: 'theirs@example.test',
    updated_at: later,
  })
  reply(getListing, { published: null, unpublished: submitted, versions: [] })
  await save.click()
  await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Withdraw' })
  await expect.element(withdraw).toBeEnabled()
  await expect.element(name).toHaveValue('My name')
  reply(updateSubmission, { ...submitted, state: 'draft', updated_at: '2026-11-20T09:10:00.000Z' })
  await withdraw.click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('My name')
  reply(updateSubmission, { ...submitted, public_name: 'My name', state: 'draft' })
  await save.click()
  await expect.element(page.getByText('All changes are saved')).toBeVisible()
  const [, , last] = sent(updateSubmission)
  expect(last?.body).toMatchObject({ public_name: 'My name' })
  expect(last?.body, 'only what was typed').not.toHaveProperty('support_email')
})

test('can retry a failed load', { tags: ['ERR-39'] }, async () => {
  refuse(getListing, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<ListingTab app={app} permissions={buildPermissions()} preview={() => null} />, { address })
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('An error occurred while loading the marketplace listing')
  reply(getListing, { published: null, unpublished: buildEmptySubmission(), versions: [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('tab').first()).toBeVisible()
})

test('without canSubmitListing, only the submission is disabled', async () => {
  const permissions = buildPermissions({ canSubmitListing: false })
  renderPart(<ListingTab app={app} permissions={permissions} preview={() => null} />, { address })
  const submit = page.getByRole('button', { name: 'Submit for approval' })
  await expect.element(submit).toBeDisabled()
  await expect.element(submit).toHaveAccessibleDescription("Only the app's owner and admins can submit it.")
  await expect.element(save).toBeInTheDocument()
})

const render = (overrides: Parameters<typeof buildPermissions>[0] = {}, at = address) =>
  renderPart(<ListingTab app={app} permissions={buildPermissions(overrides)} preview={() => null} />, {
    address: at,
  })

test('leaving with unsaved changes asks first', { tags: ['LSTATE-40'] }, async () => {
  render()
  await name.fill('My name')
  await page.getByRole('link', { name: 'Go to Versions' }).click()
  await expect
    .element(dialog.getByText('You have unsaved changes, are you sure you wish to continue?'))
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('My name')
  expect(currentAddress()).toBe(address)
})

test('leaving during an upload asks first', { tags: ['ERR-33', 'MEDIA-12'] }, async () => {
  reply(uploadMedia, mediaItem(8, 'Logo'))
  hold(uploadMedia)
  render({}, `${address}?section=media`)
  await expect.element(page.getByRole('group', { name: 'Logo file' })).toBeVisible()
  chooseFile(await drawPicture({ width: 400, height: 400, name: 'crane.png' }))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  await page.getByRole('tab', { name: /^App Information/ }).click()
  await page.getByRole('link', { name: 'Go to Versions' }).click()
  await expect.element(dialog.getByText(/^You have unsaved changes/)).toBeVisible()
})

test('leaving after a failed upload that can be tried again asks first', async () => {
  render({}, `${address}?section=media`)
  disconnect(uploadMedia)
  await expect.element(page.getByRole('group', { name: 'Logo file' })).toBeVisible()
  chooseFile(await drawPicture({ width: 400, height: 400, name: 'crane.png' }))
  await expect.element(page.getByRole('button', { name: 'Retry the upload of crane.png' })).toBeVisible()
  await page.getByRole('tab', { name: /^App Information/ }).click()
  await page.getByRole('link', { name: 'Go to Versions' }).click()
  await expect.element(dialog.getByText(/^You have unsaved changes/)).toBeVisible()
})

test('the address includes the section; Back returns to the one before and keeps the input', async () => {
  render()
  await name.fill('My name')
  const tab = (label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) })
  await tab('Support').click()
  expect(currentAddress()).toBe(`${address}?section=support`)
  await tab('Media').click()
  await expect.poll(currentAddress).toBe(`${address}?section=media`)
  window.history.back()
  await expect.element(tab('Support')).toHaveAttribute('aria-selected', 'true')
  window.history.back()
  await expect.element(name).toHaveValue('My name')
  await expect.poll(currentAddress).toBe(address)
})

test('an unknown section in the address opens the first one', async () => {
  render({}, `${address}?section=nothing`)
  await expect.element(page.getByRole('tabpanel', { name: /^App Information/ })).toBeVisible()
})

test(
  'without canEdit, the listing is read-only and says who may edit',
  { tags: ['LIST-10', 'LSTATE-09', 'LSTATE-13'] },
  async () => {
    render({ canEdit: false, canSubmitListing: false })
    await expect.element(name).toHaveAttribute('readonly')
    await expect
      .element(page.getByText("Only the app's owner and admins can change the listing."))
      .toBeVisible()
    await expect.element(save).not.toBeInTheDocument()
  },
)

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])(
  'with applications %s and the app enabled %s, it waits for activation: %s',
  { tags: ['LIST-22', 'LIST-23'] },
  async (listing_applications_enabled, marketplace_enabled, waits) => {
    renderPart(
      <ListingTab
        app={buildApp({ marketplace_enabled })}
        permissions={buildPermissions()}
        preview={() => null}
      />,
      { address, session: buildSession({ flags: { listing_applications_enabled } }) },
    )
    await expect.element(name).toBeVisible()
    expect(page.getByRole('link', { name: /^Start vetting/ }).elements()).toHaveLength(waits ? 1 : 0)
  },
)
