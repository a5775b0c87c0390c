import { getSession } from '@trestle/domain/accounts/contract.ts'
import {
  cancelOwnFactorReset,
  confirmTotp,
  createPasskey,
  createPasskeyRegistration,
  createRecoveryCodes,
  createTotp,
  deletePasskey,
  deleteTotp,
  getSecondFactors,
  listPasskeys,
  updatePasskey,
  type Passkey,
  type SecondFactors,
} from '@trestle/domain/accounts/factors/contract.ts'
import { maxPasskeys } from '@trestle/domain/accounts/factors/rules.ts'
import type { ReplyOf } from '@trestle/domain/http/endpoint.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { buildSession, now } from '../../../testing/build.ts'
import { asksBeforeClosing } from '../../../testing/leaving.ts'
import { disconnect, hold, refuse, refuseInBackground, reply, sent } from '../../../testing/network.ts'
import { addAuthenticator } from '../../../testing/authenticator.ts'
import { currentAddress, renderPart } from '../../../testing/render.tsx'
import { queryClient } from '../../http/queryClient.ts'
import { Link } from '../../ui/Link.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

const none: SecondFactors = {
  passkeys: 0,
  totp_confirmed_at: null,
  recovery_codes_left: 0,
  is_required: false,
  reset_at: null,
}
const laptop: Passkey = { id: 3, name: 'Laptop', backed_up: true, created_at: now, last_used_at: null }
const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-IJKL-MNO${'ABCDEFGHIJ'[index]}`)

const registration: ReplyOf<typeof createPasskeyRegistration> = {
  rp: { id: window.location.hostname, name: 'Trestle' },
  user: { id: 'AAAA', name: 'dana@example.test', displayName: 'Dana' },
  challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 5_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

beforeEach(() => {
  reply(getSession, buildSession())
})

/** Renders the section of someone with these factors. */
function show(factors: Partial<SecondFactors> = {}, rows: Passkey[] = []): void {
  reply(getSecondFactors, { ...none, ...factors })
  reply(listPasskeys, rows)
  renderPart(<TwoFactorSection />)
}

test('without a factor, offers to add one, and no recovery codes yet', async () => {
  show()
  await expect.element(page.getByText('No passkeys yet')).toBeVisible()
  await expect.element(page.getByText('Not set up')).toBeVisible()
  await expect.element(button('Create recovery codes')).toBeDisabled()
  await expect.element(page.getByText('Add a passkey or an authenticator app first.')).toBeVisible()
  await expectAccessible()
})

test('says that staff will reset the factors, and how to stop it', async () => {
  show({ totp_confirmed_at: now, reset_at: now })
  await expect.element(page.getByText(/^Your second factors will be removed on /)).toBeVisible()
  await expect.element(page.getByText(/If this wasn't you, cancel it\./)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'contact support' }))
    .toHaveAttribute('href', 'https://support.example.test/')
  await expectAccessible()
})

test('cancels a pending reset after a question, also if it was canceled already', async () => {
  show({ totp_confirmed_at: now, reset_at: now })
  const cancel = button('Cancel the reset')
  await cancel.click()
  const question = dialog('Keep your second factors?')
  refuse(cancelOwnFactorReset, { code: 'unavailable', message: 'Try again in a minute.' })
  await question.getByRole('button', { name: 'Cancel the reset' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Try again in a minute.')
  refuseInBackground(cancelOwnFactorReset, { code: 'not_found', message: 'No reset is pending.' })
  reply(getSecondFactors, { ...none, totp_confirmed_at: now })
  await question.getByRole('button', { name: 'Cancel the reset' }).click()
  await expect.element(page.getByText('The reset was canceled')).toBeVisible()
  await expect.element(cancel).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toHaveFocus()
})

test('sets up an authenticator app with a QR code, its key and a first code', async () => {
  show()
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  reply(createTotp, { secret: key, uri: `otpauth://totp/Trestle:dana@example.test?secret=${key}` })
  const load = hold(createTotp)
  await button('Set up an app').click()
  const open = dialog('Set up an authenticator app')
  await expect.element(open.getByText('Loading')).toBeInTheDocument()
  await expect.element(open.getByRole('button', { name: 'Close' })).not.toHaveFocus()
  load.release()
  await expect.element(open).toHaveFocus()
  await expect.element(open.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expect
    .element(open.getByLabelText('Key', { exact: true }))
    .toHaveValue('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
  await expectAccessible()
  const code = open.getByRole('textbox', { name: 'Code' })
  await code.fill('12345')
  await open.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(code).toHaveAccessibleDescription(/Enter the 6 digits/)
  const message = 'This code is wrong or was used before. Wait for the next one that your app shows.'
  refuse(confirmTotp, { code: 'invalid_input', message, fields: { totp: [message] } })
  await code.fill('123456')
  await open.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(message))
  reply(confirmTotp, { ...none, totp_confirmed_at: now })
  reply(getSecondFactors, { ...none, totp_confirmed_at: now })
  await code.fill('123 456')
  await open.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(page.getByText(/^Set up on/)).toBeInTheDocument()
  await expect.element(open).not.toBeInTheDocument()
  expect(sent(createTotp)).toHaveLength(1)
  expect(sent(confirmTotp).at(-1)).toMatchObject({ body: { totp: '123 456' } })
  // The reminder to set up a second factor goes with the session that has one.
  expect(sent(getSession)).toHaveLength(1)
})

