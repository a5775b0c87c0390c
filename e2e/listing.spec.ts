import { expect, expectAccessible, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { openListing, openNewListing, openTab, saveListing, storedListing } from './listings.ts'
import { listingFields } from './listingFields.ts'
import { draftedApp, patchListing } from './reviewedListing.ts'
import { newApp, promote, review, announcement, saveVersion, submission } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const panel = (page: Page) => page.getByRole('tabpanel')
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const tabs = [
  'App Information',
  'Pricing & Availability',
  'Links',
  'Features',
  'Support',
  'Tools',
  'Requirements',
  'Contact',
  'Media',
  'Security & Compliance',
]

test(
  'the editor has ten tabs in order, each with a title, a hint and the content requirements',
  { tag: ['@LIST-01', '@LIST-03', '@LIST-04', '@LIST-05', '@LIST-06', '@APP-27'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'App Information')
    await expect(page.getByRole('tab')).toHaveText(tabs)
    for (const name of tabs) {
      await openTab(page, name)
      await expect(panel(page).getByRole('heading', { level: 2 }).first()).toHaveText(name)
      await expect(
        panel(page).getByRole('link', { name: /Content requirements for partners/ }),
      ).toHaveAttribute('href', '/documentation/partner-content-requirements')
    }
  },
)

test(
  'the general fields and the release version show counters and save as a draft',
  {
    tag: [
      '@LIST-09',
      '@LIST-18',
      '@LIST-24',
      '@LIST-25',
      '@LIST-26',
      '@LIST-27',
      '@LIST-28',
      '@LIST-29',
      '@LIST-31',
      '@LIST-35',
      '@LIST-36',
      '@LVAL-01',
      '@LVAL-05',
      '@LVAL-06',
      '@LVAL-35',
      '@LVAL-39',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'App Information')
    await expect(saveListing(page)).toBeDisabled()
    const name = field(page, 'Name')
    await expect(name).toHaveAttribute('required', '')
    await expect(page.locator('label', { hasText: 'Tagline' })).toContainText('*')
    await name.fill('x'.repeat(51))
    await expect(panel(page)).toContainText('Character limit exceeded (50)')
    await expect(tab(page, 'App Information')).toHaveAccessibleName(/has errors/)
    await name.fill('')
    await expect(panel(page)).toContainText('This field is required')
    await name.fill('Beam Log')
    await expect(panel(page)).not.toContainText('This field is required')
    await field(page, 'Tagline').fill('Beams, logged by storey, by crew and by day')
    await expect(field(page, 'Tagline')).toHaveAccessibleDescription(
      'One line that says what the app does for users. Max 40 characters recommended. 43 of 100 characters, more than the 40 recommended',
    )
    await expect(announcement(page, 'More than the 40 characters recommended')).toBeAttached()
    await field(page, 'Built by').fill('Northgate')
    await field(page, 'Sold by').fill('Northgate')
    await field(page, 'Integration summary').fill('Every beam is logged.')
    await field(page, 'About your company').fill('Twelve people.')
    await field(page, 'How it works').fill('Install it.')
    await field(page, 'Developer notes').fill('First release.')
    await page.getByRole('combobox', { name: 'Categories' }).click()
    await page.getByRole('option', { name: 'BIM', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Companies can install the app from its page' }).click()
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await expect(page.getByText('All changes are saved')).toBeVisible()
    await expect(page.getByTestId('listing-state')).toHaveText('Not reviewed')
    expect(await storedListing(api, app)).toMatchObject({
      public_name: 'Beam Log',
      built_by: 'Northgate',
      category_ids: [4],
      draft_developer_notes: 'First release.',
      installable: false,
    })
    await button(page, 'Preview').click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect(preview.getByText('Beam Log').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(button(page, 'Preview')).toBeFocused()
  },
)

test(
  'the version picker offers approved versions and those in review, each with its tag',
  { tag: ['@LIST-32', '@LIST-33', '@LIST-34', '@LVAL-13'] },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'App Information')
    await expect(panel(page)).toContainText('No version is approved or in review yet.')
    const first = await promote(api, await saveVersion(api, app, '1.0.0'))
    await review(api, first, submission)
    await signIn('staff')
    await review(api, first, { state: 'published' })
    await signIn('owner')
    const second = await promote(api, await saveVersion(api, app, '1.1.0'))
    await review(api, second, submission)
    await page.reload()
    await page.getByRole('combobox', { name: 'Version' }).click()
    const options = page.getByRole('option')
    await expect(options).toHaveText([/1\.1\.0.*in review/, /1\.0\.0.*published/])
    const color = (state: string) =>
      page
        .getByRole('option')
        .locator(`[data-state="${state}"]`)
        .evaluate((tag) => getComputedStyle(tag).color.match(/\d+/g)?.map(Number) ?? [])
    const [blue, green] = [await color('published'), await color('in_review')]
    expect(blue[2], 'published is blue').toBeGreaterThan(Math.max(blue[0] ?? 0, blue[1] ?? 0))
    expect(green[1], 'in review is green').toBeGreaterThan(Math.max(green[0] ?? 0, green[2] ?? 0))
    await options.first().click()
    await saveListing(page).click()
    await expect.poll(async () => (await storedListing(api, app)).app_version_id).toBe(second)
  },
)

test(
  'prices and countries can be entered; regions select their countries and show partial selection',
  {
    tag: [
      '@LIST-37',
      '@LIST-38',
      '@LIST-39',
      '@LIST-40',
      '@LIST-41',
      '@LIST-42',
      '@LIST-43',
      '@LIST-44',
      '@LIST-45',
      '@LIST-46',
      '@LIST-48',
      '@LIST-49',
      '@LIST-50',
      '@LIST-51',
      '@LVAL-19',
      '@LVAL-20',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Pricing & Availability')
    for (const question of [
      'Does the app require a subscription with your company?',
      'Does it require a third-party connector?',
      'Do you offer free trials?',
    ]) {
      await page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: 'Yes' }).check()
    }
    await field(page, 'Pricing page').fill('northgate')
    await field(page, 'Pricing description').fill('Per seat.')
    await expect(panel(page)).toContainText('This URL is invalid')
    await field(page, 'Pricing page').fill('https://northgate.test/prices')
    await page.getByRole('radio', { name: 'Specific regions' }).check()
    await expect(panel(page)).not.toContainText('You must select a region or country')
    const asia = page.getByRole('checkbox', { name: 'Asia Pacific', exact: true })
    await button(page, 'Show the countries of Asia Pacific').click()
    const australia = page.getByRole('checkbox', { name: 'Australia', exact: true })
    const row = await Promise.all(
      ['Australia', 'Fiji', 'Guam', 'Hong Kong'].map(async (name) =>
        page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).boundingBox(),
      ),
    )
    expect(row[0]?.y, 'three countries in a row').toBe(row[2]?.y)
    expect(row[3]?.y).toBeGreaterThan(row[0]?.y ?? 0)
    await australia.check()
    await expect(asia).toHaveJSProperty('indeterminate', true)
    await page.getByRole('radio', { name: 'All regions' }).check()
    await expect(asia).toHaveCount(0)
    await page.getByRole('radio', { name: 'Specific regions' }).check()
    await expect(australia, 'what was ticked is not lost by looking at the other choice').toBeChecked()
    await expect(asia).toHaveJSProperty('indeterminate', true)
    await expectAccessible(page)
    await asia.focus()
    await page.keyboard.press('Space')
    await expect(asia).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Japan', exact: true })).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: 'Vietnam', exact: true })).toBeChecked()
    await asia.uncheck()
    await expect(panel(page)).toContainText('You must select a region or country where your app is available')
    await button(page, 'Hide the countries of Asia Pacific').click()
    await expect(panel(page)).not.toContainText('You must select a region or country')
    await expect(page.getByRole('link', { name: /Is a country missing\?/ })).toHaveAttribute(
      'href',
      'mailto:marketplace-support@trestle.localhost',
    )
    await page.getByRole('radio', { name: 'All regions' }).check()
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    const stored = await storedListing(api, app)
    expect(stored).toMatchObject({
      subscription_required: true,
      has_trials: true,
      pricing_description: 'Per seat.',
    })
    expect(Object.keys(stored.regions as object)).toHaveLength(7)
  },
)

