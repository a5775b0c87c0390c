import { createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refuse, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { InvitationForm } from './InvitationForm.tsx'

const email = page.getByRole('textbox', { name: 'Email address' })
const submit = page.getByRole('button', { name: 'Send invitation' })

function render() {
  renderPart(
    <InvitationForm
      appId={7}
      onCancel={() => undefined}
      onSent={() => undefined}
      onTyped={() => undefined}
    />,
  )
}

test('preselects the role with fewer permissions', async () => {
  render()
  await expect.element(page.getByRole('radio', { name: 'Developer' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Admin' })).not.toBeChecked()
})

test('refuses an invalid address without a call', async () => {
  render()
  await email.fill('kim')
  await submit.click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
})

test('shows the error of a refused address beside its field', async () => {
  const message = 'kim@example.test already works on this app.'
  refuse(createInvitation, { code: 'conflict', message, fields: { email: [message] } })
  render()
  await email.fill('kim@example.test')
  await page.getByRole('radio', { name: 'Admin' }).click()
  await submit.click()
  await expect.element(email).toHaveAccessibleDescription(message)
  expect(sent(createInvitation)).toMatchObject([
    { body: { developer_app_id: 7, email: 'kim@example.test', role: 'admin' } },
  ])
})
