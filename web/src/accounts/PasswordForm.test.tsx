import { changePassword } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildDeveloper } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { PasswordForm } from './PasswordForm.tsx'

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
  await change()
  await expect.element(page.getByText(/^Your password was changed/)).toBeVisible()
  await expect.element(current).toHaveValue('')
  await expect.element(password).toHaveValue('')
})

test('shows an error for a wrong current password beside its field', async () => {
  const message = 'Current password is wrong'
  refuse(changePassword, { code: 'invalid_input', message, fields: { current_password: [message] } })
  await change()
  await expect.element(current).toHaveAccessibleDescription(message)
  await expect.element(password).toHaveValue('plywood-orbit-lantern-42')
})