test.each([
  ['at once', true],
  ['with the next attempt', false],
])('an authenticator app counts as set up if only the reply got lost: %s', async (_, isReachable) => {
  show()
  const open = dialog('Set up an authenticator app')
  reply(createTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Trestle:dana@example.test' })
  await button('Set up an app').click()
  disconnect(confirmTotp)
  if (isReachable) reply(getSecondFactors, { ...none, totp_confirmed_at: now })
  else disconnect(getSecondFactors)
  await open.getByLabelText('Code').fill('123456')
  await open.getByRole('button', { name: 'Turn on' }).click()
  if (!isReachable) {
    await expect.element(open.getByText(/its reply got lost/)).toBeVisible()
    const message = 'This code is wrong or was used before. Wait for the next one that your app shows.'
    refuseInBackground(confirmTotp, { code: 'invalid_input', message, fields: { totp: [message] } })
    reply(getSecondFactors, { ...none, totp_confirmed_at: now })
    await open.getByRole('button', { name: 'Turn on' }).click()
  }
  await expect.element(page.getByText(/^Set up on/)).toBeInTheDocument()
  await expect.element(open).not.toBeInTheDocument()
  await expect.element(dialog('Save recovery codes?')).toBeVisible()
})

test('an authenticator app gets another key each time that its dialog opens', async () => {
  show()
  const open = dialog('Set up an authenticator app')
  for (const [secret, shown] of [
    ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
    ['KRSXG5CTMVRXEZLU', 'KRSX G5CT MVRX EZLU'],
  ] as const) {
    reply(createTotp, { secret, uri: `otpauth://totp/Trestle:dana@example.test?secret=${secret}` })
    await button('Set up an app').click()
    await expect.element(open.getByLabelText('Key', { exact: true })).toHaveValue(shown)
    await open.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(open).not.toBeInTheDocument()
  }
})

test('the key of an authenticator app stays while the user scans it with another device', async () => {
  const started = new Date(now)
  vi.useFakeTimers({ toFake: ['Date'], now: started })
  show()
  const uri = 'otpauth://totp/Trestle:dana@example.test'
  reply(createTotp, { secret: 'JBSWY3DPEHPK3PXP', uri })
  await button('Set up an app').click()
  const key = dialog('Set up an authenticator app').getByLabelText('Key', { exact: true })
  await expect.element(key).toHaveValue('JBSW Y3DP EHPK 3PXP')
  reply(createTotp, { secret: 'KRSXG5CTMVRXEZLU', uri })
  vi.setSystemTime(started.valueOf() + minuteMs)
  const reloads = sent(listPasskeys).length
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => sent(listPasskeys).length).toBeGreaterThan(reloads)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(key).toHaveValue('JBSW Y3DP EHPK 3PXP')
  expect(sent(createTotp)).toHaveLength(1)
})

