import { getSession, resendConfirmation } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ConfirmationBanner } from './ConfirmationBanner.tsx'

const session = buildSession({ developer: { email_confirmed: false } })
const resend = page.getByRole('button', { name: 'Resend' })

test('shows the address and sends the email again', async () => {
  reply(getSession, session)
  reply(resendConfirmation)
  renderPart(<ConfirmationBanner />, { session })
  await expect.element(page.getByText(/We sent a link to dana@example.test/)).toBeVisible()
  await resend.click()
  await expect.element(page.getByText('Confirmation email sent')).toBeVisible()
  expect(sent(resendConfirmation)).toHaveLength(1)
})

test('shows why the email was not sent', async () => {
  reply(getSession, session)
  refuse(resendConfirmation, { code: 'rate_limited', message: 'Wait an hour and try again.' })
  renderPart(<ConfirmationBanner />, { session })
  await resend.click()
  const refusal = page.getByRole('alert').filter({ hasText: "The email wasn't sent" })
  await expect.element(refusal).toMatchTextContent('Wait an hour and try again.')
})
