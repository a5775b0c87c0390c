import { expect, test, type Page } from './fixtures.ts'
import { expectSoundScreen, heading } from './screen.ts'

const bar = (page: Page) => page.getByRole('banner')
const bell = (page: Page) => bar(page).getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('the bell counts what is unread and opens the newest three, with the way to each and to all (SHELL-08, NOTE-01, NOTE-02, NOTE-03, NOTE-04, NOTE-05, NOTE-06, NOTE-07, NOTE-08, NOTE-09)', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/developer_apps')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  const items = panel(page).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await expect(items.first()).toContainText('Version 3 manifests are converted when you save')
  await expect(items.first()).toContainText(/\d{1,2}\/\d{1,2}\/\d\d/)
  await expect(items.first()).toContainText('Unread')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(items).toHaveCount(3)
  await expectSoundScreen(page)
  await bell(page).click()
  await panel(page).getByRole('link', { name: 'See All Announcements' }).click()
  await expect(page).toHaveURL('/notifications')
  await expect(panel(page)).toBeHidden()
})

test('a summary in the bell is rendered markdown (NOTE-06)', async ({ page, signIn }) => {
  await signIn('stranger')
  await page.route('**/api/v1/notifications?per_page=3*', async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as { summary: string }[]
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, summary: 'So **bold**' })) })
  })
  await page.goto('/developer_apps')
  await bell(page).click()
  await expect(panel(page).locator('strong').first()).toHaveText('bold')
})

test('the list shows cards, newest first, cut at 160 characters, the unread ones marked in words (NOTE-10, NOTE-11, NOTE-12, NOTE-13, NOTE-14, NOTE-15, NOTE-16, NOTE-17, NOTE-21, NOTE-22, NOTE-23)', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/notifications')
  await expect(heading(page)).toHaveText('Notifications')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(4)
  await expect(cards.getByRole('heading')).toHaveText([
    'Version 3 manifests are converted when you save',
    'Sandbox hosts restart on Saturday',
    'Side panels open on schedule tasks',
    'Access tokens live for 90 minutes',
  ])
  await expect(cards.first()).toContainText('Unread')
  await expect(cards.first()).toContainText(/Yesterday at \d{1,2}:\d\d [ap]m|hours ago/)
  await expect(cards.nth(3)).not.toContainText('Unread')
  await expect(cards.nth(3)).toContainText(/[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [ap]m/)
  await expect(cards.nth(3).getByRole('link', { name: /^Read More/ })).toBeVisible()
  await expectSoundScreen(page)
})

test('opening an unread one sends a single PATCH, opening it again none (NOTE-24, NOTE-25, NOTE-26, NOTE-27, NOTE-28, NOTE-29)', async ({
  page,
  signIn,
}) => {
  await signIn('partner')
  const patches: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(new URL(request.url()).pathname)
  })
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Read More Side panels open on schedule tasks' }).click()
  await expect(heading(page)).toHaveText('Side panels open on schedule tasks')
  await expect(page.getByRole('table').getByText('schedule.calendar.task.detail')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    /[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [ap]m/,
  )
  await expect.poll(() => patches).toHaveLength(1)
  await expectSoundScreen(page)
  await page.getByRole('link', { name: 'Back to Notifications' }).click()
  await page.getByRole('link', { name: 'Read More Side panels open on schedule tasks' }).click()
  await expect(heading(page)).toHaveText('Side panels open on schedule tasks')
  await page.reload()
  await expect(heading(page)).toHaveText('Side panels open on schedule tasks')
  await page.waitForLoadState('networkidle')
  expect(patches).toHaveLength(1)
})

test('what is not there says so, and an empty list is no loading one (NOTE-18, NOTE-19, NOTE-20)', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/notifications?page=*', async (route) => {
    await held.promise
    await route.fulfill({ json: [], headers: { total: '0', 'per-page': '50', page: '1' } })
  })
  await page.goto('/notifications')
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toBeVisible()
  held.resolve()
  await expect(page.getByText('No Notifications.', { exact: true })).toBeVisible()
  await expect(page.getByText('Check back later', { exact: true })).toBeVisible()
  await expectSoundScreen(page)
  await page.goto('/notifications/999999')
  await expect(page.getByText('This notification could not be loaded')).toBeVisible()
})