test(
  'link, feature and requirement rows can be added and removed; one always remains',
  {
    tag: [
      '@LIST-54',
      '@LIST-55',
      '@LIST-57',
      '@LIST-58',
      '@LIST-64',
      '@LIST-65',
      '@LIST-66',
      '@LIST-67',
      '@LIST-68',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Links')
    await expect(button(page, 'Remove link 1')).toHaveCount(0)
    for (const number of [1, 2]) {
      await field(page, `Label of link ${number}`).fill(`Guide ${number}`)
      await field(page, `Address of link ${number}`).fill(`https://northgate.test/${number}`)
      await button(page, 'Add a link').click()
      await expect(field(page, `Label of link ${number + 1}`)).toBeFocused()
    }
    await expect(button(page, 'Add a link')).toHaveCount(0)
    await expect(button(page, 'Remove link 3')).toBeVisible()
    await button(page, 'Remove link 1').click()
    await expect(field(page, 'Label of link 1')).toHaveValue('Guide 2')

    await openTab(page, 'Features')
    await expect(panel(page).getByRole('textbox')).toHaveCount(3)
    await expect(field(page, '1st feature')).toBeVisible()
    await expect(panel(page)).toContainText('Up to 200 characters')
    await field(page, '3rd feature').fill('x'.repeat(201))
    await expect(panel(page)).toContainText('Character limit exceeded (200)')
    await field(page, '3rd feature').fill('work offline')
    await button(page, 'Add a feature').click()
    await expect(field(page, '4th feature')).toBeFocused()
    await button(page, 'Remove 1st feature').click()
    await expect(panel(page).getByRole('textbox')).toHaveCount(3)

    await openTab(page, 'Requirements')
    await field(page, 'Requirement 1').fill('Admin rights')
    await button(page, 'Add a requirement').click()
    await field(page, 'Requirement 2').fill('An account')
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({
      helpful_links: [{ label: 'Guide 2', url: 'https://northgate.test/2' }],
      requirements: ['Admin rights', 'An account'],
    })
  },
)

test(
  'support, tools and one contact method can be chosen; partners are not offered create lead',
  {
    tag: [
      '@LIST-60',
      '@LIST-61',
      '@LIST-62',
      '@LIST-63',
      '@LIST-69',
      '@LIST-70',
      '@LVAL-22',
      '@LVAL-41',
      '@LVAL-42',
    ],
  },
  async ({ page, signIn, api }) => {
    const app = await openNewListing(page, api, signIn, 'Support')
    await field(page, 'Website label').fill('Northgate')
    await field(page, 'Support email').fill('help')
    await expect(panel(page)).toContainText('This email is invalid')
    await field(page, 'Support email').fill('help@northgate.test')
    await field(page, 'Website address').fill('https://northgate.test')
    await openTab(page, 'Tools')
    await page.getByRole('checkbox', { name: 'RFIs', exact: true }).check()
    await openTab(page, 'Contact')
    await expect(page.getByRole('radio', { name: 'Create lead' })).toHaveCount(0)
    await page.getByRole('radio', { name: 'Contact us' }).check()
    // The public page shows it as a `mailto:` link.
    await expect(field(page, 'Contact email')).toHaveAccessibleDescription(/opens an email to this address/)
    await field(page, 'Contact email').fill('sales@northgate.test')
    await page.getByRole('radio', { name: 'Learn how' }).check()
    await field(page, 'Learn-how page').fill('https://northgate.test/start')
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    expect(await storedListing(api, app)).toMatchObject({
      support_email: 'help@northgate.test',
      product_tools: { '33': true },
      contact_us_email: '',
      learn_how_url: 'https://northgate.test/start',
    })
  },
)

test(
  'employees may choose create lead, which shows two notes; others see that the platform set it',
  { tag: ['@LIST-71', '@LIST-72', '@LIST-77', '@LADM-19'] },
  async ({ page, signIn, api }) => {
    await signIn('employee')
    const app = await newApp(api)
    await openListing(page, app, 'Contact')
    await page.getByRole('radio', { name: 'Create lead' }).check()
    await expect(panel(page).getByRole('listitem')).toHaveCount(2)
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    expect((await storedListing(api, app)).create_lead).toBe(true)
  },
)

test(
  'the form check lists what is missing; an entry links to its field on another tab',
  { tag: ['@LIST-08', '@LVAL-02', '@LVAL-28', '@LVAL-36', '@LVAL-37', '@LVAL-38', '@LVAL-45', '@LVAL-50'] },
  async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'App Information')
    await field(page, 'Developer notes').focus()
    await button(page, 'Check listing').click()
    const found = page
      .getByRole('alert')
      .filter({ hasText: 'Please correct the errors below before submitting for review' })
    await expect(found.locator('..'), 'read from its beginning').toBeFocused()
    await expect(found).toBeInViewport()
    await expect(found).toContainText('At least 3 items are required')
    for (const name of ['App Information', 'Features', 'Support', 'Contact', 'Media']) {
      await expect(tab(page, name)).toHaveAccessibleName(/has errors/)
    }
    await expect(tab(page, 'Links')).not.toHaveAccessibleName(/has errors/)
    await found.getByRole('button', { name: /^Support email/ }).click()
    await expect(field(page, 'Support email')).toBeFocused()
  },
)

