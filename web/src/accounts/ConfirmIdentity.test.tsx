import { createPasskeyRequest } from '@trestle/domain/accounts/factors/contract.ts'
import { confirmSession, getSession, updateAccount } from '@trestle/domain/accounts/contract.ts'
import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildDeveloper, buildSession, later } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ProfileForm } from './ProfileForm.tsx'

const developer = buildDeveloper()
const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
const password = dialog.getByLabelText('Password', { exact: true })
const firstName = page.getByRole('textbox', { name: 'First name' })
const lostFactor = dialog.getByText('Lost it? Sign out, then sign in with a recovery code.')
const refusal = "Confirm that it's you to continue."

/** Saves with a sign-in that is too old for the call. */
async function saveStale(methods: ConfirmationMethod[] = ['password']) {
  refuse(updateAccount, { code: 'confirmation_required', message: refusal, methods })
  reply(getSession, { ...buildSession(), csrf_token: 'renewed' })
  reply(confirmSession, () => {
    reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
    return { confirmed_until: later }
  })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByRole('textbox').or(password)).toHaveFocus()
}

test('a call continues once the user has confirmed who they are', async () => {
  await saveStale()
  expect(lostFactor.elements()).toEqual([])
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(updateAccount)).toHaveLength(2)
})

test('someone with an authenticator app confirms with its code, not with the password', async () => {
  await saveStale(['totp'])
  expect(password.elements()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent(confirmSession)).toMatchObject([{ body: { totp: '123456' } }])
})

test.each([
  ['an authenticator app', 'totp'],
  ['a passkey', 'passkey'],
] as const)('says what to do after losing %s', async (_factor, method) => {
  refuse(updateAccount, { code: 'confirmation_required', message: refusal, methods: [method] })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(lostFactor).toBeVisible()
})

test('a wrong password keeps the dialog open', async () => {
  await saveStale()
  const message = "This isn't your password."
  refuse(confirmSession, { code: 'invalid_input', message, fields: { password: [message] } })
  await password.fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveAccessibleDescription(message)
  expect(sent(updateAccount)).toHaveLength(1)
})

test.each(['Cancel', '{Escape}'])(
  'after %s the refusal shows where the call was made, and nothing typed is lost',
  async (way) => {
    await saveStale()
    if (way === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
    else await userEvent.keyboard(way)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert').first()).toMatchTextContent(refusal)
    await expect.element(firstName).toHaveValue('Dee')
    expect(sent(updateAccount)).toHaveLength(1)
  },
)

test('the dialog stays open while the browser asks for a passkey, so that it can show a refusal', async () => {
  refuse(updateAccount, { code: 'confirmation_required', message: refusal, methods: ['passkey'] })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const message = 'Too many attempts. Try again in a minute.'
  refuse(createPasskeyRequest, { code: 'rate_limited', message })
  const request = hold(createPasskeyRequest)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  request.release()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
})

test('a call that the server refuses again shows the refusal instead of asking twice', async () => {
  await saveStale()
  reply(confirmSession, { confirmed_until: later })
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert').first()).toMatchTextContent(refusal)
  await expect.element(dialog).not.toBeInTheDocument()
})
