import { getAdminDeveloper, listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminDeveloper, buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const kim = buildAdminDeveloper({ id: 2, name: 'Kim Vance', first_name: 'Kim' })
const suspension = {
  reason: 'Shared their password',
  suspended_at: now,
  suspended_by: { id: 1, name: 'Dana Reyes' },
}
const suspended = { ...kim, suspension }
const suspend = page.getByRole('button', { name: 'Suspend' })
const dialog = page.getByRole('dialog')

test('suspends a developer after asking for a reason', async () => {
  reply(getAdminDeveloper, kim)
  reply(suspendDeveloper, suspended)
  renderPage(paths.adminDeveloper(2), { session })
  await suspend.click()
  await expect.element(dialog).toHaveAccessibleName('Suspend Kim Vance?')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(reason).toHaveAccessibleDescription(/This field is required/)
  reply(getAdminDeveloper, suspended)
  await reason.fill('Shared their password')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText('Kim Vance was suspended')).toBeVisible()
  expect(sent(suspendDeveloper)).toMatchObject([
    { params: { id: '2' }, body: { reason: 'Shared their password' } },
  ])
  await expect.element(page.getByText('This account is suspended')).toBeVisible()
  await expect.element(suspend).not.toBeInTheDocument()
})

test('the banner keeps clear of the cards below', async () => {
  await page.viewport(1440, 900)
  reply(getAdminDeveloper, suspended)
  renderPage(paths.adminDeveloper(2), { session })
  const restore = page.getByRole('button', { name: 'Restore account' })
  await expect.element(restore).toBeVisible()
  const banner = restore.element().closest('[class*="banner"]')
  const card = page.getByRole('region', { name: 'About' }).element()
  const gap = card.getBoundingClientRect().top - (banner?.getBoundingClientRect().bottom ?? Infinity)
  expect(gap).toBeGreaterThanOrEqual(16)
})

test('joins the lines of a pasted reason', async () => {
  reply(getAdminDeveloper, kim)
  renderPage(paths.adminDeveloper(2), { session })
  await suspend.click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Shared their password\n\n  with strangers')
  await expect.element(reason).toHaveValue('Shared their password with strangers')
})

test('keeps a reason that is too long, and says so', async () => {
  reply(getAdminDeveloper, kim)
  renderPage(paths.adminDeveloper(2), { session })
  await suspend.click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('x'.repeat(500))
  await userEvent.keyboard('x')
  await expect.element(reason).toHaveValue('x'.repeat(501))
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(reason).toHaveAccessibleDescription(/Character limit exceeded \(500\)/)
  expect(sent(suspendDeveloper)).toEqual([])
})

test('shows why a suspension was refused, and keeps the reason', async () => {
  reply(getAdminDeveloper, kim)
  refuse(suspendDeveloper, { code: 'conflict', message: 'This account is already suspended.' })
  renderPage(paths.adminDeveloper(2), { session })
  await suspend.click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Shared their password')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This account is already suspended.')
  await expect.element(reason).toHaveValue('Shared their password')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await suspend.click()
  await expect.element(reason).toHaveValue('')
})

test('shows who suspended an account and why, and restores it after a question', async () => {
  reply(getAdminDeveloper, suspended)
  reply(restoreDeveloper, kim)
  renderPage(paths.adminDeveloper(2), { session })
  await expect.element(page.getByText(/Suspended by Dana Reyes on .*Shared their password/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Restore account' }).click()
  await expect.element(dialog).toBeVisible()
  await expectAccessible()
  reply(getAdminDeveloper, kim)
  await dialog.getByRole('button', { name: 'Restore account' }).click()
  await expect.element(page.getByText('Kim Vance was restored')).toBeVisible()
  expect(sent(restoreDeveloper)).toMatchObject([{ params: { id: '2' }, body: { end_password: true } }])
  await expect.element(suspend).toBeVisible()
})

test('leaves the password of a restored account if staff clear the box, which each question selects', async () => {
  reply(getAdminDeveloper, suspended)
  reply(restoreDeveloper, kim)
  renderPage(paths.adminDeveloper(2), { session })
  const box = dialog.getByRole('checkbox', { name: 'End the password and email a link for a new one' })
  const open = () => page.getByRole('button', { name: 'Restore account' }).click()
  await open()
  await expect.element(box).toBeChecked()
  await box.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect.element(box).toBeChecked()
  await box.click()
  await dialog.getByRole('button', { name: 'Restore account' }).click()
  await expect.poll(() => sent(restoreDeveloper)).toMatchObject([{ body: { end_password: false } }])
})

test('shows in the question why an account was not restored', async () => {
  reply(getAdminDeveloper, suspended)
  refuse(restoreDeveloper, { code: 'conflict', message: 'This account is not suspended.' })
  renderPage(paths.adminDeveloper(2), { session })
  await page.getByRole('button', { name: 'Restore account' }).click()
  await dialog.getByRole('button', { name: 'Restore account' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This account is not suspended.')
})

test('offers no suspension of the own account', async () => {
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 1, is_admin: true }))
  renderPage(paths.adminDeveloper(1), { session })
  await expect.element(page.getByRole('link', { name: 'Audit log: by them' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Audit log: about them' }))
    .toHaveAttribute('href', paths.auditAbout(1))
  await expect.element(suspend).not.toBeInTheDocument()
})

test('the list marks suspended developers, and shows only them on request', async () => {
  const { id, name, company_name, email, procore_id } = kim
  const row = { id, name, company_name, email, procore_id, suspended: true }
  reply(listAdminDevelopers, [row])
  renderPage(paths.adminDevelopers(), { session })
  await expect.element(page.getByRole('cell', { name: /Kim Vance\s*Suspended/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only suspended' }).click()
  await expect.poll(currentAddress).toContain('filters[suspended]=true')
  await expect.poll(() => sent(listAdminDevelopers).at(-1)?.query.filters).toEqual({ suspended: 'true' })
})
