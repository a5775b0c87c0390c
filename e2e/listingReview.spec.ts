import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { drop } from './pictures.ts'
import { draftedApp, patchListing, updatedApp, waitingApp, type ListedApp } from './reviewedListing.ts'
import { anotherBrowser, promote, review, announcement, saveVersion, submission } from './versions.ts'

test.describe.configure({ timeout: 120_000 })

const state = (page: Page) => page.getByTestId('listing-state')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const message = (page: Page) => dialog(page).getByRole('textbox', { name: 'Message to the partner' })

async function openAdmin(page: Page, app: { id: number }) {
  await page.goto(`/admin/developer_apps/${app.id}/marketplace_listing`)
  await expect(state(page)).toBeVisible()
}

async function openOwn(page: Page, app: { id: number }) {
  await page.goto(`/developer_apps/${app.id}/marketplace_listing`)
  await expect(state(page)).toBeVisible()
}

/** Returns the review events that the page reports, in order. */
function reportedMoves(page: Page): unknown[] {
  const moves: unknown[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/analytics')) return
    const { key, additional_properties } = request.postDataJSON() as {
      key: string
      additional_properties: { state: string }
    }
    if (key.includes('review')) moves.push([key, additional_properties.state])
  })
  return moves
}

const event = (move: string) => ['developers.listing_review.state_changed', move]

async function queueRow(page: Page, app: ListedApp) {
  await page.goto('/admin/developer_apps/review_queue')
  return page.getByRole('row', { name: app.name })
}

