import { getSession, updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminDeveloper, buildAdminSession, later } from '../../testing/build.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { currentSession } from '../http/session.ts'
import { DeveloperForm } from './DeveloperForm.tsx'

const session = buildAdminSession()
const kim = buildAdminDeveloper({
  id: 2,
  first_name: 'Kim',
  last_name: 'Vance',
  email: 'kim@example.test',
})
const firstName = page.getByRole('textbox', { name: 'First name' })
const platformId = page.getByRole('textbox', { name: 'Trestle ID' })
const save = page.getByRole('button', { name: 'Save changes' })

test('treats an empty platform id as none', async () => {
  reply(updateAdminDeveloper, { ...kim, updated_at: later })
  renderPart(<DeveloperForm developer={{ ...kim, procore_id: 12 }} />, { session })
  await platformId.fill('')
  await save.click()
  await expect.element(page.getByText('Developer updated!')).toBeVisible()
  expect(sent(updateAdminDeveloper)).toMatchObject([{ body: { procore_id: null } }])
})

test('accepts only digits in a platform id', async () => {
  renderPart(<DeveloperForm developer={kim} />, { session })
  await platformId.fill('12a')
  await save.click()
  await expect.element(platformId).toHaveAccessibleDescription(/^Use digits only, at most 15/)
})

test('a stale save asks, and Reload shows the other change', async () => {
  const current = { ...kim, first_name: 'Kimberly', updated_at: later }
  refuse(updateAdminDeveloper, { code: 'conflict', message: 'Someone else changed this.', current })
  renderPart(<DeveloperForm developer={kim} />, { session })
  await firstName.fill('Kimmy')
  await save.click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(firstName).toHaveValue('Kimberly')
})

test('shows the error of a refused address beside its field', async () => {
  const message = 'Email address is taken'
  refuse(updateAdminDeveloper, { code: 'invalid_input', message, fields: { email: [message] } })
  renderPart(<DeveloperForm developer={kim} />, { session })
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.fill('dana@example.test')
  await save.click()
  await expect.element(email).toHaveAccessibleDescription(/^Email address is taken/)
})

test.each([
  ['Platform admin', { is_admin: true }],
  ['Employee', { is_employee: true }],
  ['Partner', { is_partner: true }],
])('the switch %s grants only its right', async (name, right) => {
  reply(updateAdminDeveloper, { ...kim, ...right, updated_at: later })
  renderPart(<DeveloperForm developer={kim} />, { session })
  await page.getByRole('switch', { name }).click()
  await save.click()
  await expect.element(page.getByText('Developer updated!')).toBeVisible()
  expect(sent(updateAdminDeveloper)[0]?.body).toEqual({ ...right, if_unchanged_since: kim.updated_at })
})

test('admins who edit themselves see the change in the header', async () => {
  const own = { ...kim, id: 1, is_admin: true }
  reply(updateAdminDeveloper, { ...own, first_name: 'Dee', updated_at: later })
  reply(getSession, buildAdminSession({ developer: { first_name: 'Dee' } }))
  renderPart(<DeveloperForm developer={own} />, { session })
  await firstName.fill('Dee')
  await save.click()
  await expect.poll(() => currentSession().developer?.first_name).toBe('Dee')
})

test('admins cannot remove their own right', async () => {
  renderPart(<DeveloperForm developer={{ ...kim, id: 1, is_admin: true }} />, { session })
  const isAdmin = page.getByRole('switch', { name: 'Platform admin' })
  await expect.element(isAdmin).toBeDisabled()
  await expect.element(isAdmin).toHaveAccessibleDescription(/^You can't remove your own admin rights/)
  await expect.element(page.getByRole('switch', { name: 'Partner' })).toBeEnabled()
})

test(
  'a failed save shows a banner that can be closed, and keeps the input',
  { tags: ['ERR-06'] },
  async () => {
    disconnect(updateAdminDeveloper)
    renderPart(<DeveloperForm developer={kim} />, { session })
    await firstName.fill('Kimmy')
    await save.click()
    const alert = page.getByRole('alert').filter({ hasText: 'Could not save' })
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(firstName).toHaveValue('Kimmy')
  },
)
