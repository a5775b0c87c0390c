import { resetPassword } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPage, renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

const session = buildSignedOutSession()
const password = page.getByLabelText('New password', { exact: true })
const repeat = page.getByLabelText('Repeat the new password', { exact: true })
const submit = page.getByRole('button', { name: 'Save new password' })

async function choose(secret: string) {
  await password.fill(secret)
  await repeat.fill(secret)
  await submit.click()
}

test('refuses a short password without a call', async () => {
  renderPage(paths.resetPassword('abc'), { session })
  await choose('short')
  await expect
    .element(page.getByRole('button', { name: 'New password: Use at least 12 characters' }))
    .toBeVisible()
})

test('shows why an expired link was refused next to the password form', async () => {
  const message = 'This link no longer works.'
  refuse(resetPassword, { code: 'invalid_input', message, fields: { token: [message] } })
  renderPage(paths.resetPassword('abc'), { session })
  await choose('plywood-orbit-lantern-42')
  await expect.element(page.getByRole('alert')).toMatchTextContent(message)
  await expect.element(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
})

test('leads to the sign-in page after the password was changed', async () => {
  reply(resetPassword)
  renderPage(paths.resetPassword('abc'), { session })
  queryClient.setQueryData(['loaded'], 'for someone else')
  await choose('plywood-orbit-lantern-42')
  await expect.element(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
  await expect
    .element(page.getByRole('link', { name: 'Sign In' }).last())
    .toHaveAttribute('href', paths.signIn())
  expect(sent(resetPassword)).toMatchObject([
    { body: { token: 'abc', password: 'plywood-orbit-lantern-42' } },
  ])
})

test('says why the link of a document does not work, without a form', async () => {
  renderPart(<ResetPasswordPage token="abc" problem="This link was already used." />)
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(page.getByText('This link was already used.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Request a new link' }))
    .toHaveAttribute('href', paths.forgotPassword())
  await expect.element(submit).not.toBeInTheDocument()
})
