import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { PasswordField } from './PasswordField.tsx'

const field = page.getByLabelText('Password', { exact: true })

test('hides typed text until its eye button is pressed, and hides it again', async () => {
  renderPart(<PasswordField label="Password" autoComplete="current-password" />)
  await expect.element(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})
