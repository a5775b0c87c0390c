import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

test(
  'shows the password while the pointer is on the eye, even after it was pressed',
  { tags: ['SHELL-18'] },
  async () => {
    renderPart(<PasswordField label="Password" autoComplete="current-password" />)
    const eye = page.getByRole('button', { name: /(Show|Hide) password/ })
    const leave = () =>
      userEvent.hover(document.documentElement, { position: { x: 1439, y: 899 }, force: true })
    await field.fill('gravel lantern')
    await eye.hover()
    await expect.element(field).toHaveAttribute('type', 'text')
    await leave()
    await expect.element(field).toHaveAttribute('type', 'password')
    await eye.click()
    await leave()
    await expect.element(eye).toHaveAttribute('aria-pressed', 'true')
    await expect.element(field).toHaveAttribute('type', 'text')
    await eye.click()
    await expect.element(field).toHaveAttribute('type', 'password')
    await expect.element(field).toHaveValue('gravel lantern')
  },
)

test(
  'shows the password while a mouse is over the field, but not under a finger',
  { tags: ['SHELL-18'] },
  async () => {
    renderPart(<PasswordField label="Password" autoComplete="current-password" />)
    await expect.element(field).toHaveAttribute('type', 'password')
    const move = (type: 'pointerover' | 'pointerout', pointerType: string) =>
      field.element().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
    move('pointerover', 'mouse')
    await expect.element(field).toHaveAttribute('type', 'text')
    move('pointerout', 'mouse')
    await expect.element(field).toHaveAttribute('type', 'password')
    move('pointerover', 'touch')
    await field.fill('gravel lantern')
    await expect.element(field).toHaveValue('gravel lantern')
    await expect.element(field).toHaveAttribute('type', 'password')
  },
)

test('shows the password while the eye has the keyboard focus, and after Enter', async () => {
  renderPart(<PasswordField label="Password" autoComplete="current-password" />)
  await field.fill('plywood')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus()
  await expect.element(field).toHaveAttribute('type', 'text')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('button', { name: 'Hide password' }))
    .toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('type', 'text')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(field).toHaveAttribute('type', 'password')
})