test('staff see every notification with what is visible and critical; to others the screens do not exist (ANOTE-01, ANOTE-02, ANOTE-03, ANOTE-04, ANOTE-05, ANOTE-06, ANOTE-07, ANOTE-29, ANOTE-30)', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.goto('/admin/notifications')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(8)
  await expect(page.getByRole('columnheader')).toContainText(['Title', 'Summary', 'Visible', 'Critical'])
  await expect(rows.filter({ hasText: 'Quotas for service accounts' })).toContainText('No: a draft')
  await expect(rows.filter({ hasText: 'Old webhooks page' })).toContainText('No: hidden')
  await expect(rows.filter({ hasText: 'screenshots in dark mode' })).toContainText('No: from')
  await expectSoundScreen(page)
  await rows.filter({ hasText: 'Old webhooks page' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Show to developers' }).click()
  await expect(rows.filter({ hasText: 'Old webhooks page' })).toContainText('Yes')
  await page.getByRole('link', { name: 'Quotas for service accounts, per company' }).click()
  await expect(page).toHaveURL(/\/admin\/notifications\/\d+\/edit$/)
  await page.goto('/admin/notifications/999999/edit')
  await expect(heading(page)).toHaveText('Page not found')
  await page.goto('about:blank')
  await signIn('owner')
  await page.goto('/admin/notifications')
  await expect(heading(page)).toHaveText(/not found/i)
})

test('a notification is written with a preview, refused by the server alone, saved, changed and deleted (ANOTE-08, ANOTE-09, ANOTE-10, ANOTE-11, ANOTE-12, ANOTE-13, ANOTE-14, ANOTE-15, ANOTE-16, ANOTE-17, ANOTE-18, ANOTE-25, ANOTE-26, ANOTE-27, ANOTE-28, ERR-03, ERR-04)', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.goto('/admin/notifications')
  await page.getByRole('link', { name: 'Create Notification' }).click()
  await expect(page).toHaveURL('/admin/notifications/new')
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(page.getByText('YYYY-mm-dd')).toBeVisible()
  await page.getByLabel('Show after').fill('soon')
  await page.getByRole('button', { name: 'Save' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'An error occurred' })
  await expect(refusal).toContainText('"Show after must be a date like 2026-01-31"')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(
    'This field is required',
  )
  await expectSoundScreen(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Quieter <b>webhooks</b>')
  await page.getByRole('textbox', { name: 'Summary' }).fill('They *rest* at night.')
  await page
    .getByRole('textbox', { name: 'Body' })
    .fill(
      '## At night\n\n<script>alert(1)</script>\n\n[bad](javascript:alert(1)) [good](https://example.com)',
    )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'At night' })).toBeVisible()
  await expect(preview).toContainText('<script>alert(1)</script>')
  await expect(preview.getByRole('link')).toHaveCount(1)
  await page.getByLabel('Show after').fill('')
  await page.getByRole('checkbox', { name: 'Draft' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/admin/notifications')
  await page.getByRole('link', { name: 'Quieter <b>webhooks</b>' }).click()
  await expect(page.getByRole('checkbox', { name: 'Critical' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Draft' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/admin/notifications')
  await page.getByRole('link', { name: 'Quieter <b>webhooks</b>' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this notification?' })
  await expect(question).toContainText(
    'Delete "Quieter <b>webhooks</b>"? Developers will no longer see it. This cannot be undone.',
  )
  await expectSoundScreen(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/admin/notifications')
  await expect(page.getByRole('link', { name: 'Quieter <b>webhooks</b>' })).toHaveCount(0)
})

test('a critical notification is confirmed, mailed, and stands on every page until it is read or dismissed (ANOTE-19, ANOTE-20, ANOTE-21, ANOTE-22, ANOTE-23, ANOTE-24, ANOTE-26, NOTE-32)', async ({
  page,
  signIn,
  mailTo,
}) => {
  await signIn('staff')
  await page.goto('/admin/notifications/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Rotate your secrets today')
  await page.getByRole('textbox', { name: 'Summary' }).fill('A library leaked some of them.')
  await page.getByRole('textbox', { name: 'Body' }).fill('Reset the secret of every app.')
  await page.getByRole('checkbox', { name: 'Draft' }).check()
  await page.getByLabel('Show after').fill('2026-01-31')
  await page.getByRole('checkbox', { name: 'Critical' }).check()
  await expect(page.getByRole('checkbox', { name: 'Draft' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Draft' })).toBeDisabled()
  await expect(page.getByLabel('Show after')).toHaveValue('')
  await expect(page.getByLabel('Show after')).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Publish this critical notification?' })
  await expect(question).toContainText(
    'Every developer is alerted at once, and it cannot become a draft later.',
  )
  await expectSoundScreen(page)
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL('/admin/notifications')
  expect(await mailTo('stranger@demo.test')).toContain('Rotate your secrets today')

  await page.goto('about:blank')
  await signIn('stranger')
  await page.goto('/developer_apps')
  const standing = page.getByRole('region', { name: 'Critical notifications' })
  await expect(standing).toContainText('Rotate your secrets today')
  await expectSoundScreen(page)
  await page.goto('/account')
  await expect(standing).toBeVisible()
  await standing.getByRole('link', { name: 'Read it' }).click()
  await expect(heading(page)).toHaveText('Rotate your secrets today')
  await expect(standing).toHaveCount(0)
  await page.goto('/account')
  await expect(heading(page)).toBeVisible()
  await expect(standing).toHaveCount(0)

  await page.goto('about:blank')
  await signIn('employee')
  await page.goto('/developer_apps')
  await standing.getByRole('button', { name: 'Close' }).click()
  await expect(standing).toHaveCount(0)
})
