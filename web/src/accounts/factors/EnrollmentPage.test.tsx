import { getSession } from '@trestle/domain/accounts/contract.ts'
import {
  confirmTotp,
  createTotp,
  getSecondFactors,
  listPasskeys,
} from '@trestle/domain/accounts/factors/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getTerms } from '@trestle/domain/documentation/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { buildSession, buildSignedOutSession, now } from '../../../testing/build.ts'
import { disconnect, reply } from '../../../testing/network.ts'
import { renderPage } from '../../../testing/render.tsx'
import { replaceSession } from '../../http/session.ts'
import { paths } from '../../paths.ts'

const inDays = (days: number): string => new Date(Date.now() + days * dayMs - minuteMs).toISOString()
const employee = () => buildSession({ developer: { is_employee: true } })
const factors = {
  passkeys: 0,
  totp_confirmed_at: null,
  recovery_codes_left: 0,
  is_required: true,
  reset_at: null,
}

test.each([
  [3, 'within 3 days'],
  [1, 'within a day'],
  // The page was loaded before.
  [0, 'within a day'],
])('a banner tells staff how many days they have to set up a second factor: %i', async (days, within) => {
  reply(listDeveloperApps, [])
  const session = { ...employee(), factor_enrollment: { due_at: inDays(days), is_due: false } }
  renderPage(paths.apps(), { session })
  await expect.element(page.getByText(`Set up two-factor authentication ${within}`)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Set up now' }))
    .toHaveAttribute('href', '/account#two-factor')
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  await expectAccessible()
})

test('once the days are over, every page leads to enrollment', async () => {
  reply(getSecondFactors, factors)
  reply(listPasskeys, [])
  reply(listDeveloperApps, [])
  const session = { ...employee(), factor_enrollment: { due_at: inDays(-1), is_due: true } }
  renderPage(paths.apps(), { session })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toMatchTextContent('Set up two-factor authentication')
  await expect.element(page.getByText('You have no apps yet')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('with a factor, staff continue to the page they opened, or read why they can not', async () => {
  reply(getSecondFactors, { ...factors, totp_confirmed_at: now })
  reply(listPasskeys, [])
  reply(listDeveloperApps, [])
  const session = { ...employee(), factor_enrollment: { due_at: inDays(-1), is_due: true } }
  renderPage(paths.apps(), { session })
  disconnect(getSession)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The server couldn't be reached\./)
  reply(getSession, employee())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
})

/** Sets up an authenticator app on the enrollment page that stands in for the page of this address. */
async function addTotp(address = paths.apps()) {
  reply(getSecondFactors, factors)
  reply(listPasskeys, [])
  reply(listDeveloperApps, [])
  const session = { ...employee(), factor_enrollment: { due_at: inDays(-1), is_due: true } }
  renderPage(address, { session })
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  reply(createTotp, { secret, uri: `otpauth://totp/Trestle:dana@example.test?secret=${secret}` })
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const set = { ...factors, totp_confirmed_at: now }
  reply(confirmTotp, set)
  reply(getSecondFactors, set)
  reply(getSession, employee())
  await page.getByRole('textbox', { name: 'Code' }).fill('123 456')
  await page.getByRole('button', { name: 'Turn on' }).click()
}

test('after the first factor, staff are offered recovery codes before they continue', async () => {
  await addTotp()
  const offer = page.getByRole('dialog', { name: 'Save recovery codes?' })
  await expect.element(offer).toBeVisible()
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByText('You have a second factor now.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
})

test('after the first factor, a link leads to its page', async () => {
  await addTotp()
  await page
    .getByRole('dialog', { name: 'Save recovery codes?' })
    .getByRole('button', { name: 'Not now' })
    .click()
  reply(getTerms, { version: '2026-11-01', body: 'Keep your secrets safe.' })
  await page.getByRole('link', { name: 'Terms and conditions' }).click()
  await expect.element(page.getByText('Keep your secrets safe.')).toBeVisible()
  await expect.element(page.getByText('You have a second factor now.')).not.toBeInTheDocument()
})

test('after the first factor, the page appears when the session ends', async () => {
  reply(getTerms, { version: '2026-11-01', body: 'Keep your secrets safe.' })
  await addTotp(paths.terms())
  await page
    .getByRole('dialog', { name: 'Save recovery codes?' })
    .getByRole('button', { name: 'Not now' })
    .click()
  await expect.element(page.getByText('You have a second factor now.')).toBeVisible()
  replaceSession(buildSignedOutSession())
  await expect.element(page.getByText('Keep your secrets safe.')).toBeVisible()
})