test(
  'progress grows with each complete section, and a complete, saved listing can be submitted',
  { tag: ['@LIST-15', '@LIST-16', '@LIST-17', '@LSTATE-08'] },
  async ({ page, signIn, api }) => {
    const app = await draftedApp(page, api, signIn)
    await openListing(page, app, 'App Information')
    await expect(page.getByText('6 of 6 required sections are complete')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(button(page, 'Submit for approval')).toBeEnabled()
    await field(page, 'Tagline').fill('')
    await expect(page.getByText('5 of 6 required sections are complete')).toBeVisible()
    await expect(button(page, 'Submit for approval')).toBeDisabled()
    await expect(button(page, 'Submit for approval')).toHaveAccessibleDescription(
      'Save your changes before you submit.',
    )
    await saveListing(page).click()
    await expect(announcement(page, 'Listing saved')).toBeVisible()
    await expect(button(page, 'Submit for approval')).toHaveAccessibleDescription(
      'Correct 1 field before you submit.',
    )
  },
)

test(
  'the intro banner expands and can be dismissed for good; each role sees its way to activation',
  {
    tag: [
      '@LIST-11',
      '@LIST-12',
      '@LIST-13',
      '@LIST-14',
      '@LIST-19',
      '@LIST-20',
      '@LIST-21',
      '@LIST-22',
      '@LIST-23',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('partner')
    const theirs = await newApp(api)
    await openListing(page, theirs, 'App Information')
    await expect(page.getByRole('link', { name: /Complete your application/ })).toHaveAttribute(
      'href',
      new RegExp(`/apply\\?app_id=${theirs.id}$`),
    )
    const app = await openNewListing(page, api, signIn, 'App Information')
    await expect(page.getByRole('link', { name: /Start vetting/ })).toHaveAttribute(
      'href',
      new RegExp(`/vetting\\?app_id=${app.id}$`),
    )
    await expect(button(page, 'Submit for approval')).toHaveAccessibleDescription(
      'You can submit the listing once the app is activated on the marketplace.',
    )
    await button(page, 'Manage your listing yourself').click()
    await expect(page.getByText('Save drafts as often as you like')).toBeVisible()
    await expect(page.getByText('New in listings')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Close "Manage your listing yourself"').click()
    expect(await page.evaluate(() => localStorage.getItem('self-service-intro-dismissed'))).toBe('true')
    await page.reload()
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expect(page.getByText('Manage your listing yourself')).toHaveCount(0)
  },
)

test('the first field is visible without scrolling, below all banners', async ({ page, signIn, api }) => {
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
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    const bar = page.getByRole('group', { name: 'Listing actions' })
    const bottom = async () => {
      const box = await field(page, 'Name').boundingBox()
      return box === null ? Infinity : box.y + box.height
    }
    const barTop = async () => (await bar.boundingBox())?.y ?? 0
    await expect
      .poll(async () => (await barTop()) - (await bottom()), {
        message: `room at ${width} px`,
        timeout: 3000,
      })
      .toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  }
  await page.setViewportSize({ width: 320, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('leaving with unsaved changes asks first', { tag: ['@LSTATE-40'] }, async ({ page, signIn, api }) => {
  await openNewListing(page, api, signIn, 'App Information')
  await field(page, 'Built by').fill('Northgate')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('You have unsaved changes, are you sure you wish to continue?')
  await page.keyboard.press('Escape')
  await expect(field(page, 'Built by')).toHaveValue('Northgate')
})

test('the URL includes the section; reload and Back return to it, and input survives on the way', async ({
  page,
  signIn,
  api,
}) => {
  const app = await openNewListing(page, api, signIn, 'App Information')
  await field(page, 'Built by').fill('Northgate')
  await openTab(page, 'Support')
  await openTab(page, 'Media')
  await expect(page).toHaveURL(/marketplace_listing\?section=media$/)
  await page.goBack()
  await expect(tab(page, 'Support')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(field(page, 'Built by')).toHaveValue('Northgate')
  await expect(page).toHaveURL(/marketplace_listing$/)
  await saveListing(page).click()
  await expect(announcement(page, 'Listing saved')).toBeVisible()
  await openTab(page, 'Contact')
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Contact' })).toBeVisible()
  await page.goto(`/developer_apps/${app.id}/marketplace_listing?section=nothing`)
  await expect(page.getByRole('tabpanel', { name: 'App Information' })).toBeVisible()
})

test('the step bar stays visible on a phone and never covers the focused field', async ({
  page,
  signIn,
  api,
}) => {
  await openNewListing(page, api, signIn, 'App Information')
  const bar = page.getByRole('group', { name: 'Listing actions' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await field(page, 'Name').focus()
    for (const name of ['Tagline', 'Built by', 'Sold by', 'Integration summary', 'About your company']) {
      await page.keyboard.press('Tab')
      await expect(field(page, name)).toBeFocused()
      const [box, over] = await Promise.all([field(page, name).boundingBox(), bar.boundingBox()])
      expect((over?.y ?? 0) + (over?.height ?? 0), 'the bar is in sight').toBeLessThanOrEqual(800)
      expect((box?.y ?? 0) + (box?.height ?? 0), `${name} at ${width} px`).toBeLessThanOrEqual(over?.y ?? 0)
    }
  }
})

test(
  'users who may not edit see a read-only listing and a note on who may',
  { tag: ['@LIST-10', '@LSTATE-09', '@LSTATE-13'] },
  async ({ page, signIn }) => {
    await signIn('dev-collab')
    await page.goto('/developer_apps')
    await page.getByRole('main').getByRole('link', { name: 'Site Sync' }).first().click()
    await page.getByRole('link', { name: 'Marketplace Listing', exact: true }).click()
    await expect(field(page, 'Name')).toHaveAttribute('readonly', '')
    await expect(page.getByText("Only the app's owner and admins can change the listing.")).toBeVisible()
    await expect(saveListing(page)).toHaveCount(0)
  },
)

test(
  'when two people edit the same listing, the second one reloads or overwrites',
  { tag: ['@LSTATE-28'] },
  async ({ page, signIn, api }) => {
    const app = await draftedApp(page, api, signIn)
    await openListing(page, app, 'App Information')
    await field(page, 'Built by').fill('Mine')
    await patchListing(api, app, { built_by: 'Theirs', tagline: listingFields.tagline })
    await saveListing(page).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: /verwrite/ }).click()
    await expect.poll(async () => (await storedListing(api, app)).built_by).toBe('Mine')
  },
)

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('country names use the language of the page', { tag: ['@LIST-53'] }, async ({ page, signIn, api }) => {
    await openNewListing(page, api, signIn, 'Pricing & Availability')
    await page.getByRole('radio', { name: 'Specific regions' }).check()
    await button(page, 'Show the countries of Europe').click()
    await expect(page.getByRole('checkbox', { name: 'Germany', exact: true })).toBeVisible()
    await expect(panel(page)).not.toContainText('Deutschland')
  })
})

test(
  'without marketplace applications a listing needs no activation, and staff have no switch for it',
  { tag: ['@LIST-23', '@LADM-13', '@other-settings'] },
  async ({ page, signIn, api }) => {
    const app = await draftedApp(page, api, signIn, { marketplaceEnabled: false })
    await signIn('staff')
    await page.goto(`/admin/developer_apps/${app.id}/marketplace_listing`)
    await expect(page.getByRole('heading', { name: 'Review timeline' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Marketplace enabled' })).toHaveCount(0)

    await signIn('owner')
    await openListing(page, app, 'App Information')
    await expect(page.getByRole('link', { name: /Start vetting|Complete your application/ })).toHaveCount(0)
    await button(page, 'Submit for approval').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
    await expect(announcement(page, 'The listing was submitted')).toBeVisible()
    await expect(page.getByTestId('listing-state')).toHaveText('In review')
  },
)
