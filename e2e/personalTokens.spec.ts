import { expect, test } from './fixtures.ts'
import { findAppId } from './people.ts'

test('a token lets a program use one app, until it is revoked', async ({
  page,
  api,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn('owner')
  const id = await findAppId(api, 'Site Sync')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Manage tokens' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a personal access token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Build server')
  await dialog.getByRole('radio', { name: 'Only these apps' }).click()
  await dialog.getByRole('combobox', { name: 'Chosen apps' }).click()
  await page.getByRole('option', { name: 'Site Sync' }).click()
  await dialog.getByRole('checkbox', { name: 'See apps and their settings' }).click()
  await dialog.getByRole('button', { name: 'Create token' }).click()

  const once = page.getByRole('dialog', { name: 'Your new token' })
  const token = await once.getByRole('textbox', { name: 'Token' }).inputValue()
  await once.getByRole('checkbox', { name: 'I have stored the token' }).click()
  await once.getByRole('button', { name: 'Done' }).click()

  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const read = async () => (await program.get(`/api/v1/developer_apps/${id}`)).status()
  expect(await read()).toBe(200)
  const change = await program.patch(`/api/v1/developer_apps/${id}`, { data: { internal_name: 'Renamed' } })
  expect([change.status(), change.headers()['www-authenticate']]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="app.edit"',
  ])

  await page.reload()
  const row = page.getByRole('row', { name: /Build server/ })
  await expect(row).toContainText('127.0.0.0/24')
  await row.getByRole('button', { name: 'Revoke Build server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  expect(await read()).toBe(401)
  await program.dispose()
})