/** Adds a passkey in the browser. */
async function addLaptop(factors: SecondFactors) {
  await addAuthenticator()
  reply(createPasskeyRegistration, registration)
  reply(createPasskey, laptop)
  await button('Add a passkey').click()
  const open = dialog('Add a passkey')
  await open.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  reply(listPasskeys, [laptop])
  reply(getSecondFactors, factors)
  await open.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(open).not.toBeInTheDocument()
}

test('after a factor was added without recovery codes, offers to create them', async () => {
  show()
  await addLaptop({ ...none, passkeys: 1 })
  const question = dialog('Save recovery codes?')
  await expect
    .element(
      question.getByText(/Without them, you can only sign in again after platform staff .* 24 hours\./),
    )
    .toBeVisible()
  await expectAccessible()
  refuse(createRecoveryCodes, { code: 'unavailable', message: 'Try again in a minute.' })
  await question.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Try again in a minute.')
  reply(createRecoveryCodes, { codes })
  await question.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect.element(dialog('Your recovery codes')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('does not offer recovery codes to someone who has some', async () => {
  show({ totp_confirmed_at: now, recovery_codes_left: 3 })
  await addLaptop({ ...none, passkeys: 1, totp_confirmed_at: now, recovery_codes_left: 3 })
  await expect.element(page.getByRole('row', { name: /^Laptop/ })).toBeVisible()
  await expect.element(dialog('Save recovery codes?')).not.toBeInTheDocument()
})

test('shows new recovery codes once, until the user says that they stored them', async () => {
  show({ totp_confirmed_at: now })
  await expect.element(page.getByText('You have no recovery codes')).toBeVisible()
  reply(createRecoveryCodes, { codes })
  reply(getSecondFactors, { ...none, totp_confirmed_at: now, recovery_codes_left: 10 })
  await button('Create recovery codes').click()
  const open = dialog('Your recovery codes')
  await expect.element(open.getByRole('listitem').nth(9)).toMatchTextContent('ABCD-EFGH-IJKL-MNOJ')
  await expect.element(open.getByRole('link', { name: 'Download' })).toHaveAttribute('download')
  await expect.element(open.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await expectAccessible()
  await open.getByRole('button', { name: 'I have stored them' }).click()
  await expect.element(open).not.toBeInTheDocument()
  await expect.element(page.getByText('10 codes are left')).toBeVisible()
  await expect.element(button('Replace the codes')).toHaveFocus()
})

test('shows new recovery codes also if nothing else loads, and keeps them on Back', async () => {
  reply(getSecondFactors, { ...none, totp_confirmed_at: now })
  reply(listPasskeys, [])
  renderPart(
    <>
      <Link href="/account">Account</Link>
      <TwoFactorSection />
    </>,
    { address: '/developer_apps' },
  )
  await page.getByRole('link', { name: 'Account' }).click()
  await expect.poll(currentAddress).toBe('/account')
  await expect.element(page.getByText('You have no recovery codes')).toBeVisible()
  reply(createRecoveryCodes, { codes })
  disconnect(getSession)
  disconnect(getSecondFactors)
  await button('Create recovery codes').click()
  const open = dialog('Your recovery codes')
  await expect.element(open).toBeVisible()
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await back
  await expect.poll(currentAddress).toBe('/account')
  await expect.element(open.getByRole('listitem').nth(9)).toBeVisible()
  expect(sent(createRecoveryCodes)).toHaveLength(1)
})

test('asks before it replaces recovery codes', async () => {
  show({ totp_confirmed_at: now, recovery_codes_left: 1 })
  await expect.element(page.getByText('One code is left')).toBeVisible()
  reply(createRecoveryCodes, { codes })
  await button('Replace the codes').click()
  const question = dialog('Replace your recovery codes?')
  expect(sent(createRecoveryCodes)).toHaveLength(0)
  await question.getByRole('button', { name: 'Replace the codes' }).click()
  await expect.element(dialog('Your recovery codes')).toBeVisible()
})

test('says that codes whose reply got lost may have replaced the stored ones, and creates others', async () => {
  show({ totp_confirmed_at: now, recovery_codes_left: 3 })
  await expect.element(page.getByText('3 codes are left')).toBeVisible()
  disconnect(createRecoveryCodes)
  reply(getSecondFactors, { ...none, totp_confirmed_at: now, recovery_codes_left: 10 })
  await button('Replace the codes').click()
  const question = dialog('Replace your recovery codes?')
  await question.getByRole('button', { name: 'Replace the codes' }).click()
  const alert = question.getByRole('alert')
  await expect.element(alert).toMatchTextContent("Couldn't confirm that this worked")
  await expect.element(alert).toMatchTextContent('Your earlier codes may have stopped working.')
  await expect.element(page.getByText('10 codes are left')).toBeInTheDocument()
  reply(createRecoveryCodes, { codes })
  await question.getByRole('button', { name: 'Replace the codes' }).click()
  await expect.element(dialog('Your recovery codes')).toBeVisible()
})

test('lists passkeys, renames one and removes one after a confirmation', async () => {
  show({ passkeys: 1 }, [laptop])
  const row = page.getByRole('row', { name: /^Laptop/ })
  await expect.element(row).toMatchTextContent(/Synchronized.*Never/)
  reply(updatePasskey, { ...laptop, name: 'Work laptop' })
  reply(listPasskeys, [{ ...laptop, name: 'Work laptop' }])
  await button('Rename Laptop').click()
  const rename = dialog('Rename the passkey')
  await rename.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await rename.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('row', { name: /^Work laptop/ })).toBeVisible()
  const message = 'This is your only second factor, and platform staff need one.'
  refuse(deletePasskey, { code: 'conflict', message })
  await button('Remove Work laptop').click()
  const question = dialog('Remove Work laptop?')
  await expect.element(question).toHaveAccessibleDescription(/It is your only second factor\./)
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(message)
  reply(deletePasskey)
  reply(listPasskeys, [])
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('No passkeys yet')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toHaveFocus()
})

const gone = { code: 'not_found', message: 'Not found. It may have been removed already.' } as const

test('says why a passkey that is gone was not renamed, and reloads the list', async () => {
  show({ passkeys: 1 }, [laptop])
  await button('Rename Laptop').click()
  const rename = dialog('Rename the passkey')
  await rename.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  refuse(updatePasskey, gone)
  reply(listPasskeys, [])
  await rename.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(rename.getByRole('alert')).toMatchTextContent(gone.message)
  await expect.element(page.getByText('No passkeys yet')).toBeInTheDocument()
})

test('what is gone already counts as removed', async () => {
  show({ passkeys: 1, totp_confirmed_at: now }, [laptop])
  refuseInBackground(deletePasskey, gone)
  refuseInBackground(deleteTotp, gone)
  await button('Remove Laptop').click()
  reply(listPasskeys, [])
  await dialog('Remove Laptop?').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('No passkeys yet')).toBeVisible()
  await button('Remove').click()
  reply(getSecondFactors, none)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Not set up')).toBeVisible()
})

test('adds a passkey, and says why one was not added', async () => {
  await addAuthenticator()
  show({ totp_confirmed_at: now, recovery_codes_left: 10 })
  await button('Add a passkey').click()
  const open = dialog('Add a passkey')
  const alert = open.getByRole('alert')
  const add = open.getByRole('button', { name: 'Add a passkey' })
  const tooMany = 'Too many attempts. Try again in a minute.'
  refuse(createPasskeyRegistration, { code: 'rate_limited', message: tooMany })
  await open.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await add.click()
  await expect.element(alert).toMatchTextContent(tooMany)
  reply(createPasskeyRegistration, registration)
  const expired = 'The request for a passkey has expired. Try again.'
  refuse(createPasskey, { code: 'conflict', message: expired })
  await add.click()
  await expect.element(alert).toMatchTextContent(expired)
  reply(createPasskey, laptop)
  reply(listPasskeys, [laptop])
  await add.click()
  await expect.element(page.getByRole('row', { name: /^Laptop/ })).toBeVisible()
  expect(sent(createPasskey).at(-1)).toMatchObject({ body: { name: 'Laptop' } })
})

test.each([
  [0, true],
  [1, false],
])('says whether the authenticator app is the only factor: beside %i passkeys', async (passkeys, isOnly) => {
  show({ passkeys, totp_confirmed_at: now }, passkeys > 0 ? [laptop] : [])
  await button('Remove').click()
  const question = dialog('Remove the authenticator app?')
  await expect.element(question.getByText(/Its codes stop working/)).toBeVisible()
  expect(question.getByText(/your password alone protects the account/).elements().length > 0).toBe(isOnly)
})

test('removes the authenticator app after a confirmation', async () => {
  show({ totp_confirmed_at: now })
  reply(deleteTotp)
  await button('Remove').click()
  reply(getSecondFactors, none)
  await dialog('Remove the authenticator app?').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Not set up')).toBeVisible()
})

test('says that the browser can use no passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  show()
  await expect.element(page.getByText("This browser doesn't support passkeys.")).toBeVisible()
  await expect.element(button('Add a passkey')).toBeDisabled()
})

test('says why no further passkey can be added', async () => {
  const many = Array.from({ length: maxPasskeys }, (_, id) => ({ ...laptop, id: id + 1, name: `Key ${id}` }))
  show({ passkeys: maxPasskeys }, many)
  await expect.element(page.getByText(/the most an account can have/)).toBeVisible()
  await expect.element(button('Add a passkey')).toBeDisabled()
})

test('tells staff that they need a factor, and can retry a failed load', async () => {
  refuse(getSecondFactors, { code: 'internal', message: 'Something went wrong.' })
  reply(listPasskeys, [])
  renderPart(<TwoFactorSection />)
  await expect.element(page.getByRole('alert')).toMatchTextContent("Your second factors couldn't be loaded")
  reply(getSecondFactors, { ...none, is_required: true })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText(/^Platform staff need at least one/)).toBeVisible()
})

