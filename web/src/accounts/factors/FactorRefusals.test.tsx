import {
  createRecoveryCodes,
  createTotp,
  deleteTotp,
  getSecondFactors,
  listPasskeys,
  updatePasskey,
} from '@trestle/domain/accounts/factors/contract.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import { refuse, reply } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

const message = 'Try again in a minute.'
const dialog = page.getByRole('dialog')

beforeEach(() => {
  reply(getSecondFactors, {
    passkeys: 1,
    totp_confirmed_at: now,
    recovery_codes_left: 2,
    is_required: false,
    reset_at: null,
  })
  reply(listPasskeys, [{ id: 3, name: 'Laptop', backed_up: true, created_at: now, last_used_at: null }])
})

test.each<[what: string, endpoint: Endpoint, ask: string, confirm: string]>([
  ['replacing the recovery codes', createRecoveryCodes, 'Replace the codes', 'Replace the codes'],
  ['removing the authenticator app', deleteTotp, 'Remove', 'Remove'],
])('the question shows why %s was refused', async (_, endpoint, ask, confirm) => {
  refuse(endpoint, { code: 'unavailable', message })
  renderPart(<TwoFactorSection />)
  await page.getByRole('button', { name: ask, exact: true }).click()
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
})

test('the dialog shows why a passkey was not renamed', async () => {
  refuse(updatePasskey, { code: 'unavailable', message })
  renderPart(<TwoFactorSection />)
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
})

test('the dialog shows why there is no key for an authenticator app', async () => {
  reply(getSecondFactors, {
    passkeys: 1,
    totp_confirmed_at: null,
    recovery_codes_left: 2,
    is_required: false,
    reset_at: null,
  })
  refuse(createTotp, { code: 'unavailable', message })
  renderPart(<TwoFactorSection />)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
})