test(
  'a developer submits a listing, which enters the staff queue, and withdraws it',
  {
    tag: [
      '@LSTATE-05',
      '@LSTATE-06',
      '@LSTATE-10',
      '@LSTATE-11',
      '@LSTATE-23',
      '@LSTATE-24',
      '@LSTATE-27',
      '@LSTATE-30',
      '@LSTATE-33',
      '@LSTATE-34',
      '@LSTATE-36',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await draftedApp(page, api, signIn)
    const moves = reportedMoves(page)
    await openOwn(page, app)
    await expect(state(page)).toHaveText('Not reviewed')
    await button(page, 'Not reviewed yet').click()
    await expect(page.getByText("Platform staff see this listing when it's submitted.")).toBeVisible()
    await signIn('staff')
    await openAdmin(page, app)
    await expect(state(page)).toHaveText('Not reviewed')
    await expect(page.getByText("Platform staff see this listing when it's submitted.")).toHaveCount(0)
    await signIn('owner')
    await openOwn(page, app)
    await button(page, 'Submit for approval').click()
    await expect(dialog(page)).toContainText('Submit the listing for approval?')
    await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
    await expect(announcement(page, 'The listing was submitted')).toBeVisible()
    await expect(state(page)).toHaveText('In review')
    await button(page, 'This listing is in review').click()
    await expect(page.getByText('To make changes, withdraw the listing from review.')).toBeVisible()
    await expect(region(page, 'Review timeline').getByRole('listitem')).toHaveText([
      /Olivia Okafor submitted listing 1/,
    ])
    await expectAccessible(page)

    await signIn('staff')
    const row = await queueRow(page, app)
    await expect(row).toContainText('Marketplace')
    await expect(row).toContainText('New')
    await signIn('owner')
    await openOwn(page, app)
    await button(page, 'Withdraw').click()
    await expect(dialog(page)).toContainText('Withdraw the listing from review?')
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
    await expect(announcement(page, 'The listing was withdrawn')).toBeVisible()
    await expect(state(page)).toHaveText('Not reviewed')
    await expect(button(page, 'Submit for approval')).toBeEnabled()
    expect(moves).toEqual([event('submitted'), event('withdrawn')])
    await signIn('staff')
    await queueRow(page, app)
    await expect(page.getByRole('row', { name: 'Crane Watch' })).toBeVisible()
    await expect(page.getByRole('row', { name: app.name })).toHaveCount(0)
  },
)

test(
  'staff approve with a message, which publishes; both sides see the message as safe HTML',
  {
    tag: [
      '@LSTATE-15',
      '@LSTATE-17',
      '@LSTATE-20',
      '@LSTATE-22',
      '@LSTATE-31',
      '@LSTATE-32',
      '@LSTATE-35',
      '@LSTATE-37',
      '@LADM-10',
      '@LADM-11',
      '@LADM-15',
      '@LADM-18',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await waitingApp(page, api, signIn)
    const moves = reportedMoves(page)
    await openAdmin(page, app)
    await button(page, 'This listing is in review').click()
    await expect(page.getByText('Approve or reject it.').first()).toBeVisible()
    await button(page, 'Approve').click()
    await expect(dialog(page)).toContainText(`Approve the listing of ${app.name}?`)
    await expect(message(page)).toBeFocused()
    await message(page).fill(
      '<p onclick="hacked()">Well <script>hacked()</script><b>done</b>. <a href="javascript:hacked()">Next</a> <a href="https://northgate.test">here</a></p>',
    )
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(announcement(page, 'The listing was approved')).toBeVisible()
    await expect(state(page)).toHaveText('Published')
    await expect(button(page, 'Approve')).toBeDisabled()
    await expect(button(page, 'Reject')).toBeDisabled()
    await expect(button(page, 'Reject')).toHaveAccessibleDescription('This listing is already published.')
    expect(moves).toEqual([event('approved')])

    const expectMessage = async () => {
      const reported = page.locator('[data-testid="admin-message"]').first()
      await expect(page.getByText('The listing was approved').first()).toBeVisible()
      await expect(reported).toBeHidden()
      await button(page, 'The listing was approved').click()
      await expect(reported).toBeVisible()
      await expect(reported).toHaveText('Well done. Next here')
      const html = await reported.innerHTML()
      expect(html).not.toMatch(/script|onclick|javascript/)
      await expect(reported.getByRole('link', { name: 'here' })).toHaveAttribute(
        'href',
        'https://northgate.test',
      )
      await expectAccessible(page)
    }
    await expectMessage()
    await expect(region(page, 'Review timeline').getByRole('listitem').first()).toContainText(
      'Stella Fairbanks approved listing 1',
    )
    await signIn('owner')
    await openOwn(page, app)
    await expectMessage()
    await expect(region(page, 'Review timeline').getByRole('listitem')).toHaveText([
      /^Platform staff approved listing 1/,
      /^Olivia Okafor submitted listing 1/,
    ])
  },
)

test(
  'staff reject with a required message, whose draft survives Cancel; the developer resubmits',
  {
    tag: [
      '@LSTATE-07',
      '@LSTATE-18',
      '@LSTATE-19',
      '@LSTATE-20',
      '@LSTATE-23',
      '@LSTATE-27',
      '@LSTATE-31',
      '@LADM-10',
      '@LADM-15',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    const app = await waitingApp(page, api, signIn)
    const moves = reportedMoves(page)
    await openAdmin(page, app)
    await button(page, 'Reject').click()
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await expect(message(page)).toHaveAccessibleDescription(/This field is required/)
    await message(page).fill('<p>The <b>logo</b> is blurred.</p>')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(button(page, 'Reject')).toBeFocused()
    await button(page, 'Reject').click()
    await expect(message(page)).toHaveValue('<p>The <b>logo</b> is blurred.</p>')
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await expect(announcement(page, 'The listing was rejected')).toBeVisible()
    await expect(state(page)).toHaveText('Rejected')
    await expect(page.getByText('The listing was rejected').first()).toBeVisible()
    await expect(button(page, 'Approve')).toBeDisabled()
    await expect(button(page, 'Approve')).toHaveAccessibleDescription("This listing isn't in review.")
    expect(moves).toEqual([event('rejected')])
    await expectAccessible(page)

    await signIn('owner')
    expect(await mailTo('owner@demo.test')).toContain('The logo is blurred.')
    await openOwn(page, app)
    await expect(state(page)).toHaveText('Rejected')
    await expect(page.getByText('The listing was rejected').first()).toBeVisible()
    await button(page, 'Resubmit').click()
    await expect(dialog(page)).toContainText('Resubmit the listing for approval?')
    await dialog(page).getByRole('button', { name: 'Resubmit' }).click()
    await expect(state(page)).toHaveText('In review')
    await expect(region(page, 'Review timeline').getByRole('listitem')).toHaveText([
      /^Olivia Okafor submitted listing 1/,
      /^Platform staff rejected listing 1/,
      /^Olivia Okafor submitted listing 1/,
    ])
  },
)

test(
  'staff see changes against the published listing marked, and can view both',
  { tag: ['@LADM-08', '@LADM-09', '@LSTATE-16', '@LSTATE-21', '@LSTATE-39', '@AAPP-30', '@ERR-36'] },
  async ({ page, signIn, api }) => {
    const app = await updatedApp(page, api, signIn, {
      tagline: 'Beams, by storey and crew',
      contact_us_email: 'sales@n0rthgate.test',
      region_ids: [1, 2],
      country_ids: [840, 124],
    })
    const row = await queueRow(page, app)
    await expect(row).toContainText('Update')
    await openAdmin(page, app)
    const changed = page.locator('[data-change]')
    await expect(changed).toHaveCount(1)
    await expect(changed).toContainText('Changed')
    const tagline = page.getByRole('textbox', { name: 'Tagline' })
    await expect(tagline).toHaveValue('Beams, by storey and crew')
    await button(page, 'Show published Tagline').click()
    await expect(changed).toContainText('Beams, logged by storey')
    await expect(page.getByRole('tab', { name: 'Pricing & Availability 2 changes' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Contact 1 change' })).toBeVisible()
    await button(page, '4 changes').click()
    await expectAccessible(page)
    await button(page, 'Contact: Contact email').click()
    await expect(changed).toBeFocused()
    await button(page, 'Show published Contact email').click()
    await expect(changed).toContainText('sales@northgate.test')
    await button(page, 'Pricing & Availability: Regions').click()
    await expect(changed).toHaveCount(2)
    await button(page, 'Show published Regions').click()
    await expect(changed.first()).toContainText('Added: Canada')
    await expectAccessible(page)
    await button(page, 'App Information: Tagline').click()
    await page.getByText('On the marketplace', { exact: true }).click()
    await expect(tagline).toHaveValue('Beams, logged by storey')
    await expect(tagline).toHaveAttribute('readonly')
    await expect(changed).toHaveCount(0)
    await page.getByText('Draft', { exact: true }).click()

    await tagline.fill('Beams, by storey, crew and day')
    await expect(button(page, 'Approve')).toBeDisabled()
    await expect(button(page, 'Reject')).toBeDisabled()
    await expect(button(page, 'Approve')).toHaveAccessibleDescription('Save your changes before you decide.')
    await page.getByRole('link', { name: 'General', exact: true }).first().click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('You have unsaved changes, are you sure you wish to continue?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(tagline).toHaveValue('Beams, by storey, crew and day')
    const calls = '**/api/v1/admin/submissions/**'
    await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
    await button(page, 'Save changes').click()
    await expect(
      page.getByRole('alert').filter({ hasText: "Couldn't Save Marketplace Listing" }),
    ).toBeVisible()
    await page.unroute(calls)
    await button(page, 'Save changes').click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await button(page, 'Approve').click()
    await dialog(page)
      .getByRole('checkbox', { name: /^Publish silently/ })
      .check()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(state(page)).toHaveText('Published')
    await expect(region(page, 'Review timeline').getByRole('listitem').first()).toContainText('silently')
    await expect(tagline).toHaveValue('Beams, by storey, crew and day')
  },
)

test(
  'when two staff members decide at once, the second sees a conflict and the current state',
  { tag: ['@LSTATE-15', '@LSTATE-18', '@LADM-15'] },
  async ({ page, signIn, api, browser, portal }) => {
    const app = await waitingApp(page, api, signIn)
    await openAdmin(page, app)
    const second = await anotherBrowser(browser, portal.url, 'staff')
    await openAdmin(second, app)
    await button(second, 'Reject').click()
    await message(second).fill('The logo is blurred.')
    await button(page, 'Approve').click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(state(page)).toHaveText('Published')

    await dialog(second).getByRole('button', { name: 'Reject' }).click()
    await expect(dialog(second)).toContainText('This listing was already approved')
    await dialog(second).getByRole('button', { name: 'Reload listing' }).click()
    await expect(dialog(second)).toBeHidden()
    await expect(state(second)).toHaveText('Published')
    await expect(button(second, 'Reject')).toBeDisabled()
    await expect(region(second, 'Review timeline').getByRole('listitem').first()).toContainText('approved')
    await second.context().close()
  },
)

test(
  'a change from another session is shown before a decision, and the page follows a later decision',
  { tag: ['@LADM-09', '@LADM-15'] },
  async ({ page, signIn, api }) => {
    const app = await waitingApp(page, api, signIn)
    await openAdmin(page, app)
    await patchListing(api, app, { tagline: 'Beams, by storey' }, 'admin/')
    await button(page, 'Approve').click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(dialog(page)).toContainText('This listing was changed')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Tagline' })).toHaveValue('Beams, by storey')
    await expect(state(page)).toHaveText('In review')

    await patchListing(api, app, { state: 'draft', admin_message: 'Not yet.' }, 'admin/')
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(state(page)).toHaveText('Rejected', { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await expect(button(page, 'Approve')).toBeDisabled()
  },
)

test(
  'staff-only fields: beta, badge and document, notes, switches that save at once, and the marketplace',
  {
    tag: [
      '@LADM-01',
      '@LADM-02',
      '@LADM-03',
      '@LADM-04',
      '@LADM-05',
      '@LADM-06',
      '@LADM-12',
      '@LADM-13',
      '@LADM-14',
      '@LADM-16',
      '@LADM-17',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await waitingApp(page, api, signIn)
    await openAdmin(page, app)
    const badge = page.getByRole('switch', { name: 'Show the security badge' })
    const document = page.locator('[data-type="Document"]')
    const choose = document.getByRole('button', { name: 'Choose a file' })
    const pdf = { name: 'answers.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
    await expect(badge).not.toBeChecked()
    await expect(document.locator('input[type="file"]')).toBeDisabled()
    await expect(document).toContainText('Turn on the badge first.')
    await expect(choose).toBeDisabled()
    await drop(page, document, pdf)
    await badge.check({ force: true })
    await expect(document.locator('input[type="file"]')).toBeEnabled()
    await expect(choose).toBeEnabled()
    await expect(document, 'what was dropped before').not.toContainText('answers.pdf')
    await drop(page, document, pdf)
    await expect(document).toContainText('answers.pdf')
    await badge.uncheck({ force: true })
    await expect(document.locator('input[type="file"]')).toBeDisabled()
    await badge.check({ force: true })
    await expect(page.locator('[data-type="ShowcaseVideo"]')).toBeVisible()
    await page.getByRole('switch', { name: 'Beta' }).check({ force: true })
    await page.getByRole('textbox', { name: 'Additional notes' }).fill('Sign in as demo.')
    await button(page, 'Save changes').click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()

    const concierge = page.getByRole('switch', { name: 'Show in concierge' })
    await concierge.click({ force: true })
    await expect(concierge).toBeChecked()
    await expect(announcement(page, 'Saved').last()).toBeVisible()
    const notes = page.getByRole('textbox', { name: 'Admin notes' })
    await notes.fill('Ask for a sharper logo.')
    await button(page, 'Save notes').click()
    await expect(button(page, 'Save notes')).toBeDisabled()
    await expectAccessible(page)
    const stored = (await api.get(`/api/v1/admin/developer_apps/${app.id}`)).body
    expect(stored).toMatchObject({
      unpublished: {
        beta: true,
        security_badge: true,
        notes: 'Sign in as demo.',
        admin_notes: 'Ask for a sharper logo.',
        is_concierge_app: true,
        state: 'in_review',
      },
    })
    const marketplace = region(page, 'Marketplace')
    await marketplace.getByRole('checkbox', { name: 'Marketplace enabled' }).uncheck()
    await marketplace.getByRole('button', { name: 'Save Marketplace' }).click()
    await expect(marketplace.getByRole('button', { name: 'Save Marketplace' })).toBeDisabled()
    expect((await api.get(`/api/v1/admin/developer_apps/${app.id}`)).body).toMatchObject({
      marketplace_enabled: false,
    })

    await signIn('owner')
    const theirs = (await api.get(`/api/v1/developer_apps/${app.id}/submissions`)).body
    expect(JSON.stringify(theirs)).not.toMatch(/sharper logo|Sign in as demo/)
    await openOwn(page, app)
    await expect(page.getByRole('switch', { name: 'Show in concierge' })).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Admin notes' })).toHaveCount(0)
    await expect(page.getByText('Marketplace enabled')).toHaveCount(0)
  },
)

test('staff confirm before an unapproved version goes on the marketplace, and before its key is removed', async ({
  page,
  signIn,
  api,
}) => {
  const app = await waitingApp(page, api, signIn)
  await signIn('owner')
  const key = await promote(api, await saveVersion(api, app, '1.1.0'))
  await review(api, key, submission)
  await signIn('staff')
  await patchListing(api, app, { app_version_id: key }, 'admin/')

  await openAdmin(page, app)
  await button(page, 'Approve').click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toContainText("Version 1.1.0 isn't approved yet.")
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Approve anyway' }).click()
  await expect(announcement(page, 'The listing was approved')).toBeVisible()

  await page.goto(`/admin/developer_apps/${app.id}`)
  await page.getByRole('button', { name: 'Reject: version 1.1.0' }).click()
  await dialog(page).getByRole('textbox', { name: 'Admin notes' }).fill('The board stays empty.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page)).toContainText(
    "Rejecting version 1.1.0 removes its app version key from the app's marketplace page.",
  )
  await dialog(page).getByRole('button', { name: 'Reject anyway' }).click()
  await expect(announcement(page, 'Version 1.1.0 was rejected.')).toBeVisible()
  const { body } = await api.get(`/api/v1/admin/developer_apps/${app.id}`)
  expect(body).toMatchObject({ published: { app_version: null } })
})
