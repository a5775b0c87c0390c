import {
  listAuthorizedApps,
  revokeAuthorizedApp,
  type AuthorizedApp,
} from '@trestle/domain/oauth/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSession, now } from '../../testing/build.ts'
import { refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const crane: AuthorizedApp = {
  id: 7,
  name: 'Crane Watch',
  publisher: 'Beam Software',
  environment: 'production',
  authorized_at: now,
  last_used_at: null,
  deleted_at: null,
}
const table = page.getByRole('table', { name: 'Authorized apps' })
const revoke = page.getByRole('button', { name: "Revoke Crane Watch's access" })
const dialog = page.getByRole('dialog', { name: "Revoke Crane Watch's access?" })
const confirm = dialog.getByRole('button', { name: 'Revoke access' })

test('lists each app with its publisher and environment', async () => {
  reply(listAuthorizedApps, [{ ...crane, environment: 'sandbox', last_used_at: now }, crane])
  renderPage(paths.authorizedApps())
  const row = table.getByRole('row').nth(2)
  await expect.element(row).toMatchTextContent('Production')
  const cells = texts(row.getByRole('cell'))
  expect([...cells.slice(0, 3), cells[4]]).toEqual(['Crane Watch', 'Beam Software', 'Production', 'Never'])
  await expect.element(table.getByText('Sandbox')).toBeVisible()
  await expectAccessible()
})

test('marks an app that was deleted, which can be revoked', async () => {
  reply(listAuthorizedApps, [{ ...crane, deleted_at: now }])
  renderPage(paths.authorizedApps())
  await expect.element(table.getByText('Crane Watch (deleted)')).toBeVisible()
  await expect.element(revoke).toBeVisible()
})

test('revokes an app after a question, and reloads the list', async () => {
  reply(listAuthorizedApps, [crane])
  reply(revokeAuthorizedApp)
  renderPage(paths.authorizedApps())
  await revoke.click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(dialog.getByText(/in production and the sandbox/)).toBeVisible()
  await expectAccessible()
  reply(listAuthorizedApps, [])
  await confirm.click()
  await expect.element(page.getByText('Crane Watch no longer has access')).toBeVisible()
  await expect.element(page.getByText('No authorized apps')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Authorized apps' })).toHaveFocus()
  expect(sent(revokeAuthorizedApp)).toMatchObject([{ params: { id: '7' } }])
})

test('shows a refusal inside the dialog', async () => {
  reply(listAuthorizedApps, [crane])
  refuse(revokeAuthorizedApp, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPage(paths.authorizedApps())
  await revoke.click()
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Crane Watch still has access')
  await expect.element(table).toBeInTheDocument()
})

test('an app whose access is gone already counts as revoked', async () => {
  reply(listAuthorizedApps, [crane])
  refuseInBackground(revokeAuthorizedApp, { code: 'not_found', message: 'Authorized app not found.' })
  renderPage(paths.authorizedApps())
  await revoke.click()
  reply(listAuthorizedApps, [])
  await confirm.click()
  await expect.element(page.getByText('No authorized apps')).toBeVisible()
})

test('names no sandbox in government cloud', async () => {
  reply(listAuthorizedApps, [crane])
  renderPage(paths.authorizedApps(), { session: buildSession({ flags: { gov_cloud: true } }) })
  await revoke.click()
  await expect.element(dialog.getByText(/signed out of your account immediately\. It can/)).toBeVisible()
})
