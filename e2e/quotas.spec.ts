import { expect, expectAccessible, test, type Page } from './fixtures.ts'

const rows = (page: Page) =>
  page
    .getByRole('region', { name: /^Buckets of/ })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const form = (page: Page) => page.getByRole('region', { name: /^(Add a bucket|Edit )/ })
const dialog = (page: Page) => page.getByRole('dialog')

async function confirm(page: Page, reason: string, label: string) {
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog(page).getByRole('button', { name: label }).click()
}

test(
  'a bucket is added, deleted after a confirmation, and restored from its history',
  { tag: ['@RATE-02', '@RATE-05', '@RATE-06', '@RATE-14', '@RATE-15', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder?server=Production_US02')
    await page.getByRole('button', { name: 'Add bucket' }).click()
    await form(page).getByRole('textbox', { name: 'Name' }).fill('Steel orders')
    await form(page).getByRole('combobox', { name: 'OAuth app ID' }).fill('ledger')
    await page.getByRole('option', { name: 'Ledger Bridge owner@demo.test' }).click()
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add this bucket to Production_US02?')
    await confirm(page, 'Agreed with the partner', 'Add bucket')
    await expect(page.getByText('Production_US02: added')).toBeVisible()
    await expect(rows(page)).toContainText(['main: 7,200 in 1 hour'])

    await rows(page).getByRole('button', { name: 'Actions for Steel orders' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm(page, 'The test is over', 'Delete bucket')
    await expect(page.getByText('No buckets on Production_US02 yet')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const changes = dialog(page).getByRole('listitem')
    await expect(changes).toHaveCount(2)
    await expect(changes.first()).toContainText('The test is over')
    await changes
      .first()
      .getByRole('button', { name: /^Revert/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Revert this change?' })
    await expect(question).toContainText('main: 7,200 in 1 hour · spike: 100 in 10 seconds')
    await question.getByRole('textbox', { name: 'Reason' }).fill('One more week')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Revert change' }).click()
    await expect(changes.first()).toContainText('Reverted')
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(1)
  },
)

test(
  'editing shows what the change would have throttled, by app and hour, and saves it',
  { tag: ['@RATE-04', '@RATE-14', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder?server=Production_US01')
    await rows(page)
      .filter({ hasText: '9,600' })
      .getByRole('button', { name: /^Actions for Site Sync/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/bucket=\d+/)
    await expect(form(page).getByRole('button', { name: 'Review and save' })).toBeDisabled()
    const spike = page.getByRole('group', { name: 'Template 2' })
    await spike.getByRole('textbox', { name: 'Limit (calls)' }).fill('12')
    await form(page).getByRole('button', { name: 'Review and save' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Save this bucket on Production_US01?')
    const hours = dialog(page)
      .getByRole('table', { name: 'Throttled calls by app and hour' })
      .getByRole('row')
    await expect(hours.nth(1)).toContainText('Site Sync')
    await expect(dialog(page)).toContainText(/more hours? with throttled calls/)
    await expectAccessible(page)
    await confirm(page, 'Bursts slow others down', 'Save bucket')
    await expect(page.getByText('Production_US01: saved')).toBeVisible()
    await expect(rows(page).filter({ hasText: 'spike: 12 in 10 seconds' })).toHaveCount(1)
  },
)
