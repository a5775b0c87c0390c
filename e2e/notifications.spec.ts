import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { registerConfirmed, credentials } from './people.ts'
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

test(
  'the bell leads to the newest notifications and to all; reading one marks it as read',
  {
    tag: [
      '@SHELL-08',
      '@NOTE-01',
      '@NOTE-03',
      '@NOTE-09',
      '@NOTE-11',
      '@NOTE-21',
      '@NOTE-22',
      '@NOTE-23',
      '@NOTE-29',
    ],
  },
  async ({ page, signIn }) => {
    await signIn('owner')
    const patches: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(new URL(request.url()).pathname)
    })
    await page.goto('/developer_apps')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await bell(page).click()
    await expect(panel(page).getByRole('link', { name: /^Learn More/ })).toHaveText(
      shown.slice(0, 3).map((title) => `Learn More ${title}`),
    )
    await panel(page).getByRole('link', { name: 'See All Announcements', exact: true }).click()
    await expect(page).toHaveURL('/notifications')
    await expect(panel(page)).toBeHidden()
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards.getByRole('heading')).toHaveText(shown)
    await expect(cards.first()).toContainText('Unread')
    await cards.first().getByRole('link', { name: 'Read More' }).click()
    await expect(heading(page)).toHaveText(shown[0] ?? '')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await page.getByRole('link', { name: 'Back to Notifications' }).click()
    await expect(cards).toHaveCount(4)
    await expect(cards.first()).not.toContainText('Unread')
    await bell(page).click()
    await panel(page)
      .getByRole('link', { name: `Learn More ${shown[0]}` })
      .click()
    await expect(heading(page)).toHaveText(shown[0] ?? '')
    expect(patches).toHaveLength(1)
  },
)

test(
  'a critical notification is written, emailed, shown on every page until read, and deleted',
  {
    tag: [
      '@ANOTE-05',
      '@ANOTE-06',
      '@ANOTE-15',
      '@ANOTE-18',
      '@ANOTE-19',
      '@ANOTE-21',
      '@ANOTE-24',
      '@ANOTE-25',
      '@ANOTE-27',
      '@ANOTE-28',
      '@NOTE-32',
      '@ERR-04',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    // The newest developer gets the last email, so the outbox, which is limited, still has it.
    const reader = await registerConfirmed(api, mailTo)
    await signIn('staff')
    await page.goto('/admin/notifications')
    await page.getByRole('link', { name: 'Create Notification' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Rotate <b>your</b> secrets')
    await page.getByRole('textbox', { name: 'Summary' }).fill('A library leaked some of them.')
    await page
      .getByRole('textbox', { name: 'Body' })
      .fill('## Today\n\n<script>alert(1)</script>\n\n[bad](javascript:alert(1)) [good](https://example.com)')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(preview).toContainText('<script>alert(1)</script>')
    await expect(preview.getByRole('link')).toHaveCount(1)
    await page.getByLabel('Show after').fill('soon')
    await page.getByRole('button', { name: 'Save' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'An error occurred' })
    await expect(refusal).toContainText('"Show after must be a date like 2026-01-31"')
    await page.getByRole('checkbox', { name: 'Critical' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Publish this critical notification?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect.poll(() => mailTo(reader.email)).toContain('A library leaked some of them.')

    await test.step('for a developer', async () => {
      await page.goto('about:blank')
      await signIn(credentials(reader))
      await page.goto('/account')
      const critical = page.getByRole('region', { name: 'Critical notifications' })
      await expect(critical).toContainText('Rotate <b>your</b> secrets')
      await expect(heading(page)).toHaveText('Account')
      await expectAccessible(page)
      const read = page.waitForResponse((response) => response.request().method() === 'PATCH')
      await critical.getByRole('link', { name: 'Read more' }).click()
      await expect(heading(page)).toHaveText('Rotate <b>your</b> secrets')
      // Leaving a page cancels its calls.
      expect((await read).status()).toBe(200)
      await page.goto('/account')
      await expect(bell(page)).toHaveAccessibleName(/unread$/)
      await expect(critical).toHaveCount(0)
    })

    await page.goto('about:blank')
    await signIn('staff')
    await page.goto('/admin/notifications')
    const link = page.getByRole('main').getByRole('link', { name: 'Rotate <b>your</b> secrets' })
    await link.click()
    await expect(page.getByRole('checkbox', { name: 'Critical' })).toBeDisabled()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete "Rotate <b>your</b> secrets"?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page).toHaveURL('/admin/notifications')
    await expect(page.getByRole('table')).toBeVisible()
    await expect(link).toHaveCount(0)
  },
)

test(
  'a private feed URL is shown once, and its new one replaces it',
  { tag: ['@NOTE-30'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/notifications')
    await page.getByRole('link', { name: 'Follow announcements in a feed reader or chat channel' }).click()
    const section = page.getByRole('region', { name: 'Announcement feed' })
    const dialog = page.getByRole('dialog', { name: 'Your feed URL', exact: true })
    const takeAddress = async () => {
      const address = await dialog.getByRole('textbox', { name: 'Atom' }).inputValue()
      await dialog.getByRole('checkbox', { name: 'I have stored the URL' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
      return new URL(address).pathname
    }
    const fetchStatus = async (address: string) => (await page.request.get(address)).status()

    await section.getByRole('button', { name: 'Create feed URL' }).click()
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    const first = await takeAddress()
    expect(await fetchStatus(first)).toBe(200)
    await section.getByRole('button', { name: 'Renew' }).click()
    await page
      .getByRole('dialog', { name: 'Renew your feed URL?' })
      .getByRole('button', { name: 'Renew' })
      .click()
    const second = await takeAddress()
    expect([await fetchStatus(first), await fetchStatus(second)]).toEqual([404, 200])
  },
)
