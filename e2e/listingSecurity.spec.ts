import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openListing, openNewListing, openTab, saveListing, storedListing } from './listings.ts'
import { newApp, announcement } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const tab = 'Security & Compliance'
const panel = (page: Page) => page.getByRole('tabpanel', { name: tab })
const toggle = (page: Page) =>
  panel(page).getByRole('switch', { name: 'Answer the questionnaire and show the answers' })
const block = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true })
const text = (page: Page, name: string) => panel(page).getByRole('textbox', { name })
const question = (page: Page, name: string | RegExp) => panel(page).getByRole('radiogroup', { name })

/** Finds a text box or a combobox by its whole label. */
const field = (page: Page, name: string) =>
  panel(page)
    .getByRole('textbox', { name, exact: true })
    .or(panel(page).getByRole('combobox', { name, exact: true }))

async function answer(page: Page, name: string | RegExp, provided: 'Yes' | 'No'): Promise<void> {
  await question(page, name).getByRole('radio', { name: provided }).check()
}

async function choose(page: Page, name: string, ...options: string[]): Promise<void> {
  const box = field(page, name)
  for (const option of options) {
    await box.fill(option)
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await box.press('Escape')
}

const platform = 'Will you notify'
const required = 'This field is required'

/** Each yes/no question and the fields that a yes enables. */
const dependents = [
  ['Do other companies process customer data', ['Which companies, and for what purpose?']],
  ['Does your app handle sensitive data', ['Which data, and how is it protected?']],
  ['Do you have a contact for security', ['Security email']],
  ['Is your company accredited', ['Standards', 'Other standards']],
  ['Do you have a vulnerability disclosure', ['URL of the published rules']],
  ['Can companies sign in through their own', ['Providers', 'Other providers']],
] as const

const yesOrNo = [
  'Does your app support multi-factor',
  'Does your app download files',
  ...dependents.map(([name]) => name),
  'Is your security audited',
  'Is your app penetration-tested',
  platform,
  'Do you have a bug bounty',
  'Is customer data encrypted at rest',
  'Is customer data encrypted in transit',
  'Does your app support SAML 2.0',
]

test(
  'the questionnaire is shown and hidden by its switch; only saving confirms it',
  { tag: ['@SEC-01', '@SEC-02', '@SEC-03', '@SEC-04', '@SEC-05', '@SEC-06'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openListing(page, app, tab)
    await expect(toggle(page)).not.toBeChecked()
    await expect(question(page, /./)).toHaveCount(0)
    await toggle(page).click()
    await expect(question(page, /./)).toHaveCount(yesOrNo.length)
    await toggle(page).click()
    await expect(question(page, /./)).toHaveCount(0)
    await expect(saveListing(page)).toBeDisabled()
    await toggle(page).click()
    expect(await storedListing(api, app)).toEqual({})
    await expect(announcement(page, /^Security questionnaire/)).toHaveCount(0)

    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await expect(announcement(page, 'Security questionnaire enabled')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({ security_questionnaire_visible: true })
    await toggle(page).click()
    await saveListing(page).click()
    await expect(announcement(page, 'Security questionnaire disabled')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({ security_questionnaire_visible: false })
  },
)

test(
  'a read-only sheet 900 px wide explains the questions in four blocks, with a way back',
  { tag: ['@SEC-07', '@SEC-08', '@SEC-09', '@SEC-10', '@SEC-11'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openListing(page, app, tab)
    const opener = panel(page).getByRole('button', { name: 'Review questions' })
    await opener.click()
    const sheet = page.getByRole('dialog', { name: 'What the questionnaire asks' })
    await expect(sheet).toBeVisible()
    const box = await sheet.boundingBox()
    expect([box?.width, (box?.x ?? 0) + (box?.width ?? 0)]).toEqual([900, 1440])
    await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
      'Company and data location',
      'Data handling and subprocessors',
      'Audits, standards and testing',
      'Technical controls',
    ])
    const terms = await sheet.getByRole('term').count()
    await expect(sheet.getByRole('definition')).toHaveCount(2 * terms)
    await expect(sheet.getByRole('definition').filter({ hasText: /^Yes/ })).toHaveCount(terms)
    await expect(sheet.getByRole('definition').filter({ hasText: /^No/ })).toHaveCount(terms)
    await expect(sheet.getByRole('textbox').or(sheet.getByRole('radio'))).toHaveCount(0)
    await expectAccessible(page)
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('Tab')
      await expect(sheet.locator(':focus')).toHaveCount(1)
    }
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
  },
)

test(
  'sign-in and files come first; every question requires a yes or a no',
  {
    tag: [
      '@SEC-12',
      '@SEC-13',
      '@SEC-14',
      '@SEC-15',
      '@SEC-16',
      '@SEC-17',
      '@SEC-18',
      '@SEC-19',
      '@SEC-23',
      '@SEC-27',
      '@SEC-29',
      '@SEC-30',
      '@SEC-32',
      '@SEC-33',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openListing(page, app, tab)
    await toggle(page).click()
    const first = panel(page).getByRole('radiogroup')
    await expect(first.nth(0)).toHaveAccessibleName(/multi-factor/)
    await expect(first.nth(1)).toHaveAccessibleName(/download files with an authorized request/)
    for (const name of yesOrNo) {
      await expect(question(page, name).getByRole('radio')).toHaveCount(2)
      await expect(question(page, name).getByRole('radio', { checked: true })).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Check listing' }).click()
    const company = block(page, 'Company and data location')
    await expect(company.getByText(required)).toHaveCount(5)
    await expect(panel(page).getByText(required)).toHaveCount(yesOrNo.length + 5)
    await expectAccessible(page)
    await answer(page, 'Does your app support multi-factor', 'No')
    await answer(page, 'Is your security audited', 'Yes')
    await text(page, 'Legal name of your company').fill('Northgate Software GmbH')
    await expect(panel(page).getByText(required)).toHaveCount(yesOrNo.length + 2)
  },
)

test(
  'fields that depend on a yes are disabled until then, then required and validated',
  { tag: ['@SEC-20', '@SEC-21', '@SEC-22', '@SEC-24', '@SEC-28', '@SEC-31', '@SEC-33', '@SEC-35'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openListing(page, app, tab)
    await toggle(page).click()
    for (const [asked, fields] of dependents) {
      for (const name of fields) {
        const box = field(page, name)
        await expect(box).toBeDisabled()
        await expect(box).toHaveAccessibleDescription(/Applies if you answer yes above\./)
      }
      await answer(page, asked, 'Yes')
      const [main] = fields
      const box = field(page, main)
      await expect(box).toBeEnabled()
      await box.focus()
      await box.blur()
      await expect(box).toHaveAccessibleDescription(new RegExp(required))
    }
    await text(page, 'Security email').fill('us')
    await expect(text(page, 'Security email')).toHaveAccessibleDescription(/This email is invalid/)
    await text(page, 'URL of the published rules').fill('nowhere')
    await expect(text(page, 'URL of the published rules')).toHaveAccessibleDescription(/This URL is invalid/)
    await expect(page.getByRole('tab', { name: tab })).toContainText('has errors')
    await text(page, 'Other standards').fill('A regional scheme')
    await expect(field(page, 'Standards')).not.toHaveAccessibleDescription(new RegExp(required))
    await toggle(page).click()
    await expect(page.getByRole('tab', { name: tab })).not.toContainText('has errors')
  },
)

test(
  'standards are grouped by name; answers survive a reload, and a no clears dependent fields',
  { tag: ['@SEC-24', '@SEC-25', '@SEC-26', '@SEC-31', '@SEC-36'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openListing(page, app, tab)
    await toggle(page).click()
    await answer(page, 'Is your company accredited', 'Yes')
    await answer(page, 'Can companies sign in through their own', 'Yes')
    const standards = field(page, 'Standards')
    await standards.click()
    await expect(page.getByRole('group', { name: 'SOC 2' }).getByRole('option')).toHaveText([
      'SOC 2 - Type 1',
      'SOC 2 - Type 2',
    ])
    await page.keyboard.press('Escape')
    await choose(page, 'Standards', 'SOC 2 - Type 2', 'ISO 27001 - 2022', 'FedRAMP - Moderate', 'TISAX - AL3')
    await choose(page, 'Providers', 'Okta', 'Microsoft Entra ID')
    await choose(page, 'Countries where it is stored or processed', 'Germany', 'Ireland')
    await choose(page, 'Country of your headquarters', 'Germany')
    await expectAccessible(page)
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({
      security_questionnaire: {
        has_security_standards: true,
        sso_providers: ['Okta', 'Microsoft Entra ID'],
        headquarters_country_id: 276,
        data_processing_country_ids: [276, 372],
      },
    })
    await page.reload()
    await openTab(page, tab)
    await expect(panel(page).getByText('ISO 27001 - 2022', { exact: true })).toBeVisible()
    await expect(field(page, 'Country of your headquarters')).toHaveValue('Germany')
    await answer(page, 'Is your company accredited', 'No')
    await saveListing(page).click()
    await expect
      .poll(async () => storedListing(api, app))
      .toMatchObject({
        security_questionnaire: { has_security_standards: false, security_standard_ids: [] },
      })
    await expect(panel(page).getByText('ISO 27001 - 2022', { exact: true })).toHaveCount(0)
  },
)

test(
  'a server that does not ask the questionnaire shows no tab of it',
  { tag: ['@SEC-01', '@SEC-03', '@other-settings'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'Media')
    await expect(page.getByRole('tab')).toHaveCount(9)
    await expect(page.getByRole('tab', { name: tab })).toHaveCount(0)
  },
)
