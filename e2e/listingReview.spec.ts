import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { createWaitingApp } from './reviewedListing.ts'
import { announcement } from './versions.ts'

test.describe.configure({ timeout: 120_000 })

const state = (page: Page) => page.getByRole('group', { name: 'Listing state' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const message = (page: Page) => dialog(page).getByRole('textbox', { name: 'Message to the partner' })
const timeline = (page: Page) =>
  page.getByRole('region', { name: 'Review timeline', exact: true }).getByRole('listitem')

async function openAdmin(page: Page, app: { id: number }) {
  await page.goto(`/admin/developer_apps/${app.id}/marketplace_listing`)
  await expect(state(page)).toBeVisible()
}

async function openOwn(page: Page, app: { id: number }) {
  await page.goto(`/developer_apps/${app.id}/marketplace_listing`)
  await expect(state(page)).toBeVisible()
}

test(
  'a listing is withdrawn, submitted, rejected by email, resubmitted and approved',
  {
    tag: [
      '@LSTATE-06',
      '@LSTATE-07',
      '@LSTATE-11',
      '@LSTATE-17',
      '@LSTATE-20',
      '@LSTATE-35',
      '@LADM-15',
      '@AREV-13',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    const app = await createWaitingApp(page, api, signIn)

    await test.step('the developer withdraws it and submits it again', async () => {
      await signIn('owner')
      await openOwn(page, app)
      await button(page, 'Withdraw').click()
      await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
      await expect(announcement(page, 'The listing was withdrawn')).toBeVisible()
      await expect(state(page)).toHaveText('Not reviewed')
      await button(page, 'Submit for approval').click()
      await dialog(page).getByRole('button', { name: 'Submit for approval' }).click()
      await expect(announcement(page, 'The listing was submitted')).toBeVisible()
      await expect(state(page)).toHaveText('In review')
    })

    await test.step('staff find it in the queue and reject it', async () => {
      await signIn('staff')
      await page.goto('/admin/developer_apps/review_queue')
      const row = page.getByRole('row', { name: app.name })
      await expect(row).toContainText('Marketplace')
      await expect(row).toContainText('New')
      await row.getByRole('link').first().click()
      await page.getByRole('link', { name: 'Marketplace Listing', exact: true }).click()
      await button(page, 'Reject').click()
      await message(page).fill('<p>The <b>logo</b> is <a href="javascript:alert()">blurred</a>.</p>')
      await expectAccessible(page)
      await dialog(page).getByRole('button', { name: 'Reject' }).click()
      await expect(announcement(page, 'The listing was rejected')).toBeVisible()
      await expect(state(page)).toHaveText('Rejected')
    })

    await test.step('the developer reads why, and resubmits it', async () => {
      await signIn('owner')
      expect(await mailTo('owner@demo.test')).toContain('The logo is blurred.')
      await openOwn(page, app)
      await expect(page.getByRole('group', { name: 'The listing was rejected' })).toHaveText(
        'The logo is blurred.',
      )
      await expectAccessible(page)
      await button(page, 'Resubmit').click()
      await dialog(page).getByRole('button', { name: 'Resubmit' }).click()
      await expect(state(page)).toHaveText('In review')
    })

    await test.step('staff approve it, which publishes it', async () => {
      await signIn('staff')
      await openAdmin(page, app)
      await button(page, 'Approve').click()
      await dialog(page).getByRole('button', { name: 'Approve' }).click()
      await expect(announcement(page, 'The listing was approved')).toBeVisible()
      await expect(state(page)).toHaveText('Published')
      await expect(timeline(page)).toHaveText([
        /^Stella Fairbanks approved listing 1/,
        /^Olivia Okafor submitted listing 1/,
        /^Stella Fairbanks rejected listing 1/,
        /^Olivia Okafor submitted listing 1/,
        /^Olivia Okafor withdrew listing 1/,
        /^Olivia Okafor submitted listing 1/,
      ])
    })
  },
)
