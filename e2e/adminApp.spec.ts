import type { Locator } from '@playwright/test'
import { oneTime, question } from './credentials.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId, createApp, newPerson, register } from './people.ts'
import { card, generate } from './sandboxes.ts'
import { heading } from './screen.ts'
import { newApp, announcement } from './versions.ts'

test.describe.configure({ timeout: 120_000 })

const panel = (page: Page) => page.getByRole('complementary', { name: 'About the app' })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const form = (page: Page) => region(page, 'App')
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save app' })
const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'App administration pages' })
    .getByRole('link', { name, exact: true, includeHidden: true })
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
const ownerDialog = (page: Page) => page.getByRole('dialog', { name: 'Change Owner (Dangerous)' })
const pendingIn = (place: Locator) => place.getByText('The owner changes when you save the app')
const withSeconds = /^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d:\d\d [ap]m$/

/** Parses a date in the full form with seconds, in the reader's time zone. */
const readInForm = (words = '') => Date.parse(words.replace(/(\d)(?:st|nd|rd|th)/, '$1'))
const toSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000) * 1000

interface AdminApp {
  owner: { email: string }
  created_at: string
  updated_at: string
  deleted_at: string | null
  marketplace_enabled: boolean
  sandbox: { status: string }
  contacts: { id: number; email: string }[]
}

const stored = async (api: Api, { id }: { id: number }): Promise<AdminApp> =>
  (await api.get(`/api/v1/admin/developer_apps/${id}`)).body as AdminApp

async function open(page: Page, app: { id: number }, at = ''): Promise<void> {
  await page.goto(`/admin/developer_apps/${app.id}${at}`)
  await expect(panel(page)).toBeVisible()
}

/** Deletes the app as the signed-in user. */
async function deleteApp(page: Page, { id }: { id: number }): Promise<void> {
  const session = (await (await page.request.get('/api/v1/session')).json()) as { csrf_token: string }
  const headers = { 'x-csrf-token': session.csrf_token }
  expect((await page.request.delete(`/api/v1/developer_apps/${id}`, { headers })).status()).toBe(204)
}

async function chooseOwner(page: Page, email: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Change Owner (Dangerous)' }).click()
  await ownerDialog(page).getByLabel('New owner').fill(email)
  await page.getByRole('option', { name: email }).click()
  await ownerDialog(page).getByRole('button', { name: 'Choose as owner' }).click()
  await expect(ownerDialog(page)).toBeHidden()
}

