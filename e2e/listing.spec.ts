import { expect, expectAccessible, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { openNewListing, openTab, saveListing, fetchListing } from './listings.ts'
import { patchListing } from './reviewedListing.ts'
import { announcement } from './versions.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

test(
  'a developer fills in a listing across tabs, finds it again, and overwrites what someone else saved',
  { tag: ['@LIST-01', '@APP-27', '@LVAL-39', '@LSTATE-28', '@LSTATE-40'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'App Information')

    await test.step('fields of all tabs are saved together', async () => {
      await field(page, 'Name').fill('Beam Log')
      await field(page, 'Built by').fill('Northgate')
      await openTab(page, 'Pricing & Availability')
      await page.getByRole('radio', { name: 'All regions' }).check()
      await openTab(page, 'Links')
      await field(page, 'Label of link 1').fill('Guide')
      await field(page, 'URL of link 1').fill('https://northgate.test/guide')
      await button(page, 'Add a link').click()
      await openTab(page, 'Tools')
      await page.getByRole('checkbox', { name: 'RFIs', exact: true }).check()
      await openTab(page, 'Contact')
      await page.getByRole('radio', { name: 'Learn how' }).check()
      await field(page, 'Learn-how page').fill('https://northgate.test/start')
      await openTab(page, 'Security & Compliance')
      await page.getByRole('switch', { name: /^Answer the questionnaire/ }).click()
      await page
        .getByRole('radiogroup', { name: /^Does your app support multi-factor/ })
        .getByRole('radio', { name: 'Yes' })
        .check()
      await saveListing(page).click()
      await expect(announcement(page, 'Security questionnaire enabled')).toBeVisible()
      const stored = await fetchListing(api, app)
      expect(stored).toMatchObject({
        public_name: 'Beam Log',
        built_by: 'Northgate',
        helpful_links: [{ label: 'Guide', url: 'https://northgate.test/guide' }],
        product_tools: { '33': true },
        learn_how_url: 'https://northgate.test/start',
        security_questionnaire_visible: true,
        security_questionnaire: { has_mfa_support: true, has_fas_support: null },
      })
      expect(Object.keys(stored['regions'] as object)).toHaveLength(7)
    })

    await test.step('a reload returns to the section, and Back to the one before', async () => {
      await openTab(page, 'Support')
      await openTab(page, 'Contact')
      await expect(page).toHaveURL(/marketplace_listing\?section=contact$/)
      await page.reload()
      await expect(field(page, 'Learn-how page')).toHaveValue('https://northgate.test/start')
      await page.goBack()
      await expect(tab(page, 'Support')).toHaveAttribute('aria-selected', 'true')
    })

    await test.step('the second of two people overwrites', async () => {
      await openTab(page, 'App Information')
      await field(page, 'Built by').fill('Mine')
      const { id } = await fetchListing(api, app)
      await patchListing(api, { listingId: Number(id) }, { built_by: 'Theirs' })
      await saveListing(page).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click()
      await expect.poll(async () => (await fetchListing(api, app))['built_by']).toBe('Mine')
    })

    await test.step('the preview shows the public page', async () => {
      await button(page, 'Preview').click()
      const preview = page.getByRole('dialog', { name: 'Preview' })
      await expect(preview.getByRole('heading', { name: 'Beam Log' }).first()).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('leaving with unsaved changes asks first', async () => {
      await field(page, 'Built by').fill('Northgate again')
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText('You have unsaved changes, are you sure you wish to continue?')
      await page.keyboard.press('Escape')
      await expect(field(page, 'Built by')).toHaveValue('Northgate again')
    })
  },
)

test('the buttons below a listing are in one line on a small phone', async ({ page, api, signIn }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await openNewListing(page, api, signIn, 'App Information')
  const bar = page.getByRole('group', { name: 'Listing actions' })
  const tops = () =>
    bar
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  await expect(bar.getByRole('button')).toHaveCount(3)
  expect(Math.max(...(await tops())) - Math.min(...(await tops()))).toBeLessThan(10)
})

test('the first field is visible below all banners, and the step bar covers no focused field', async ({
  page,
  signIn,
  api,
}) => {
  await openNewListing(page, api, signIn, 'App Information')
  await field(page, 'Name').fill('Beam log')
  await button(page, 'Save draft').click()
  await expect(announcement(page, 'Listing saved')).toBeVisible()
  for (const banner of [
    'Manage your listing yourself',
    'New in listings',
    'Become a partner',
    'Not reviewed yet',
  ]) {
    await expect(page.getByText(banner)).toBeVisible()
  }
  const bar = page.getByRole('group', { name: 'Listing actions' })
  const barTop = async () => (await bar.boundingBox())?.y ?? 0
  const bottom = async (name: string) => {
    const box = await field(page, name).boundingBox()
    return box === null ? Infinity : box.y + box.height
  }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect
      .poll(async () => (await barTop()) - (await bottom('Name')), {
        message: `room at ${width} px`,
        timeout: 3000,
      })
      .toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.setViewportSize({ width, height: 800 })
    await field(page, 'Name').focus()
    for (const name of ['Tagline', 'Built by', 'Sold by', 'Integration summary', 'About your company']) {
      await page.keyboard.press('Tab')
      await expect(field(page, name)).toBeFocused()
      const box = await bar.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), 'the bar is visible').toBeLessThanOrEqual(800)
      expect(await bottom(name), `${name} at ${width} px`).toBeLessThanOrEqual(box?.y ?? 0)
    }
  }
  await page.setViewportSize({ width: 320, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
