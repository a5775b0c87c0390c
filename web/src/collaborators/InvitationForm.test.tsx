import { createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect, refuse, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/Link.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { InvitationForm } from './InvitationForm.tsx'

const email = page.getByRole('textbox', { name: 'Email address' })
const submit = page.getByRole('button', { name: 'Send invitation' })

function render() {
  renderPart(<InvitationForm appId={7} onSent={() => undefined} />)
}

test('preselects the role with fewer permissions', async () => {
  render()
  await expect.element(page.getByRole('radio', { name: 'Developer' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Admin' })).not.toBeChecked()
})

test('requires a valid address, without a call', { tags: ['COLL-02'] }, async () => {
  render()
  await submit.click()
  await expect.element(email).toHaveAccessibleDescription(/This field is required/)
  await email.fill('kim')
  await submit.click()
  await expect.element(email).toHaveAccessibleDescription(/This email is invalid/)
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
})

test('a refusal without a field is shown above the form', { tags: ['COLL-15'] }, async () => {
  refuse(createInvitation, { code: 'conflict', message: 'kim@example.test is already invited.' })
  render()
  await email.fill('kim@example.test')
  await submit.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^The invitation wasn't sent.*kim@example\.test is already invited\./)
  await expect.element(email).toHaveValue('kim@example.test')
})

test('does not say that the invitation was not sent if only the reply got lost', async () => {
  disconnect(createInvitation)
  render()
  await email.fill('kim@example.test')
  await submit.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Couldn't confirm that this worked.*or its reply got lost/)
})

test('the dialog asks before it discards an address', async () => {
  renderPart(<InvitationDialog appId={7} opened onClose={() => undefined} onSent={() => undefined} />)
  await expect.element(email).toHaveFocus()
  await email.fill('kim@example.test')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(email).toHaveValue('kim@example.test')
})

test('shows the error of a refused address next to its field', async () => {
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

test('the dialog asks before leaving the page discards a typed address', async () => {
  renderPart(
    <>
      <TextLink href={paths.apps()}>Leave</TextLink>
      <InvitationDialog appId={7} opened onClose={() => undefined} onSent={() => undefined} />
    </>,
  )
  await email.fill('kim@example.test')
  const link = page.getByRole('link', { name: 'Leave', includeHidden: true })
  ;(link.element() as HTMLElement).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(email).toHaveValue('kim@example.test')
})