test(
  'an app has four tabs, and beside each the owner, contacts and dates',
  {
    tag: [
      '@AAPP-20',
      '@AAPP-21',
      '@AAPP-22',
      '@AAPP-24',
      '@AAPP-25',
      '@AAPP-26',
      '@AAPP-27',
      '@AAPP-28',
      '@AAPP-31',
      '@AAPP-40',
      '@AAPP-41',
      '@AAPP-42',
      '@MAN-07',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    await signIn('staff')
    await open(page, { id })
    await expect(crumbs(page)).toHaveText(['Admin', 'Developer Apps', 'Site Sync'])
    await expect(heading(page)).toHaveText('Edit - Site Sync')
    await expect(page).toHaveTitle('General · Site Sync · Trestle')
    await expect(tab(page, 'General')).toHaveAttribute('aria-current', 'page')

    const owner = panel(page).getByRole('region', { name: 'Owner' })
    await expect(owner.getByRole('definition')).toHaveText(['Olivia Okafor', 'owner@demo.test', '41001'])
    const metadata = panel(page).getByRole('region', { name: 'Metadata' })
    await expect(metadata.getByRole('term')).toHaveText(['Created at', 'Updated at', 'Deleted at'])
    const [created, updated, deleted] = await metadata.getByRole('definition').allTextContents()
    expect(created).toMatch(withSeconds)
    expect(updated).toMatch(withSeconds)
    expect(deleted).toBe('Not Deleted')
    const { created_at, updated_at } = await stored(api, { id })
    expect([readInForm(created), readInForm(updated)]).toEqual([toSeconds(created_at), toSeconds(updated_at)])
    await expect(panel(page).getByRole('button', { name: 'Undelete' })).toHaveCount(0)
    await expect(panel(page).getByRole('link', { name: 'New integration request contact' })).toHaveAttribute(
      'href',
      `/admin/developer_apps/${id}/contacts/new`,
    )
    const manifests = region(page, 'Manifests')
    await expect(manifests.getByRole('tab')).toHaveText(['Sandbox', 'Production'])

    for (const [name, at] of [
      ['Sandbox', 'sandbox'],
      ['Marketplace Listing', 'marketplace_listing'],
      ['Performance Metrics', 'performance_metrics'],
    ] as const) {
      await test.step(name, async () => {
        await tab(page, name).click()
        await expect(page).toHaveURL(`/admin/developer_apps/${id}/${at}`)
        await expect(page).toHaveTitle(`${name} · Site Sync · Trestle`)
        await expect(panel(page)).toBeVisible()
      })
    }
    await page.getByRole('link', { name: 'Open Engagement Report' }).click()
    await expect(heading(page)).toHaveText('App Engagement Report')
    await expect(page).toHaveURL(`/admin/developer_apps/${id}/engagement_report`)
    await page.goto(`/admin/developer_apps/${id}/nowhere`)
    await expect(heading(page)).toHaveText('Page not found')
  },
)

test(
  'the page does not exist for anyone but staff, including the owner',
  { tag: ['@AAPP-20', '@AAPP-46'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    for (const at of ['', '/contacts/new']) {
      await page.goto(`/admin/developer_apps/${id}${at}`)
      await expect(heading(page)).toHaveText('Page not found')
    }
  },
)

test(
  'government cloud has no Sandbox and no Performance Metrics',
  { tag: ['@AAPP-25', '@AAPP-27', '@government'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/developer_apps/1')
    await expect(heading(page)).toHaveText('Edit - Site Sync')
    await expect(
      page.getByRole('navigation', { name: 'App administration pages' }).getByRole('link'),
    ).toHaveText(['General', 'Marketplace Listing'])
    await page.goto('/admin/developer_apps/1/sandbox')
    await expect(heading(page)).toHaveText('Page not found')
  },
)

test(
  'two banners say what is wrong with an app',
  { tag: ['@AAPP-43', '@AAPP-44', '@AAPP-45'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await signIn('staff')
    await open(page, app)
    const main = page.getByRole('main')
    await expect(main.getByText('This app has no production credentials.', { exact: true })).toBeVisible()
    await expect(main.getByText('differs from')).toHaveCount(0)
    await field(page, 'External owner ID').fill('12')
    await save(page).click()
    await expect(
      main.getByText("The external owner id (12) differs from the owner's Trestle id (41001).", {
        exact: true,
      }),
    ).toBeVisible()
    await expectAccessible(page)
    await field(page, 'External owner ID').fill('41001')
    await save(page).click()
    await expect(main.getByText('differs from')).toHaveCount(0)
  },
)

test(
  'General shows all fields in one form and saves them at once',
  { tag: ['@AAPP-29', '@AAPP-37', '@AAPP-47'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await signIn('staff')
    await open(page, app)
    await expect(save(page)).toBeDisabled()
    await field(page, 'Internal name').fill(`${app.name} II`)
    await field(page, 'Redirect URIs').fill('https://beams.example/cb')
    await form(page).getByRole('radio', { name: 'Public' }).check()
    await form(page).getByRole('checkbox', { name: 'Legacy' }).check()
    await field(page, 'External owner ID').fill('twelve')
    await save(page).click()
    await expect(form(page).getByRole('alert')).toContainText(
      'External owner ID: Enter a whole number from 1, or nothing',
    )
    await field(page, 'External owner ID').fill('')
    await save(page).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
    await expect(heading(page)).toHaveText(`Edit - ${app.name} II`)
    await expect(save(page)).toBeDisabled()
    expect(await stored(api, app)).toMatchObject({
      internal_name: `${app.name} II`,
      name: '',
      redirect_uri: 'https://beams.example/cb',
      confidential: false,
      grant_type: 'implicit',
      legacy: true,
      connectable: false,
    })

    // A colleague saves in between; the second choice decides whose save counts.
    await api.patch(`/api/v1/admin/developer_apps/${app.id}`, { name: 'Beams' })
    await field(page, 'Internal name').fill(`${app.name} III`)
    await save(page).click()
    const stale = page.getByRole('dialog')
    await stale.getByRole('button', { name: 'Overwrite' }).click()
    await expect(heading(page)).toHaveText(`Edit - ${app.name} III`)
    expect(await stored(api, app), 'what staff did not touch is kept').toMatchObject({ name: 'Beams' })
  },
)

test('input survives switching tabs, and leaving the page asks first', async ({ page, signIn, api }) => {
  await signIn('owner')
  const id = await appId(api, 'Site Sync')
  await signIn('staff')
  await open(page, { id })
  await field(page, 'App name').fill('Site Sync Pro')
  await tab(page, 'Performance Metrics').click()
  await expect(page).toHaveURL(/performance_metrics$/)
  await tab(page, 'General').click()
  await expect(field(page, 'App name')).toHaveValue('Site Sync Pro')
  await page.getByRole('link', { name: 'My Apps' }).click()
  const requested = page.getByRole('dialog')
  await expect(requested).toBeVisible()
  await requested.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/developer_apps')
})

test(
  'a new owner is chosen by email and takes over once the app is saved',
  { tag: ['@AAPP-38', '@AAPP-39', '@AAPP-46'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await newApp(api)
    await signIn('staff')
    await open(page, app)
    const change = panel(page).getByRole('button', { name: 'Change Owner (Dangerous)' })
    await change.click()
    await expect(ownerDialog(page).getByRole('button', { name: 'Choose as owner' })).toBeDisabled()
    await expect(ownerDialog(page)).toContainText('Nothing changes until you save the app.')
    await ownerDialog(page).getByLabel('New owner').fill('owner@demo')
    await page.getByRole('option', { name: 'owner@demo.test' }).click()
    await expect(ownerDialog(page)).toContainText('owner@demo.test already owns this app.')
    await page.keyboard.press('Escape')
    await expect(change).toBeFocused()

    await chooseOwner(page, 'partner@demo.test')
    await expect(pendingIn(form(page))).toBeVisible()
    await expect(pendingIn(panel(page))).toBeVisible()
    await expectAccessible(page)
    expect((await stored(api, app)).owner.email, 'only chosen').toBe('owner@demo.test')
    await tab(page, 'Sandbox').click()
    await panel(page).getByRole('link', { name: 'Go to General to save' }).click()

    await panel(page).getByRole('button', { name: 'Keep Olivia Okafor' }).click()
    await expect(change).toBeFocused()
    await expect(save(page)).toBeDisabled()
    await chooseOwner(page, 'partner@demo.test')
    await save(page).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
    await expect(panel(page).getByRole('region', { name: 'Owner' })).toContainText('partner@demo.test')
    await expect(pendingIn(panel(page))).toHaveCount(0)
    expect((await stored(api, app)).owner.email).toBe('partner@demo.test')
    expect(await mailTo('partner@demo.test')).toContain(`You now own ${app.name}`)
    expect(await mailTo('owner@demo.test')).toContain(`${app.name} has a new owner`)
  },
)

test(
  'a user without a confirmed address cannot become the owner, and the form says so',
  { tag: ['@AAPP-38'] },
  async ({ page, signIn, api }) => {
    const person = newPerson()
    await register(api, person)
    await signIn('owner')
    const app = await newApp(api)
    await signIn('staff')
    await open(page, app)
    await chooseOwner(page, person.email)
    await save(page).click()
    const refusal = `Nadia Brandt can't own an app until they confirm the address ${person.email}.`
    await expect(form(page).getByRole('button', { name: `Owner: ${refusal}` })).toBeVisible()
    await form(page)
      .getByRole('button', { name: `Owner: ${refusal}` })
      .click()
    await expect(form(page).getByRole('button', { name: 'Keep Olivia Okafor' })).toBeFocused()
    expect((await stored(api, app)).owner.email).toBe('owner@demo.test')
  },
)

test(
  'a deleted app is restored for all its collaborators',
  { tag: ['@AAPP-23', '@AAPP-34', '@AAPP-35', '@AAPP-36', '@AAPP-42'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await newApp(api)
    await deleteApp(page, app)
    await signIn('staff')
    await open(page, app)
    await expect(heading(page)).toHaveText(`Edit - ${app.name} (DELETED)`)
    await expect(
      panel(page).getByRole('region', { name: 'Metadata' }).getByRole('definition').last(),
    ).toHaveText(withSeconds)
    await expect(panel(page).getByRole('button', { name: 'Change Owner (Dangerous)' })).toBeDisabled()
    await expectAccessible(page)
    await panel(page).getByRole('button', { name: 'Undelete' }).click()
    const requested = page.getByRole('dialog', { name: `Undelete ${app.name}?` })
    await expect(requested).toContainText('1 collaborator gets access again and is notified by email.')
    await requested.getByRole('button', { name: 'Undelete' }).click()
    await expect(announcement(page, 'App Undeleted!')).toBeVisible()
    await expect(heading(page)).toHaveText(`Edit - ${app.name}`)
    await expect(panel(page).getByRole('button', { name: 'Undelete' })).toHaveCount(0)
    await expect(panel(page)).toBeFocused()
    expect((await stored(api, app)).deleted_at).toBeNull()
    expect(await mailTo('owner@demo.test')).toContain(`${app.name} was restored`)

    await field(page, 'App name').fill('Saved after it came back')
    await save(page).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
  },
)

test.describe('the contacts of an app', () => {
  test(
    'can be added, edited and removed by staff',
    { tag: ['@AAPP-31', '@AAPP-32', '@AAPP-33'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await signIn('staff')
      await open(page, app)
      await panel(page).getByRole('link', { name: 'New integration request contact' }).click()
      await expect(heading(page)).toHaveText('New integration request contact')
      await expect(crumbs(page)).toHaveText([
        'Admin',
        'Developer Apps',
        app.name,
        'New integration request contact',
      ])
      await expect(page).toHaveURL(`/admin/developer_apps/${app.id}/contacts/new`)
      await page.getByRole('button', { name: 'Add contact' }).click()
      await expect(page.getByRole('alert')).toContainText('Name: ')
      await page.getByLabel('Name').fill('Ida Lund')
      await page.getByLabel('Email address').fill('ida@lund.example')
      await page.getByRole('button', { name: 'Add contact' }).click()
      await expect(announcement(page, 'Contact added')).toBeVisible()
      await expect(page).toHaveURL(`/admin/developer_apps/${app.id}`)
      await expect(panel(page).getByRole('region', { name: 'Contacts' })).toContainText('ida@lund.example')

      await panel(page).getByRole('link', { name: 'Edit Ida Lund' }).click()
      await expect(heading(page)).toHaveText('Edit - Ida Lund')
      await page.getByLabel('Name').fill('Ida Berg')
      await page.getByRole('button', { name: 'Save contact' }).click()
      await expect(announcement(page, 'Contact saved')).toBeVisible()

      await panel(page).getByRole('button', { name: 'Remove Ida Berg' }).click()
      const requested = page.getByRole('dialog', { name: 'Remove Ida Berg?' })
      await expect(requested).toContainText(`ida@lund.example will no longer be a contact of ${app.name}.`)
      await requested.getByRole('button', { name: 'Remove contact' }).click()
      await expect(panel(page).getByRole('region', { name: 'Contacts' })).toContainText('No contacts yet.')
      expect((await stored(api, app)).contacts).toEqual([])
    },
  )

  test(
    "can also be edited in the app's settings by staff who work on the app",
    { tag: ['@SET-10'] },
    async ({ page, signIn, api }) => {
      await signIn('staff')
      const app = await newApp(api)
      const contact = { name: 'Per Lund', email: 'per@lund.example' }
      const added = await api.post(`/api/v1/admin/developer_apps/${app.id}/contacts`, contact)
      expect(added.status).toBe(201)
      await page.goto(`/developer_apps/${app.id}/settings`)
      await region(page, 'Contacts').getByRole('link', { name: 'Edit Per Lund' }).click()
      await expect(heading(page)).toHaveText('Edit - Per Lund')
      await expect(page.getByLabel('Email address')).toHaveValue('per@lund.example')
      await page.getByLabel('Name').fill('Per L.')
      await page.getByRole('button', { name: 'Save contact' }).click()
      await expect(panel(page)).toContainText('Per L.')
      await page.goto(`/admin/developer_apps/${app.id}/contacts/999999/edit`)
      await expect(heading(page)).toHaveText('Page not found')
    },
  )
})

test.describe('the Sandbox tab', () => {
  test(
    'generates a missing sandbox and rebuilds a failed one',
    { tag: ['@AAPP-29'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const missing = { id: await appId(api, 'Permit Pilot') }
      const failed = { id: await appId(api, 'Toolbox Talks') }
      await signIn('staff')
      await open(page, missing, '/sandbox')
      await expect(card(page)).toContainText('This app has no sandbox')
      await generate(page).click()
      await expect(card(page).getByText('Client ID')).toBeVisible({ timeout: 20_000 })
      await open(page, failed, '/sandbox')
      await expect(card(page)).toContainText('Something went wrong building your sandbox.')
      await card(page).getByRole('button', { name: 'Rebuild sandbox' }).click()
      await expect(card(page).getByText('Client ID')).toBeVisible({ timeout: 20_000 })
    },
  )

  test(
    'resets the secret of a live one, but cannot edit its redirect URIs',
    { tag: ['@AAPP-29', '@CRED-13', '@CRED-15'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await newApp(api)
      await signIn('staff')
      await open(page, app, '/sandbox')
      await expect(card(page).getByRole('textbox', { name: 'Redirect URIs' })).not.toBeEditable()
      await expect(card(page)).toContainText("Only the app's owner and admins can change this app's sandbox.")
      const keep = async () => {
        await expect(oneTime(page)).toBeVisible()
        await oneTime(page).getByRole('checkbox').check()
        await oneTime(page).getByRole('button', { name: 'Done' }).click()
      }
      await card(page).getByRole('button', { name: 'Generate secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Generate secret' }).click()
      await keep()
      await card(page).getByRole('button', { name: 'Reset secret' }).click()
      await question(page).getByRole('checkbox').check()
      await question(page).getByRole('button', { name: 'Reset secret' }).click()
      await keep()
      await expect(card(page)).toContainText('••••')
    },
  )

  test('of a deleted app shows only the reason', { tag: ['@AAPP-29'] }, async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await createApp(api, `Doomed ${Date.now()}`)
    await deleteApp(page, { id })
    await signIn('staff')
    await open(page, { id }, '/sandbox')
    await expect(card(page)).toContainText('This app is deleted. Undelete it first.')
    await expect(card(page).getByRole('button')).toHaveCount(0)
  })
})

test(
  'leaving Marketplace Listing with unsaved changes asks first',
  { tag: ['@AAPP-30', '@LSTATE-39', '@AAPP-46'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await signIn('staff')
    await open(page, app, '/marketplace_listing')
    const enabled = page.getByRole('checkbox', { name: 'Marketplace enabled' })
    await enabled.check()
    await tab(page, 'General').click()
    const requested = page.getByRole('dialog')
    await expect(requested).toContainText('You have unsaved changes, are you sure you wish to continue?')
    await requested.getByRole('button', { name: 'Keep editing' }).click()
    await expect(enabled).toBeChecked()
    await page.getByRole('button', { name: 'Save Marketplace' }).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
    expect((await stored(api, app)).marketplace_enabled).toBe(true)
    await tab(page, 'General').click()
    await field(page, 'App name').fill('Saved after the other form')
    await save(page).click()
    await expect(heading(page), 'no save of this page makes another one stale').toHaveText(
      `Edit - ${app.name}`,
    )
    await expect(save(page)).toBeDisabled()
    expect(await stored(api, app)).toMatchObject({ name: 'Saved after the other form' })
  },
)

test(
  'a failed load or save shows a banner that can be closed',
  { tag: ['@ERR-06', '@ERR-07'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await deleteApp(page, app)
    await signIn('staff')
    const calls = `**/api/v1/admin/developer_apps/${app.id}**`
    await open(page, app)
    await page.route(calls, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
    )
    const banner = (title: string) => page.getByRole('alert').filter({ hasText: title })
    await field(page, 'App name').fill('Never stored')
    await save(page).click()
    await expect(banner('Could not save')).toBeVisible()
    await expectAccessible(page)
    await banner('Could not save').getByRole('button', { name: 'Close' }).click()
    await expect(banner('Could not save')).toHaveCount(0)
    await expect(field(page, 'App name'), 'nothing typed is lost').toHaveValue('Never stored')
    await panel(page).getByRole('button', { name: 'Undelete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undelete' }).click()
    await expect(banner('Could not save')).toBeVisible()
    await banner('Could not save').getByRole('button', { name: 'Close' }).click()
    await expect(banner('Could not save')).toHaveCount(0)

    await page.unroute(calls)
    await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(`/admin/developer_apps/${app.id}/performance_metrics`)
    await expect(banner('Could not load')).toBeVisible({ timeout: 20_000 })
    await expect(crumbs(page)).toHaveText(['Admin', 'Developer Apps'])
    await banner('Could not load').getByRole('button', { name: 'Close' }).click()
    await expect(banner('Could not load')).toHaveCount(0)
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page)).toBeVisible()
  },
)
