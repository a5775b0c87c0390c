import { forgotPassword } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildSignedOutSession()
const email = page.getByRole('textbox', { name: 'Email address' })
const submit = page.getByRole('button', { name: 'Send link' })

test('says that a link is on its way, and can send it again', async () => {
  reply(forgotPassword)
  renderPage(paths.forgotPassword(), { session })
  await email.fill('Dana@Example.test')
  await submit.click()
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent(
      'If dana@example.test belongs to an account, a link to choose a new password is on its way. It works once and expires after one hour.',
    )
  await page.getByRole('button', { name: 'Request another link' }).click()
  await expect.element(submit).toBeVisible()
})

test('refuses an invalid address without a call', async () => {
  renderPage(paths.forgotPassword(), { session })
  await email.fill('dana')
  await submit.click()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
})

test('shows why the link was not sent', async () => {
  refuse(forgotPassword, { code: 'rate_limited', message: 'Wait a minute and try again.' })
  renderPage(paths.forgotPassword(), { session })
  await email.fill('dana@example.test')
  await submit.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Wait a minute and try again.')
  await expect.element(email).toHaveValue('dana@example.test')
})
