import { getDeveloperApp, updateDeveloperApp, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { listCollaborators, listInvitations } from '@trestle/domain/collaborators/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { buildApp, later, now } from '../../testing/build.ts'
import { refuseInBackground, reply, sent } from '../../testing/network.ts'
import { currentAddress } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'

const app = buildApp({
  name: 'Beam Log',
  internal_name: 'Beam Log (team)',
  credentials: { uid: 'client-7', secret: null },
  redirect_uri: 'https://beam.example/cb\nhttp://localhost:3000/cb',
  allowed_cors_domain: 'beam.example',
  connectable: true,
  contacts: [
    { id: 5, name: 'Kim Vance', email: 'kim@example.test', links: { edit: '/edit' }, updated_at: now },
  ],
  collaborators: [
    { id: 1, role: 'owner', developer: { name: 'Dana Reyes', email: 'dana@example.test' } },
    { id: 2, role: 'developer', developer: { name: 'Lee Park', email: 'lee@example.test' } },
  ],
  last_marketplace_app: {
    id: 50,
    public_name: 'Beam Log Listed',
    state: 'draft',
    approval_state: 'unreviewed',
  },
  stored_secret: { last_four: 'a1b2', made_at: now },
})

const region = (name: string) => page.getByRole('region', { name })
const box = (section: string, name: string) => region(section).getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'Save changes' })
const rows = (table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .elements()
    .map((row) => row.textContent)

async function open(overrides: Partial<DeveloperApp> = {}) {
  renderApp('settings', { app: { ...app, ...overrides } })
  await expect.element(box('Internal', 'Internal name')).toBeVisible()
}

test(
  'shows each name and each credential setting in its own field, with what cannot be edited',
  { tags: ['SET-02', 'SET-03', 'SET-04', 'SET-05', 'SET-07', 'SET-08', 'SET-09', 'SET-26', 'CONST-03'] },
  async () => {
    await open({
      created_at: new Date(2026, 3, 9, 16, 5).toISOString(),
      updated_at: new Date(2026, 3, 10, 9).toISOString(),
    })
    await expect.element(box('Public', 'Public name')).toHaveValue('Beam Log')
    const listingName = box('Public', 'App listing name')
    await expect.element(listingName).toHaveValue('Beam Log Listed')
    await expect.element(listingName).toHaveAttribute('readonly')
    await expect.element(box('Internal', 'Internal name')).toHaveValue('Beam Log (team)')
    const dates = region('Internal').getByRole('definition').elements()
    expect(dates.map((date) => date.textContent)).toEqual([
      'April 9th 2026, 4:05 pm',
      'April 10th 2026, 9:00 am',
    ])

    const uid = box('Credentials', 'App ID')
    await expect.element(uid).toHaveValue('client-7')
    await expect.element(uid).toHaveAttribute('readonly')
    const secret = box('Credentials', 'Client secret')
    await expect.element(secret).toHaveValue('•••• a1b2')
    await expect.element(secret).toHaveAttribute('readonly')
    await expect
      .element(box('Credentials', 'Redirect URIs'))
      .toHaveValue('https://beam.example/cb\nhttp://localhost:3000/cb')
    await expect.element(box('Credentials', 'Allowed CORS domains')).toHaveValue('beam.example')
    const checkbox = (name: string) => region('Credentials').getByRole('checkbox', { name })
    await expect.element(checkbox('Connectable')).toBeChecked()
    await expect.element(checkbox('Legacy')).not.toBeChecked()
    const privacy = page.getByRole('radiogroup', { name: 'Privacy' })
    await expect.element(privacy.getByRole('radio', { name: 'Confidential' })).toBeChecked()
    await expect.element(privacy.getByRole('radio', { name: 'Public' })).not.toBeChecked()
    for (const radio of privacy.getByRole('radio').elements()) await expect.element(radio).toBeDisabled()
    await expect
      .element(region('Credentials').getByRole('link', { name: 'OAuth Credentials' }))
      .toHaveAttribute('href', '/developer_apps/7/oauth_credentials')
  },
)

test('lists the contacts and the collaborators', { tags: ['SET-01', 'SET-10', 'SET-11'] }, async () => {
  await open()
  expect(rows('Contacts of the app')).toEqual(['NameEmail', 'Kim Vancekim@example.test'])
  expect(rows('Collaborators of the app')).toEqual([
    'NameEmailRole',
    'Dana Reyesdana@example.testOwner',
    'Lee Parklee@example.testDeveloper',
  ])
  await expect
    .element(page.getByRole('link', { name: 'Manage collaborators' }))
    .toHaveAttribute('href', '/developer_apps/7/collaborators')
})

test('fifty redirect URIs scroll in their field instead of filling several screens', async () => {
  const redirect_uri = Array.from({ length: 50 }, (_, n) => `https://beam.example/cb/${n}`).join('\n')
  await open({ redirect_uri })
  const field = page.getByRole('textbox', { name: 'Redirect URIs' })
  await expect.element(field).toBeVisible()
  const { clientHeight, scrollHeight } = field.element()
  expect(clientHeight).toBeLessThan(500)
  expect(scrollHeight).toBeGreaterThan(700)
})

test('long lists of people show the first ten, so that the deletion below is in reach', async () => {
  const many = Array.from({ length: 12 }, (_, id) => ({
    id,
    role: 'developer' as const,
    developer: { name: `Lee ${id}`, email: `lee${id}@example.test` },
  }))
  await open({ collaborators: many })
  const people = region('Collaborators').getByRole('row')
  await expect.poll(() => people.elements().length).toBe(11)
  await page.getByRole('button', { name: 'Show all 12' }).click()
  await expect.poll(() => people.elements().length).toBe(13)
})

test("guests of the app don't see its contacts and collaborators", { tags: ['COLL-05'] }, async () => {
  await open({ role: 'user' })
  for (const [name, text] of [
    ['Contacts', "Contacts aren't shown to users with the User role"],
    ['Collaborators', "Collaborators aren't shown to users with the User role"],
  ] as const) {
    await expect.element(region(name).getByText(text)).toBeVisible()
    expect(region(name).getByRole('table').elements()).toEqual([])
    expect(region(name).getByRole('link').elements()).toEqual([])
  }
})

test(
  'without production credentials, all but the app ID, the secret and Legacy can be seen and changed',
  { tags: ['SET-05', 'SET-06', 'SET-07', 'SET-09', 'SET-16'] },
  async () => {
    reply(updateDeveloperApp, { ...app, credentials: null, connectable: false, updated_at: later })
    await open({ credentials: null, stored_secret: null, contacts: [] })
    await expect
      .element(region('Credentials').getByText(/^There are no production credentials yet\./))
      .toBeVisible()
    expect(region('Credentials').getByRole('textbox').elements()).toHaveLength(2)
    await expect.element(region('Credentials').getByRole('checkbox')).toHaveAccessibleName('Connectable')
    const privacy = page.getByRole('radiogroup', { name: 'Privacy' })
    await expect.element(privacy.getByRole('radio', { name: 'Confidential' })).toBeChecked()
    await expect.element(region('Contacts').getByText('No contacts yet')).toBeVisible()
    const uris = box('Credentials', 'Redirect URIs')
    await uris.fill('')
    await save.click()
    await expect.element(uris).toHaveAccessibleDescription(/This field is required/)
    expect(sent(updateDeveloperApp)).toEqual([])
    await uris.fill('https://beam.example/new')
    await region('Credentials').getByRole('checkbox', { name: 'Connectable' }).click()
    await save.click()
    await expect.element(page.getByText('Settings saved')).toBeVisible()
    expect(sent(updateDeveloperApp)[0]?.body).toEqual({
      redirect_uri: 'https://beam.example/new',
      connectable: false,
      if_unchanged_since: app.updated_at,
    })
  },
)

test("a guest of the app doesn't see its credentials, and is asked for none", async () => {
  await open({ role: 'user', credentials: null, stored_secret: null, redirect_uri: '' })
  await expect
    .element(
      region('Credentials').getByText("Production credentials aren't shown to users with the User role"),
    )
    .toBeVisible()
  for (const role of ['textbox', 'checkbox', 'radio'] as const) {
    expect(region('Credentials').getByRole(role).elements()).toEqual([])
  }
})

test('shows the app ID and the secret as soon as they exist', async () => {
  await open({ credentials: null, stored_secret: null })
  await expect
    .element(region('Credentials').getByText(/^There are no production credentials yet\./))
    .toBeVisible()
  reply(getDeveloperApp, app)
  await queryClient.invalidateQueries()
  await expect.element(box('Credentials', 'App ID')).toHaveValue('client-7')
  await expect.element(region('Credentials').getByRole('checkbox', { name: 'Legacy' })).toBeVisible()
})

test('keeps what was typed when the credentials appear', async () => {
  await open({ credentials: null, stored_secret: null })
  await box('Public', 'Public name').fill('Half typed')
  reply(getDeveloperApp, { ...app, updated_at: later })
  await queryClient.invalidateQueries()
  await expect.element(box('Credentials', 'App ID')).toHaveValue('client-7')
  await expect.element(box('Public', 'Public name')).toHaveValue('Half typed')
})

test('ends with the deletion of the app', { tags: ['SET-01'] }, async () => {
  await open()
  await expect.element(region('Delete app').getByRole('button', { name: 'Delete app' })).toBeVisible()
})

test('a public app shows no secret, also not one from before', { tags: ['SET-08'] }, async () => {
  await open({ confidential: false, grant_type: 'implicit' })
  await expect
    .element(box('Credentials', 'Client secret'))
    .toHaveValue("A public app can't keep a secret and doesn't use one")
})

test('an app without a secret says so', { tags: ['SET-08'] }, async () => {
  await open({ stored_secret: null })
  await expect.element(box('Credentials', 'Client secret')).toHaveValue('No secret has been generated yet')
})

test('keeps what was typed until the user leaves, once the app is gone', async () => {
  await open()
  await box('Public', 'Public name').fill('Half typed')
  for (const gone of [getDeveloperApp, listCollaborators, listInvitations]) {
    refuseInBackground(gone, { code: 'not_found', message: 'App not found.' })
  }
  await queryClient.invalidateQueries()
  await expect.poll(() => sent(getDeveloperApp).length).toBeGreaterThan(1)
  await expect.element(box('Public', 'Public name')).toHaveValue('Half typed')
  await page.getByRole('link', { name: 'Collaborators', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(box('Public', 'Public name')).toHaveValue('Half typed')
  await page.getByRole('link', { name: 'Collaborators', exact: true }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('asks before leaving with unsaved changes, and keeps them', async () => {
  reply(listManifests, [])
  reply(listReviews, [])
  await open()
  await box('Public', 'Public name').fill('Half typed')
  await page.getByRole('link', { name: 'Versions' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(box('Public', 'Public name')).toHaveValue('Half typed')
  expect(currentAddress()).toBe('/developer_apps/7/settings')
})

test(
  'each invalid field has an error next to it and in a summary that leads to it',
  { tags: ['SET-15', 'SET-16', 'SET-17'] },
  async () => {
    await open()
    await box('Public', 'Public name').fill(' ')
    await box('Internal', 'Internal name').fill('')
    const uris = box('Credentials', 'Redirect URIs')
    await uris.fill('')
    await save.click()
    const summary = page.getByRole('alert').filter({ hasText: 'There are 3 problems to correct' })
    await expect.element(summary).toBeVisible()
    for (const field of [box('Public', 'Public name'), box('Internal', 'Internal name'), uris]) {
      await expect.element(field).toHaveAccessibleDescription(/This field is required/)
    }
    await summary.getByRole('button', { name: /Internal name/ }).click()
    await expect.element(box('Internal', 'Internal name')).toHaveFocus()
    await uris.fill('http://example.com/cb')
    await userEvent.tab()
    await expect
      .element(uris)
      .toHaveAccessibleDescription(
        /Line 1: http:\/\/example.com\/cb must use https\. Only http:\/\/localhost can be used without https\./,
      )
  },
)

test('saves with Ctrl+S, and only when there are changes', { tags: ['SET-14'] }, async () => {
  reply(updateDeveloperApp, { ...app, internal_name: 'Beam Log 2', updated_at: later })
  await open()
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await box('Internal', 'Internal name').fill('Beam Log 2')
  await expect.element(save).toBeEnabled()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  await expect.element(save).toBeDisabled()
  expect(sent(updateDeveloperApp)).toMatchObject([{ body: { internal_name: 'Beam Log 2' } }])
})
