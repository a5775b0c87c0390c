import { updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildApp, buildPermissions, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ProductionForm } from './ProductionForm.tsx'

const app = buildApp({ redirect_uri: 'https://crane.example.test/callback' })
const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
const domains = page.getByRole('textbox', { name: 'Allowed CORS domains' })
const save = page.getByRole('button', { name: 'Save production credentials' })

function render(canEdit = true) {
  renderPart(<ProductionForm app={app} permissions={buildPermissions({ canEdit })} />)
}

test(
  'names each invalid line next to its field and in a summary, keeps the input, and saves with Ctrl+S',
  { tags: ['CRED-18', 'SBX-21'] },
  async () => {
    const typed = 'https://beam.example/cb\nhttp://beam.example/cb\nbeam.example'
    render()
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
    await uris.fill(typed)
    await domains.click()
    for (const message of [
      /Line 2: http:\/\/beam\.example\/cb must use https\. Only http:\/\/localhost can be used without https\./,
      /Line 3: beam\.example isn't a full address like https:\/\/example\.com\/callback\./,
    ]) {
      await expect.element(uris).toHaveAccessibleDescription(message)
    }
    await domains.fill('*.beam.example')
    await save.click()
    const summary = page.getByRole('alert')
    await expect.element(summary).toMatchTextContent(/There are 2 problems to correct/)
    await expect
      .element(summary)
      .toMatchTextContent(/\*\.beam\.example must not contain a wildcard \(\*\)\. Name each domain\./)
    await summary.getByRole('button', { name: /^Allowed CORS domains/ }).click()
    await expect.element(domains).toHaveFocus()
    await expect.element(uris).toHaveValue(typed)

    const redirect_uri = 'https://beam.example/cb\nurn:ietf:wg:oauth:2.0:oob'
    reply(updateDeveloperApp, { ...app, redirect_uri, updated_at: later })
    await domains.fill('')
    await uris.fill('https://beam.example/cb\n\nurn:ietf:wg:oauth:2.0:oob')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByText('Production credentials saved')).toBeVisible()
    await expect.element(uris).toHaveValue(redirect_uri)
    await expect.element(save).toBeDisabled()
  },
)

test('saves redirect URIs and domains', async () => {
  reply(updateDeveloperApp, { ...app, allowed_cors_domain: 'example.com', updated_at: later })
  render()
  await domains.fill('example.com')
  await save.click()
  await expect.element(page.getByText('Production credentials saved')).toBeVisible()
  expect(sent(updateDeveloperApp)[0]?.body).toEqual({
    allowed_cors_domain: 'example.com',
    if_unchanged_since: app.updated_at,
  })
})

test.each([
  ['nothing', ''],
  ['an address without https', 'http://crane.example.test'],
  ['no address', 'crane'],
])('refuses %s as a redirect, without a call', async (_, value) => {
  render()
  await uris.fill(value)
  await save.click()
  await expect.element(uris).toHaveAttribute('aria-invalid', 'true')
  await expect.element(domains).not.toHaveAttribute('aria-invalid', 'true')
})

test('shows a server refusal next to its field', async () => {
  const message = 'example is not a domain'
  refuse(updateDeveloperApp, { code: 'invalid_input', message, fields: { allowed_cors_domain: [message] } })
  render()
  await domains.fill('example.com')
  await save.click()
  await expect.element(domains).toHaveAccessibleDescription(/example is not a domain/)
})

test('without the right to edit, both fields and the button are disabled', async () => {
  render(false)
  await expect.element(uris).toHaveAttribute('readonly')
  await expect.element(domains).toHaveAttribute('readonly')
  await expect.element(save).toHaveAccessibleDescription(/^Only the app's owner and admins/)
})

test('a stale save asks, and Overwrite keeps what only someone else changed', async () => {
  const current = { ...app, redirect_uri: 'https://theirs.example/callback', updated_at: later }
  refuse(updateDeveloperApp, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await domains.fill('example.com')
  await save.click()
  const overwrite = page.getByRole('button', { name: 'Overwrite' })
  await expect.element(overwrite).toBeVisible()
  reply(updateDeveloperApp, { ...current, allowed_cors_domain: 'example.com' })
  await overwrite.click()
  await expect.element(uris).toHaveValue(current.redirect_uri)
  await expect.element(page.getByText('Production credentials saved')).toBeVisible()
  expect(sent(updateDeveloperApp).at(-1)?.body).toEqual({
    allowed_cors_domain: 'example.com',
    if_unchanged_since: later,
  })
})

test(
  'shows each message of a refusal in a banner',
  { tags: ['ERR-12', 'ERR-13', 'ERR-14', 'ERR-15', 'ERR-16'] },
  async () => {
    const message = 'The app is locked.'
    refuse(updateDeveloperApp, { code: 'conflict', message, errors: [message, 'Ask its owner.'] })
    render()
    await domains.fill('example.com')
    await save.click()
    const banner = page.getByRole('alert')
    await expect.element(banner).toMatchTextContent(/^An error occurred/)
    await expect.element(banner.getByText('The app is locked. Ask its owner.')).toBeVisible()
    await expect.element(domains).toHaveValue('example.com')
    refuse(updateDeveloperApp, { code: 'conflict', message, errors: [] })
    await save.click()
    await expect.element(banner.getByText(message, { exact: true })).toBeVisible()
  },
)
