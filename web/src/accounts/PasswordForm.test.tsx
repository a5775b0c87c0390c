import {
  changePassword,
  confirmSession,
  getSession,
  listAccountSessions,
} from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildDeveloper, buildSession, later } from '../../testing/build.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { accountSessions } from './queries.ts'

const current = page.getByLabelText('Current password', { exact: true })
const password = page.getByLabelText('New password', { exact: true })
const repeat = page.getByLabelText('Repeat the new password', { exact: true })
const submit = page.getByRole('button', { name: 'Change password' })

async function change() {
  renderPart(<PasswordForm developer={buildDeveloper()} />)
  await current.fill('correct-horse-battery-9')
  await password.fill('plywood-orbit-lantern-42')
  await repeat.fill('plywood-orbit-lantern-42')
  await submit.click()
}

test('confirms that the password changed and clears the form', async () => {
  reply(changePassword)
  reply(getSession, buildSession())
  await change()
  await expect.element(page.getByText(/^Your password was changed/)).toBeVisible()
  await expect.element(current).toHaveValue('')
  await expect.element(password).toHaveValue('')
})

test('a change is no failure if the session cannot be reloaded after it', async () => {
  reply(changePassword)
  disconnect(getSession)
  await change()
  await expect.element(page.getByText(/^Your password was changed/)).toBeVisible()
})

test('the list of sessions shows which are left after a change', async () => {
  reply(changePassword)
  reply(getSession, buildSession())
  reply(listAccountSessions, [])
  await queryClient.fetchQuery(accountSessions())
  await change()
  await expect.element(page.getByText(/^Your password was changed/)).toBeVisible()
  await queryClient.fetchQuery(accountSessions())
  expect(sent(listAccountSessions)).toHaveLength(2)
})

test('shows an error for a wrong current password beside its field', async () => {
  const message = 'Current password is wrong'
  refuse(changePassword, { code: 'invalid_input', message, fields: { current_password: [message] } })
  await change()
  await expect.element(current).toHaveAccessibleDescription(message)
  await expect.element(password).toHaveValue('plywood-orbit-lantern-42')
})

/** Refuses the change until the user has confirmed who they are. */
function askToConfirm(methods: ('password' | 'totp')[]) {
  const message = "Confirm that it's you to continue."
  refuse(changePassword, { code: 'confirmation_required', message, methods })
  reply(getSession, buildSession())
  reply(confirmSession, () => {
    reply(changePassword)
    return { confirmed_until: later }
  })
}

test('the current password also confirms who the user is, without a dialog', async () => {
  askToConfirm(['password'])
  await change()
  await expect.element(page.getByText(/^Your password was changed/)).toBeVisible()
  expect(sent(confirmSession).map(({ body }) => body)).toEqual([{ password: 'correct-horse-battery-9' }])
})

test('shows an error beside the current password if it confirms nothing', async () => {
  askToConfirm(['password'])
  const message = "This isn't your password."
  refuse(confirmSession, { code: 'invalid_input', message, fields: { password: [message] } })
  await change()
  await expect.element(current).toHaveAccessibleDescription(message)
  await expect.element(password).toHaveValue('plywood-orbit-lantern-42')
})

test('says what is missing while the form is empty', async () => {
  renderPart(<PasswordForm developer={buildDeveloper()} />)
  await expect.element(submit).toHaveAccessibleDescription('Enter your current password and a new one.')
  await expect.element(submit).toBeDisabled()
})

test('asks before typed passwords are lost', async () => {
  renderPart(<PasswordForm developer={buildDeveloper()} />)
  await current.fill('correct-horse-battery-9')
  await expect.poll(asksBeforeClosing).toBe(true)
})
