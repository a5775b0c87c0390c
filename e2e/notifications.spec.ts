import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { heading } from './screen.ts'

const bar = (page: Page) => page.getByRole('banner')
const bell = (page: Page) => bar(page).getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

const shown = [
  'Version 3 manifests are converted when you save',
  'Sandbox hosts restart on Saturday',
  'Side panels open on schedule tasks',
  'Access tokens live for 90 minutes',
]

interface WireNotification {
  id: number
  title: string
  created_at: string
}

const listed = async (api: Api, path: string) => (await api.get(path)).body as WireNotification[]

/** Formats as M/D/YY in the reader's time zone. */
function shortForm(created_at: string): string {
  const day = new Date(created_at)
  return `${day.getMonth() + 1}/${day.getDate()}/${String(day.getFullYear()).slice(2)}`
}

test(
  'the bell shows the unread count and opens the newest three, with links to each and to all',
  {
    tag: [
      '@SHELL-08',
      '@NOTE-01',
      '@NOTE-02',
      '@NOTE-03',
      '@NOTE-04',
      '@NOTE-05',
      '@NOTE-06',
      '@NOTE-07',
      '@NOTE-08',
      '@NOTE-09',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await page.goto('/developer_apps')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await bell(page).click()
    const items = panel(page).getByRole('listitem')
    await expect(items).toHaveCount(3)
    await expect(items.first()).toContainText('Version 3 manifests are converted when you save')
    await expect(items.first()).toContainText(/\d{1,2}\/\d{1,2}\/\d\d/)
    await expect(items.first()).toContainText('Unread')
    const newest = (await listed(api, '/api/v1/notifications')).slice(0, 3)
    expect(newest.map(({ title }) => title)).toEqual(shown.slice(0, 3))
    for (const [index, { id, title, created_at }] of newest.entries()) {
      await expect(items.nth(index).getByText(title, { exact: true }).first()).toBeVisible()
      await expect(items.nth(index).getByRole('time')).toHaveText(shortForm(created_at))
      const learnMore = items.nth(index).getByRole('link', { name: `Learn More ${title}`, exact: true })
      await expect(learnMore).toHaveAttribute('href', `/notifications/${id}`)
    }
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(bell(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(items).toHaveCount(3)
    await panel(page).getByRole('link', { name: 'See All Announcements', exact: true }).click()
    await expect(page).toHaveURL('/notifications')
    await expect(panel(page)).toBeHidden()
    await bell(page).click()
    await items.nth(1).getByRole('link', { name: 'Learn More' }).click()
    await expect(page).toHaveURL(`/notifications/${newest[1]?.id}`)
    await expect(heading(page)).toHaveText('Sandbox hosts restart on Saturday')
    await expect(panel(page)).toBeHidden()
  },
)

test('a summary in the bell is rendered Markdown', { tag: ['@NOTE-06'] }, async ({ page, signIn }) => {
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

test(
  'the list shows cards, newest first, cut at 160 characters, with unread ones marked in text',
  {
    tag: [
      '@NOTE-10',
      '@NOTE-11',
      '@NOTE-12',
      '@NOTE-13',
      '@NOTE-14',
      '@NOTE-15',
      '@NOTE-16',
      '@NOTE-17',
      '@NOTE-21',
      '@NOTE-22',
      '@NOTE-23',
    ],
  },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/notifications')
    await expect(heading(page)).toHaveText('Notifications')
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards).toHaveCount(4)
    await expect(cards.getByRole('heading')).toHaveText(shown)
    await expect(cards.first()).toContainText('Unread')
    await expect(cards.first()).toContainText(/Yesterday at \d{1,2}:\d\d [ap]m|hours ago/)
    await expect(cards.nth(3)).not.toContainText('Unread')
    await expect(cards.nth(3)).toContainText(/[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [ap]m/)
    await expect(cards.nth(3).getByRole('link', { name: /^Read More/ })).toBeVisible()
    await expect(cards.getByRole('link')).toHaveText(shown.map((title) => `Read More ${title}`))
  },
)

test(
  'a card shows relative time today, the time for yesterday, and the full date before that',
  { tag: ['@NOTE-13', '@NOTE-14'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    const reported: [written: Date, words: string][] = [
      [new Date(2026, 3, 9, 11, 59, 30), '30 seconds ago'],
      [new Date(2026, 3, 9, 11, 15), '45 minutes ago'],
      [new Date(2026, 3, 9, 0, 0), '12 hours ago'],
      [new Date(2026, 3, 8, 16, 5), 'Yesterday at 4:05 pm'],
      [new Date(2026, 3, 7, 9, 30), 'April 7th 2026, 9:30 am'],
    ]
    await page.route('**/api/v1/notifications?page=*', async (route) => {
      const answer = await route.fetch()
      const [row] = (await answer.json()) as WireNotification[]
      const json = reported.map(([written], index) => ({ ...row, id: index + 1, created_at: written }))
      await route.fulfill({ response: answer, json })
    })
    await page.clock.setFixedTime(new Date(2026, 3, 9, 12, 0))
    await page.goto('/notifications')
    await expect(page.getByRole('main').getByRole('listitem').getByRole('time')).toHaveText(
      reported.map(([, words]) => words),
    )
  },
)

test(
  'opening an unread one sends a single PATCH, opening it again none',
  { tag: ['@NOTE-24', '@NOTE-25', '@NOTE-26', '@NOTE-27', '@NOTE-28', '@NOTE-29'] },
  async ({ page, signIn }) => {
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
    await page.getByRole('link', { name: 'Back to Notifications' }).click()
    await page.getByRole('link', { name: 'Read More Side panels open on schedule tasks' }).click()
    await expect(heading(page)).toHaveText('Side panels open on schedule tasks')
    await page.reload()
    await expect(heading(page)).toHaveText('Side panels open on schedule tasks')
    await page.waitForLoadState('networkidle')
    expect(patches).toHaveLength(1)

    // Written yesterday: the list shows relative time, the detail page the full date.
    await page.getByRole('link', { name: 'Back to Notifications' }).click()
    await page.getByRole('link', { name: `Read More ${shown[0]}` }).click()
    await expect(page.getByRole('main').getByRole('time')).toHaveText(
      /^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [ap]m$/,
    )
  },
)

test(
  'staff see every notification with its visibility and critical flag; others cannot open the screens',
  {
    tag: [
      '@ANOTE-01',
      '@ANOTE-02',
      '@ANOTE-03',
      '@ANOTE-04',
      '@ANOTE-05',
      '@ANOTE-06',
      '@ANOTE-07',
      '@ANOTE-29',
      '@ANOTE-30',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('staff')
    await page.goto('/admin/notifications')
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(8)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Title',
      'Summary',
      'Visible',
      'Critical',
      'Actions',
    ])
    await expect(rows.filter({ hasText: shown[0] ?? '' }).getByRole('cell')).toHaveText([
      shown[0] ?? '',
      /^A new version of an app with a version 3 manifest/,
      'Yes',
      'No',
      '',
    ])
    const stored = await listed(api, '/api/v1/admin/notifications')
    expect(stored).toHaveLength(7)
    for (const { id, title } of stored) {
      const link = rows.getByRole('link', { name: title, exact: true })
      await expect(link).toHaveAttribute('href', `/admin/notifications/${id}/edit`)
    }
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Create Notification', exact: true }),
    ).toHaveAttribute('href', '/admin/notifications/new')
    await expect(rows.filter({ hasText: 'Quotas for service accounts' })).toContainText('No: a draft')
    await expect(rows.filter({ hasText: 'Old webhooks page' })).toContainText('No: hidden')
    await expect(rows.filter({ hasText: 'screenshots in dark mode' })).toContainText('No: from')
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
  },
)

test(
  'a notification is written with a preview, validated by the server, saved, changed and deleted',
  {
    tag: [
      '@ANOTE-08',
      '@ANOTE-09',
      '@ANOTE-10',
      '@ANOTE-11',
      '@ANOTE-12',
      '@ANOTE-13',
      '@ANOTE-14',
      '@ANOTE-15',
      '@ANOTE-16',
      '@ANOTE-17',
      '@ANOTE-18',
      '@ANOTE-25',
      '@ANOTE-26',
      '@ANOTE-27',
      '@ANOTE-28',
      '@ERR-03',
      '@ERR-04',
    ],
  },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/notifications')
    await page.getByRole('link', { name: 'Create Notification' }).click()
    await expect(page).toHaveURL('/admin/notifications/new')
    await expect(page.getByText('YYYY-mm-dd')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    for (const name of ['Critical', 'Draft']) {
      const box = page.getByRole('checkbox', { name, exact: true })
      await expect(box).toBeEnabled()
      await expect(box).not.toBeChecked()
    }
    const showAfter = page.getByRole('textbox', { name: 'Show after', exact: true })
    await expect(showAfter).toHaveAccessibleDescription('YYYY-mm-dd')
    await page.getByLabel('Show after').fill('soon')
    const missing = page.getByText('This field is required')
    for (const name of ['Title', 'Summary', 'Body']) {
      await page.getByRole('textbox', { name }).focus()
      await page.getByRole('textbox', { name }).blur()
    }
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/api/v1/admin/notifications',
      async (route) => {
        await answered.promise
        await route.continue()
      },
      { times: 1 },
    )
    const requested = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await requested
    await expect(missing).toHaveCount(0)
    answered.resolve()
    for (const name of ['Title', 'Summary', 'Body']) {
      await expect(page.getByRole('textbox', { name })).toHaveAccessibleDescription(/This field is required/)
    }
    const refusal = page.getByRole('alert').filter({ hasText: 'An error occurred' })
    await expect(refusal).toContainText('"Show after must be a date like 2026-01-31"')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(
      'This field is required',
    )
    await expectAccessible(page)
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
    const row = page.getByRole('row').filter({ hasText: 'Quieter <b>webhooks</b>' })
    await expect(row).toContainText('No: a draft')
    await page.getByRole('link', { name: 'Quieter <b>webhooks</b>' }).click()
    await expect(page.getByRole('checkbox', { name: 'Critical' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Draft' }).uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect(row.getByRole('cell').nth(2)).toHaveText('Yes')
    await page.getByRole('link', { name: 'Quieter <b>webhooks</b>' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this notification?' })
    await expect(question).toContainText(
      'Delete "Quieter <b>webhooks</b>"? Developers will no longer see it. This cannot be undone.',
    )
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect(page.getByRole('link', { name: 'Quieter <b>webhooks</b>' })).toHaveCount(0)
  },
)

test(
  'a critical notification is confirmed, emailed, and shown on every page until read or dismissed',
  {
    tag: [
      '@ANOTE-19',
      '@ANOTE-20',
      '@ANOTE-21',
      '@ANOTE-22',
      '@ANOTE-23',
      '@ANOTE-24',
      '@ANOTE-26',
      '@NOTE-32',
    ],
  },
  async ({ page, signIn, mailTo }) => {
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
    await page.getByRole('checkbox', { name: 'Critical' }).uncheck()
    await expect(page.getByRole('checkbox', { name: 'Draft' })).toBeEnabled()
    await expect(page.getByLabel('Show after')).toBeEnabled()
    await page.getByRole('checkbox', { name: 'Critical' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Publish this critical notification?' })
    await expect(question).toContainText(
      'Every developer is alerted at once, and it cannot become a draft later.',
    )
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    expect(await mailTo('stranger@demo.test')).toContain('Rotate your secrets today')
    const row = page.getByRole('row').filter({ hasText: 'Rotate your secrets today' })
    await expect(row.getByRole('cell').nth(3)).toHaveText('Yes')
    await row.getByRole('link', { name: 'Rotate your secrets today' }).click()
    await expect(page.getByRole('checkbox', { name: 'Critical' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Draft' })).toBeDisabled()
    await expect(page.getByLabel('Show after')).toBeDisabled()

    await page.goto('about:blank')
    await signIn('stranger')
    await page.goto('/developer_apps')
    const critical = page.getByRole('region', { name: 'Critical notifications' })
    await expect(critical).toContainText('Rotate your secrets today')
    await expectAccessible(page)
    await page.goto('/account')
    await expect(critical).toBeVisible()
    await critical.getByRole('link', { name: 'Read more' }).click()
    await expect(heading(page)).toHaveText('Rotate your secrets today')
    await expect(critical).toHaveCount(0)
    await page.goto('/account')
    await expect(heading(page)).toBeVisible()
    await expect(critical).toHaveCount(0)

    await page.goto('about:blank')
    await signIn('employee')
    await page.goto('/developer_apps')
    await critical.getByRole('button', { name: 'Close' }).click()
    await expect(critical).toHaveCount(0)
  },
)

test(
  'a private feed URL is created, shown once, renewed and switched off',
  { tag: ['@NOTE-30'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/notifications')
    await page.getByRole('link', { name: 'Follow announcements in a feed reader or chat channel' }).click()
    const section = page.getByRole('region', { name: 'Announcement feed' })
    const dialog = page.getByRole('dialog', { name: 'Your feed address', exact: true })
    const takeAddress = async () => {
      const address = await dialog.getByRole('textbox', { name: 'Atom' }).inputValue()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
      return new URL(address).pathname
    }
    const fetchStatus = async (address: string) => (await page.request.get(address)).status()

    await section.getByRole('button', { name: 'Create feed address' }).click()
    const first = await takeAddress()
    await expect(section).toContainText('Last read: never.')
    expect(await fetchStatus(first)).toBe(200)

    await section.getByRole('button', { name: 'Renew' }).click()
    await page
      .getByRole('dialog', { name: 'Renew your feed address?' })
      .getByRole('button', { name: 'Renew' })
      .click()
    const second = await takeAddress()
    expect([await fetchStatus(first), await fetchStatus(second)]).toEqual([404, 200])
    await page.reload()
    await expect(section).toContainText(/Last read: \w+ \d+/)
    await expect(page.getByText(second)).toHaveCount(0)

    await section.getByRole('button', { name: 'Turn off' }).click()
    await page
      .getByRole('dialog', { name: 'Turn off your feed?' })
      .getByRole('button', { name: 'Turn off' })
      .click()
    await expect(section.getByRole('button', { name: 'Create feed address' })).toBeFocused()
    expect(await fetchStatus(second)).toBe(404)
  },
)
