import { getAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import {
  cancelFactorReset,
  getFactorResetRejection,
  rejectFactorReset,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import {
  buildAdminDeveloper,
  buildAdminSession,
  buildSignedOutSession,
  later,
  now,
} from '../../../testing/build.ts'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { renderPage } from '../../../testing/render.tsx'
import { paths } from '../../paths.ts'

const session = buildAdminSession()
const kim = buildAdminDeveloper({ id: 2, name: 'Kim Vance', first_name: 'Kim', has_second_factor: true })
const factor_reset = { reason: 'Lost the phone', requested_at: now, effective_at: later }
const request = page.getByRole('button', { name: 'Reset second factors' }).first()

test('requests a reset after asking for a reason, and cancels it', async () => {
  reply(getAdminDeveloper, kim)
  reply(requestFactorReset, factor_reset)
  renderPage(paths.adminDeveloper(2), { session })
  await request.click()
  const dialog = page.getByRole('dialog', { name: 'Reset the second factors of Kim Vance?' })
  await dialog.getByRole('button', { name: 'Reset second factors' }).click()
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason' }))
    .toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost the phone')
  reply(getAdminDeveloper, { ...kim, factor_reset })
  await dialog.getByRole('button', { name: 'Reset second factors' }).click()
  await expect.element(page.getByText('Reason: Lost the phone')).toBeVisible()
  expect(sent(requestFactorReset)).toMatchObject([{ body: { reason: 'Lost the phone' } }])
  reply(cancelFactorReset)
  await page.getByRole('button', { name: 'Cancel the reset' }).click()
  reply(getAdminDeveloper, kim)
  await page
    .getByRole('dialog', { name: 'Cancel the reset?' })
    .getByRole('button', { name: 'Cancel the reset' })
    .click()
  await expect.element(page.getByText('Reason: Lost the phone')).not.toBeInTheDocument()
})

test('offers staff no reset of their own second factors', async () => {
  const own = buildAdminSession({ developer: { id: 2 } })
  reply(getAdminDeveloper, kim)
  renderPage(paths.adminDeveloper(2), { session: own })
  await expect.element(page.getByText('This account has a second factor.')).toBeVisible()
  await expect.element(request).not.toBeInTheDocument()
})

test('offers no reset while the account is suspended, and says why', async () => {
  const suspended_by = { id: 1, name: 'Ada Admin' }
  reply(getAdminDeveloper, { ...kim, suspension: { reason: 'Abuse', suspended_at: now, suspended_by } })
  renderPage(paths.adminDeveloper(2), { session })
  await expect.element(page.getByText(/^You can't reset it while the account is suspended/)).toBeVisible()
  await expect.element(request).not.toBeInTheDocument()
})

test('offers no reset soon after the address changed, and says until when', async () => {
  reply(getAdminDeveloper, { ...kim, factor_reset_possible_at: later })
  renderPage(paths.adminDeveloper(2), { session })
  await expect
    .element(page.getByText(/^You can't reset it before .+ 2026, .+, because the email address changed\./))
    .toBeVisible()
  await expect.element(request).not.toBeInTheDocument()
})

test('the dialog shows why a reset was not requested', async () => {
  reply(getAdminDeveloper, kim)
  refuse(requestFactorReset, { code: 'conflict', message: 'A reset is already requested.' })
  renderPage(paths.adminDeveloper(2), { session })
  await request.click()
  const dialog = page.getByRole('dialog', { name: 'Reset the second factors of Kim Vance?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost the phone')
  await dialog.getByRole('button', { name: 'Reset second factors' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('A reset is already requested.')
})

test('the question shows why a reset was not canceled', async () => {
  reply(getAdminDeveloper, { ...kim, factor_reset })
  refuse(cancelFactorReset, { code: 'conflict', message: 'The reset took effect.' })
  renderPage(paths.adminDeveloper(2), { session })
  await page.getByRole('button', { name: 'Cancel the reset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the reset?' })
  await dialog.getByRole('button', { name: 'Cancel the reset' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The reset took effect.')
})

test('offers no reset for an account without a factor', async () => {
  reply(getAdminDeveloper, { ...kim, has_second_factor: false })
  renderPage(paths.adminDeveloper(2), { session })
  await expect.element(page.getByText('This account has no second factor.')).toBeVisible()
  await expect.element(request).not.toBeInTheDocument()
})

test('the emailed link cancels a reset only when its button is pressed', async () => {
  reply(getFactorResetRejection, { reset_at: '2026-11-18T09:00:00Z' })
  refuse(rejectFactorReset, { code: 'unavailable', message: 'Maintenance.' })
  renderPage('/cancel_factor_reset/abc', { session: buildSignedOutSession() })
  const button = page.getByRole('main').getByRole('button', { name: 'Cancel the reset' })
  await expect.element(button).toBeVisible()
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(/They will be removed on November 18th 2026, /)
  expect(sent(rejectFactorReset)).toHaveLength(0)
  await expectAccessible()
  await button.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Maintenance.')
  reply(rejectFactorReset)
  await button.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('The reset was canceled')
  expect(sent(rejectFactorReset).at(-1)).toMatchObject({ body: { token: 'abc' } })
  await expectAccessible()
})

const deadLink = 'The reset was canceled already, or it took effect.'

test('a link whose reset takes effect while its page is open says so when its button is pressed', async () => {
  reply(getFactorResetRejection, { reset_at: '2026-11-18T09:00:00Z' })
  refuse(rejectFactorReset, { code: 'invalid_input', message: deadLink, fields: { token: [deadLink] } })
  renderPage('/cancel_factor_reset/abc', { session: buildSignedOutSession() })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Cancel the reset' }).click()
  await expect
    .element(main.getByRole('heading', { level: 1, name: 'This link no longer works' }))
    .toHaveFocus()
  await expect.element(main).toMatchTextContent(deadLink)
})

test('a link that no longer works says so when it opens, and what else helps', async () => {
  refuse(getFactorResetRejection, { code: 'not_found', message: deadLink })
  renderPage('/cancel_factor_reset/abc', { session: buildSignedOutSession() })
  const main = page.getByRole('main')
  await expect
    .element(main.getByRole('heading', { level: 1, name: 'This link no longer works' }))
    .toBeVisible()
  await expect.element(main).toMatchTextContent(deadLink)
  await expect.element(main.getByRole('button', { name: 'Cancel the reset' })).not.toBeInTheDocument()
  await expect
    .element(main.getByRole('link', { name: 'Choose a new password' }))
    .toHaveAttribute('href', '/forgot_password')
})
