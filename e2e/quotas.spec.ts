import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { pick } from './lists.ts'
import { heading } from './screen.ts'

const page1 = '/admin/quota_minder?server=Production_US01'
const rows = (page: Page) =>
  page
    .getByRole('region', { name: /^Buckets of/ })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const form = (page: Page) => page.getByRole('region', { name: /^(Add a bucket|Edit )/ })
const template = (page: Page, number: number) => page.getByRole('group', { name: `Template ${number}` })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, within: ReturnType<typeof template>, field: string, option: string) {
  await within.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Fills the form of a new bucket for an app that no other test uses. */
async function fillBucket(page: Page, name: string) {
  await page.goto('/admin/quota_minder?server=Integrator_Sandbox')
  await page.getByRole('button', { name: 'Add bucket' }).click()
  await form(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await pick(page, 'OAuth app ID', `app-of-${name}`, `app-of-${name}`)
}

async function confirm(page: Page, reason: string, label: string) {
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog(page).getByRole('button', { name: label }).click()
}

test(
  'QuotaMinder lists the buckets of the chosen server, which is in the URL',
  { tag: ['@RATE-01', '@RATE-03', '@RATE-10', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder')
    await expect(heading(page)).toHaveText('QuotaMinder')
    await page.getByRole('combobox', { name: 'Server' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Production_US01 (2 buckets)',
      'Production_US02 (0 buckets)',
      'Production_UK01 (1 bucket)',
      'Monthly_Sandbox_US01 (1 bucket)',
      'Monthly_Sandbox_US02 (0 buckets)',
      /^Integrator_Sandbox/,
    ])
    await page.getByRole('option', { name: 'Production_UK01' }).click()
    await expect(page).toHaveURL(/server=Production_UK01/)
    await expect(rows(page)).toHaveCount(1)
    await page.goto(page1)
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(1).getByRole('listitem')).toHaveText([
      'main: 9,600 in 1 hour',
      'spike: 60 in 10 seconds',
      'Production_US01',
      'Production_UK01',
    ])
    await page.goto('/admin/quota_minder?server=Production_US02')
    await expect(page.getByText('No buckets on Production_US02 yet')).toBeVisible()
  },
)

test(
  'a new bucket starts with defaults and is validated, previewed and confirmed with a reason',
  { tag: ['@RATE-02', '@RATE-07', '@RATE-11', '@RATE-12', '@RATE-13', '@RATE-14', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await fillBucket(page, 'Steel orders')
    await expect(form(page).getByRole('textbox', { name: 'Client ID' })).toHaveValue('*')
    await expect(form(page)).toContainText('Use * to apply the limits to every client.')
    const values = async (number: number) => [
      await template(page, number).getByRole('combobox', { name: 'Name' }).inputValue(),
      await template(page, number).getByRole('textbox', { name: 'Interval (ms)' }).inputValue(),
      await template(page, number).getByRole('textbox', { name: 'Limit (calls)' }).inputValue(),
    ]
    expect(await values(1)).toEqual(['main', '3,600,000', '7,200'])
    expect(await values(2)).toEqual(['spike', '10,000', '100'])
    await form(page).getByRole('button', { name: 'Add template' }).click()
    expect(await values(3)).toEqual(['spike', '10,000', '100'])
    await expect(template(page, 3).getByRole('combobox', { name: 'Fill type' })).toHaveValue(/^count/)
    await form(page).getByRole('textbox', { name: 'Client ID' }).fill('7001')
    await expect(form(page).getByText('With 7001, the bucket applies to this client only.')).toBeVisible()
    await form(page).getByRole('textbox', { name: 'Client ID' }).fill('*')
    await template(page, 3).getByRole('textbox', { name: 'Limit (calls)' }).fill('')
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(form(page).getByRole('button', { name: /^Template 3: Limit/ })).toBeVisible()
    await form(page).getByRole('button', { name: 'Remove template 3' }).click()
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add this bucket to Integrator_Sandbox?')
    await expect(dialog(page)).toContainText('called Integrator_Sandbox in the last 24 hours')
    await dialog(page).getByRole('button', { name: 'Add bucket' }).click()
    await expect(dialog(page)).toContainText("Enter a reason. It's stored in the history.")
    await expectAccessible(page)
    await confirm(page, 'Agreed with the partner', 'Add bucket')
    await expect(page.getByText('Integrator_Sandbox: added')).toBeVisible()
    await expect(form(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add bucket' })).toBeFocused()
    await expect(rows(page).filter({ hasText: 'Steel orders' })).toContainText('main: 7,200 in 1 hour')
  },
)

test(
  'the app of a bucket is chosen by name; its id is shown, and unknown ids are accepted',
  { tag: ['@RATE-06'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder?server=Production_US02')
    await page.getByRole('button', { name: 'Add bucket' }).click()
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await form(page).getByRole('button', { name: 'OAuth app ID: This field is required' }).click()
    const app = form(page).getByRole('combobox', { name: 'OAuth app ID' })
    await expect(app).toBeFocused()
    await app.fill('ledger')
    await page.getByRole('option', { name: 'Ledger Bridge owner@demo.test' }).click()
    await expect(app).toHaveValue('Ledger Bridge')
    await expect(app).toHaveAccessibleDescription(/^[\w-]{43}$/)
    await app.fill('an-id-from-elsewhere')
    await page.getByRole('option', { name: 'an-id-from-elsewhere' }).click()
    await expect(app).toHaveValue('an-id-from-elsewhere')
    await form(page).getByRole('button', { name: 'Remove an-id-from-elsewhere' }).click()
    await expect(app).toHaveValue('')
    await page.goto(page1)
    await page.getByRole('button', { name: /Site Sync/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(app).toHaveValue('Site Sync')
  },
)

test(
  'Tab keeps a typed OAuth app ID and drops an invalid one',
  { tag: ['@RATE-06'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder?server=Production_US02')
    await page.getByRole('button', { name: 'Add bucket' }).click()
    const app = form(page).getByRole('combobox', { name: 'OAuth app ID' })
    await app.pressSequentially('typed-by-hand')
    await page.keyboard.press('Tab')
    await expect(form(page).getByRole('textbox', { name: 'Client ID' })).toBeFocused()
    await expect(app).toHaveValue('typed-by-hand')
    await form(page).getByRole('textbox', { name: 'Name' }).fill('By hand')
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add this bucket to Production_US02?')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await app.fill('Ledger Bridge of whom')
    await page.keyboard.press('Tab')
    await expect(app).toHaveValue('typed-by-hand')
  },
)

test(
  'each template server gets its own request; a failed one shows an alert and keeps its rows',
  { tag: ['@RATE-18', '@ERR-08'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'POST' && pathname.endsWith('/buckets'))
        calls.push(pathname.split('/')[5] ?? '')
    })
    await fillBucket(page, 'Two places')
    await choose(page, template(page, 2), 'Server', 'Monthly_Sandbox_US02')
    await page.route('**/quota_minder_servers/Monthly_Sandbox_US02/buckets', (route) =>
      route.fulfill({
        status: 503,
        json: {
          code: 'unavailable',
          message: 'The server is being moved.',
          errors: ['The server is being moved.'],
          request_id: 'r-1',
        },
      }),
    )
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Save this bucket on 2 servers?')
    await expect(dialog(page)).toContainText('Add this bucket to Integrator_Sandbox?')
    await expect(dialog(page)).toContainText('Add this bucket to Monthly_Sandbox_US02?')
    await confirm(page, 'One by one', 'Add bucket')
    const alert = page.getByRole('alertdialog')
    await expect(alert).toContainText('Monthly_Sandbox_US02: The server is being moved.')
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(alert).toBeHidden()
    await expect(page.getByText('Integrator_Sandbox: added')).toBeVisible()
    expect(calls).toEqual(['Integrator_Sandbox', 'Monthly_Sandbox_US02'])
    await expect(template(page, 1).getByRole('combobox', { name: 'Server' })).toHaveValue(
      'Monthly_Sandbox_US02',
    )
    await expect(template(page, 2)).toHaveCount(0)
    await page.unroute('**/quota_minder_servers/Monthly_Sandbox_US02/buckets')
    await form(page).getByRole('button', { name: 'Review and add' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Add this bucket to Monthly_Sandbox_US02?')
    await confirm(page, 'It is back', 'Add bucket')
    await expect(page.getByText('Monthly_Sandbox_US02: added')).toBeVisible()
  },
)

test(
  'editing shows what the change would have throttled, by app and hour, and saves it',
  { tag: ['@RATE-04', '@RATE-14', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto(page1)
    await rows(page)
      .filter({ hasText: '9,600' })
      .getByRole('button', { name: /Site Sync/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/bucket=\d+/)
    await expect(form(page).getByRole('button', { name: 'Review and save' })).toBeDisabled()
    await template(page, 2).getByRole('textbox', { name: 'Limit (calls)' }).fill('12')
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

test('choosing another server keeps unsaved input of the form', async ({ page, signIn }) => {
  await signIn('staff')
  await fillBucket(page, 'Half typed')
  await page.getByRole('combobox', { name: 'Server' }).first().click()
  await page.getByRole('option', { name: /^Production_UK01 / }).click()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Half typed')
})

test(
  'a bucket is deleted after a confirmation, and can be restored from its history',
  { tag: ['@RATE-05', '@RATE-15', '@RATE-17'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/quota_minder?server=Monthly_Sandbox_US01')
    await rows(page)
      .getByRole('button', { name: /Kilnworks load test/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(
      dialog(page).getByText(
        'Delete bucket Kilnworks load test from Monthly_Sandbox_US01? Clients fall back to the default limits.',
        { exact: true },
      ),
    ).toBeVisible()
    await expect(dialog(page)).toContainText('Throttled after this change')
    await confirm(page, 'The test is over', 'Delete bucket')
    await expect(page.getByText('No buckets on Monthly_Sandbox_US01 yet')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const changes = dialog(page).getByRole('listitem')
    await expect(changes).toHaveCount(2)
    await expect(changes.first()).toContainText('Deleted')
    await expect(changes.first()).toContainText('The test is over')
    await changes
      .first()
      .getByRole('button', { name: /^Revert/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Revert this change' })
    await expect(question).toContainText('main: 14,400 in 1 hour · spike: 200 in 10 seconds')
    await question.getByRole('textbox', { name: 'Reason' }).fill('One more week')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Revert change' }).click()
    await expect(changes.first()).toContainText('Reverted')
    await changes
      .nth(1)
      .getByRole('button', { name: /^Revert/ })
      .click()
    await question.getByRole('textbox', { name: 'Reason' }).fill('Again')
    await question.getByRole('button', { name: 'Revert change' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      'The bucket already has its state from before this change.',
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(1)
  },
)

test('only platform admins have QuotaMinder', { tag: ['@RATE-16'] }, async ({ page, signIn }) => {
  for (const person of ['owner', 'employee'] as const) {
    await signIn(person)
    await page.goto(page1)
    await expect(heading(page)).toHaveText(/not found/i)
  }
})
