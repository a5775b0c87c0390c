import type { Locator } from '@playwright/test'
import { oneTime } from './credentials.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'
import { card, generate } from './sandboxes.ts'
import { expectSaved, heading } from './screen.ts'
import { createAppWithSandbox, announcement } from './versions.ts'

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
const pendingIn = (container: Locator) => container.getByText('The owner changes when you save the app')

interface AdminApp {
  owner: { email: string }
  deleted_at: string | null
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

test(
  'staff change every field and the owner of an app in one form, and find its other tabs',
  {
    tag: [
      '@AAPP-20',
      '@AAPP-21',
      '@AAPP-24',
      '@AAPP-29',
      '@AAPP-37',
      '@AAPP-38',
      '@AAPP-39',
      '@AAPP-46',
      '@AAPP-47',
      '@MAN-07',
    ],
  },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    await signIn('staff')
    await open(page, app)
    await expect(crumbs(page)).toHaveText(['Admin', 'Developer Apps', app.name])
    await expect(region(page, 'Manifests').getByRole('tab')).toHaveText(['Sandbox', 'Production'])

    await field(page, 'Internal name').fill(`${app.name} II`)
    await field(page, 'Redirect URIs').fill('https://beams.example/cb')
    await form(page).getByRole('radio', { name: 'Public' }).check()
    await form(page).getByRole('checkbox', { name: 'Legacy' }).check()
    await panel(page).getByRole('button', { name: 'Change Owner (Dangerous)' }).click()
    await ownerDialog(page).getByLabel('New owner').fill('partner@demo.test')
    await page.getByRole('option', { name: 'partner@demo.test' }).click()
    await ownerDialog(page).getByRole('button', { name: 'Choose as owner' }).click()
    await expect(pendingIn(form(page))).toBeVisible()
    await expect(pendingIn(panel(page))).toBeVisible()
    await expectAccessible(page)
    await tab(page, 'Performance Metrics').click()
    await expect(page).toHaveTitle(`Performance Metrics · ${app.name} · Trestle`)
    await panel(page).getByRole('link', { name: 'Go to General to save' }).click()
    // A colleague saves in between; the second choice decides whose save counts.
    await api.patch(`/api/v1/admin/developer_apps/${app.id}`, { name: 'Beams' })
    await save(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Overwrite' }).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
    await expect(heading(page)).toHaveText(`Edit - ${app.name} II`)
    await expect(panel(page).getByRole('region', { name: 'Owner' })).toContainText('partner@demo.test')
    await expectSaved(save(page))
    expect(await stored(api, app), 'fields that staff did not change are unchanged').toMatchObject({
      internal_name: `${app.name} II`,
      name: 'Beams',
      redirect_uri: 'https://beams.example/cb',
      confidential: false,
      grant_type: 'implicit',
      legacy: true,
      connectable: false,
      owner: { email: 'partner@demo.test' },
    })
    expect(await mailTo('partner@demo.test')).toContain(`You now own ${app.name}`)
    expect(await mailTo('owner@demo.test')).toContain('has a new owner')

    await tab(page, 'Performance Metrics').click()
    await page.getByRole('link', { name: 'Open Engagement Report' }).click()
    await expect(heading(page)).toHaveText('App Engagement Report')
  },
)

test(
  'a deleted app is restored for all its collaborators',
  { tag: ['@AAPP-23', '@AAPP-34', '@AAPP-35', '@AAPP-36', '@AAPP-42'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    await deleteApp(page, app)
    await signIn('staff')
    await open(page, app)
    await expect(heading(page)).toHaveText(`Edit - ${app.name} (DELETED)`)
    await expect(panel(page).getByRole('button', { name: 'Change Owner (Dangerous)' })).toBeEnabled()
    await expectAccessible(page)
    await panel(page).getByRole('button', { name: 'Undelete' }).click()
    const requested = page.getByRole('dialog', { name: `Undelete ${app.name}?` })
    await expect(requested).toContainText('Its owner gets access again and is notified by email.')
    await requested.getByRole('button', { name: 'Undelete' }).click()
    await expect(announcement(page, 'App Undeleted!')).toBeVisible()
    await expect(heading(page)).toHaveText(`Edit - ${app.name}`)
    await expect(panel(page).getByRole('button', { name: 'Undelete' })).toHaveCount(0)
    await expect(panel(page)).toBeFocused()
    expect((await stored(api, app)).deleted_at).toBeNull()
    expect(await mailTo('owner@demo.test')).toContain(`${app.name} was restored`)

    await field(page, 'Public name').fill('Saved after it came back')
    await save(page).click()
    await expect(announcement(page, 'App Updated!')).toBeVisible()
  },
)

test(
  'staff add a contact, and edit it from the settings of an app that they work on',
  { tag: ['@AAPP-31', '@AAPP-32', '@AAPP-33', '@SET-10'] },
  async ({ page, signIn, api }) => {
    await signIn('staff')
    const app = await createAppWithSandbox(api)
    await open(page, app)
    await panel(page).getByRole('link', { name: 'New integration request contact' }).click()
    await expect(heading(page)).toHaveText('New integration request contact')
    await expect(crumbs(page)).toHaveText([
      'Admin',
      'Developer Apps',
      app.name,
      'New integration request contact',
    ])
    await page.getByLabel('Name').fill('Ida Lund')
    await page.getByLabel('Email address').fill('ida@lund.example')
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expect(page).toHaveURL(`/admin/developer_apps/${app.id}`)
    await expect(panel(page).getByRole('region', { name: 'Contacts' })).toContainText('ida@lund.example')

    await page.goto(`/developer_apps/${app.id}/settings`)
    await region(page, 'Contacts').getByRole('link', { name: 'Edit Ida Lund' }).click()
    await expect(heading(page)).toHaveText('Edit - Ida Lund')
    await page.getByLabel('Name').fill('Ida Berg')
    await page.getByRole('button', { name: 'Save contact' }).click()
    await panel(page).getByRole('button', { name: 'Remove Ida Berg' }).click()
    const requested = page.getByRole('dialog', { name: 'Remove Ida Berg?' })
    await requested.getByRole('button', { name: 'Remove contact' }).click()
    await expect(panel(page).getByRole('region', { name: 'Contacts' })).toContainText('No contacts yet.')
    expect((await stored(api, app)).contacts).toEqual([])
  },
)

test(
  'staff generate a missing sandbox and its secret',
  { tag: ['@AAPP-29', '@CRED-13', '@CRED-15'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const missing = { id: await findAppId(api, 'Permit Pilot') }
    await signIn('staff')
    await open(page, missing, '/sandbox')
    await expect(card(page)).toContainText('This app has no sandbox')
    await generate(page).click()
    await expect(card(page).getByText('Client ID')).toBeVisible()
    await card(page).getByRole('button', { name: 'Generate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Generate secret' }).click()
    await oneTime(page).getByRole('checkbox').check()
    await oneTime(page).getByRole('button', { name: 'Done' }).click()
    await expect(card(page)).toContainText('••••')
  },
)
