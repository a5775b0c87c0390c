import { getSession, resendConfirmation } from '@trestle/domain/accounts/contract.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ConfirmationBanner } from './ConfirmationBanner.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const session = buildSession({ developer: { email_confirmed: false } })
const resend = page.getByRole('button', { name: 'Resend' })

test(
  'shows the address and sends the email again, with a flash that disappears',
  { tags: ['SHELL-19'] },
  async () => {
    reply(getSession, session)
    reply(resendConfirmation)
    renderPart(<ConfirmationBanner />, { session })
    await expect.element(page.getByText(/We sent a link to dana@example.test/)).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await resend.click()
    const flash = page.getByRole('status').getByText('Confirmation email sent')
    await expect.element(flash).toBeVisible()
    expect(sent(resendConfirmation)).toHaveLength(1)
    vi.advanceTimersByTime(4000)
    await expect.element(flash).not.toBeInTheDocument()
  },
)

test('shows why the email was not sent', async () => {
  reply(getSession, session)
  refuse(resendConfirmation, { code: 'rate_limited', message: 'Wait an hour and try again.' })
  renderPart(<ConfirmationBanner />, { session })
  await resend.click()
  const refusal = page.getByRole('alert').filter({ hasText: "The email wasn't sent" })
  await expect.element(refusal).toMatchTextContent('Wait an hour and try again.')
})