test('a device that has a passkey already shows it, as after a lost reply', async () => {
  await addAuthenticator()
  show({ totp_confirmed_at: now, recovery_codes_left: 10 })
  await button('Add a passkey').click()
  const open = dialog('Add a passkey')
  reply(createPasskeyRegistration, registration)
  disconnect(createPasskey)
  await open.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await open.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(open.getByRole('alert')).toMatchTextContent(/its reply got lost/)
  const [added] = sent(createPasskey)
  const id = added?.body.passkey.id ?? ''
  reply(createPasskeyRegistration, {
    ...registration,
    excludeCredentials: [{ id, type: 'public-key', transports: ['internal'] }],
  })
  reply(listPasskeys, [laptop])
  await open.getByRole('button', { name: 'Add a passkey' }).click()
  await expect
    .element(open.getByRole('alert'))
    .toMatchTextContent('This device already has a passkey of your account.')
  await expect.element(page.getByText(/^Laptop/)).toBeInTheDocument()
})

test('a pasted name of a passkey that is too long is not cut off', async () => {
  show({ passkeys: 1 }, [laptop])
  await button('Rename Laptop').click()
  const name = dialog('Rename the passkey').getByRole('textbox', { name: 'Name' })
  await name.fill('x'.repeat(101))
  await dialog('Rename the passkey').getByRole('button', { name: 'Save changes' }).click()
  await expect.element(name).toHaveAccessibleDescription(/Character limit exceeded \(100\)/)
  await expect.element(name).toHaveValue('x'.repeat(101))
})

test('keeps the user on the page while recovery codes are on their way', async () => {
  show({ totp_confirmed_at: now })
  await expect.element(page.getByText('You have no recovery codes')).toBeVisible()
  reply(createRecoveryCodes, { codes })
  const waiting = hold(createRecoveryCodes)
  await button('Create recovery codes').click()
  await expect.poll(asksBeforeClosing).toBe(true)
  waiting.release()
  await expect.element(dialog('Your recovery codes')).toBeVisible()
})
