import { getSession, signIn, updateAccount } from '@trestle/domain/accounts/contract.ts'
import * as calls from '@trestle/domain/notifications/calls.ts'
import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildDeveloper, buildSession, buildSignedOutSession, later } from '../../testing/build.ts'
import { refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { call } from '../http/call.ts'
import { endedSession } from '../http/endedSession.ts'
import { queryClient } from '../http/queryClient.ts'
import { latestNotifications } from '../notifications/queries.ts'
import { ProfileForm } from './ProfileForm.tsx'

const developer = buildDeveloper()
const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
const password = dialog.getByLabelText('Password', { exact: true })
const firstName = page.getByRole('textbox', { name: 'First name' })

async function saveFirstName(): Promise<void> {
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
}

/** The server refuses to save from now on, because the session has ended. */
function endSession() {
  refuse(updateAccount, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getSession, buildSignedOutSession())
}

/** Saves after the server has ended the session. */
async function saveSignedOut() {
  endSession()
  await saveFirstName()
  await expect.element(password).toHaveFocus()
}

/** Signs in again, which sends the save again. */
async function completeSave() {
  reply(signIn, buildSession())
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
}

test('a save with an expired session completes after signing in again', async () => {
  await saveSignedOut()
  await completeSave()
  expect(sent(updateAccount)).toHaveLength(2)
})

test('the focus returns to the button that the expired session interrupted', async () => {
  endSession()
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  const save = page.getByRole('button', { name: 'Save changes' })
  save.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveFocus()
  await completeSave()
  await expect.element(save).toHaveFocus()
})

test('the dialog opens once the user stops typing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  endSession()
  await saveFirstName()
  await expect.poll(() => endedSession.read()).toBe('asking')
  await firstName.click()
  for (const key of 'Dana') {
    vi.advanceTimersByTime(400)
    await userEvent.keyboard(key)
  }
  expect(dialog.elements()).toEqual([])
  await expect.element(firstName).toHaveValue('DeeDana')
  vi.advanceTimersByTime(500)
  vi.useRealTimers()
  await expect.element(password).toHaveFocus()
})

test('a wrong password keeps the dialog and the page open', async () => {
  await saveSignedOut()
  refuse(signIn, { code: 'not_signed_in', message: 'Email or password is wrong.' })
  await password.fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert').first()).toMatchTextContent('Email or password is wrong.')
})

test('signing in with another account says so and keeps the dialog open', async () => {
  await saveSignedOut()
  reply(signIn, buildSession({ developer: { id: 99, email: 'kim@example.test' } }))
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog.getByRole('alert').first())
    .toMatchTextContent('You signed in as kim@example.test, but this page belongs to another account.')
  await expect.element(firstName).toHaveValue('Dee')
  expect(sent(updateAccount)).toHaveLength(1)
})

test('a save completes when the user returns after signing in on another tab', async () => {
  await saveSignedOut()
  reply(getSession, buildSession())
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('someone who has no second factor at hand can start over', async () => {
  await saveSignedOut()
  reply(signIn, { ...buildSignedOutSession(), second_factor: { methods: ['totp'], expires_at: later } })
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect.element(password).toBeVisible()
})

/** Makes the next session have another token, with which a save succeeds. */
const renewToken = () =>
  reply(getSession, () => {
    reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
    return { ...buildSession(), csrf_token: 'renewed' }
  })

test('a save whose token another call has renewed completes without signing in again', async () => {
  refuse(updateAccount, { code: 'not_signed_in', message: 'Sign in first.' })
  renewToken()
  await saveFirstName()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

const staleToken = {
  code: 'not_allowed' as const,
  message: 'The token is stale.',
  fields: { 'x-csrf-token': ['The token is stale.'] },
}

test('a save with a token that another tab has replaced completes with the new one', async () => {
  refuseInBackground(updateAccount, staleToken)
  renewToken()
  await saveFirstName()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent(updateAccount)).toHaveLength(2)
})

test('a save is not repeated for a different user who has signed in on another tab', async () => {
  refuseInBackground(updateAccount, staleToken)
  reply(getSession, buildSession({ developer: { id: 99, email: 'kim@example.test' } }))
  await saveFirstName()
  await expect
    .element(page.getByRole('alert').first())
    .toMatchTextContent('you signed in as kim@example.test in another tab')
  await expect.element(firstName).toHaveValue('Dee')
  expect(sent(updateAccount)).toHaveLength(1)
})

test('loading data does not ask to sign in again after the user has declined', async () => {
  await saveSignedOut()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  refuse(listNotifications, { code: 'not_signed_in', message: 'Sign in first.' })
  const failures: unknown[] = []
  call(calls.listNotifications, { query: {} }).catch((error: unknown) => failures.push(error))
  await expect.poll(() => failures).toMatchObject([{ code: 'not_signed_in' }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what could not be loaded meanwhile loads once the user has signed in again', async () => {
  await saveSignedOut()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  refuse(listNotifications, { code: 'not_signed_in', message: 'Sign in first.' })
  await queryClient.prefetchQuery(latestNotifications())
  expect(queryClient.getQueryState(latestNotifications().queryKey)?.status).toBe('error')
  await page.getByRole('button', { name: 'Save changes' }).click()
  reply(signIn, buildSession())
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  reply(listNotifications, [])
  await password.fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => queryClient.getQueryData(latestNotifications().queryKey)?.rows).toEqual([])
})
