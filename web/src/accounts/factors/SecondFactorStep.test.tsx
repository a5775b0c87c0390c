import { finishSignIn, getSession, signIn, updateAccount } from '@trestle/domain/accounts/contract.ts'
import { createPasskeyRequest } from '@trestle/domain/accounts/factors/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/axe.ts'
import { buildDeveloper, buildSession, buildSignedOutSession, later } from '../../../testing/build.ts'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { renderPage, renderPart } from '../../../testing/render.tsx'
import { queryClient } from '../../http/queryClient.ts'
import { paths } from '../../paths.ts'
import { ProfileForm } from '../ProfileForm.tsx'

const session = buildSignedOutSession()
const due = (...methods: ('passkey' | 'totp' | 'recovery_code')[]) => ({
  ...session,
  second_factor: { methods, expires_at: later },
})

const main = page.getByRole('main')
const code = main.getByRole('textbox', { name: 'Code from your authenticator app' })
const next = main.getByRole('button', { name: 'Continue' })

async function typePassword(): Promise<void> {
  await main.getByRole('textbox', { name: 'Email address' }).fill('dana@example.test')
  await main.getByLabelText('Password', { exact: true }).fill('correct-horse-battery-9')
  await main.getByRole('button', { name: 'Sign In' }).click()
}

test('a code of the authenticator app is the second step, and the page continues', async () => {
  reply(signIn, due('totp'))
  reply(listDeveloperApps, [])
  renderPage(paths.signIn(), { session })
  await typePassword()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Confirm your sign-in')
  await expect.element(code).toHaveFocus()
  await expectAccessible()
  const message = 'This code is wrong or was used before. Wait for the next one that your app shows.'
  refuse(finishSignIn, { code: 'invalid_input', message, fields: { totp: [message] } })
  await code.fill('123456')
  await next.click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(message))
  reply(finishSignIn, buildSession())
  queryClient.setQueryData(['loaded'], 'for someone else')
  await code.fill('654321')
  await next.click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
  expect(sent(finishSignIn).at(-1)).toMatchObject({ body: { totp: '654321' } })
})

test('says why the browser may not ask for a passkey', async () => {
  renderPage(paths.signIn(), { session: due('passkey') })
  const message = 'Your sign-in has expired. Start over.'
  refuse(createPasskeyRequest, { code: 'not_signed_in', message })
  await main.getByRole('button', { name: 'Use a passkey' }).click()
  await expect.element(main.getByRole('alert')).toMatchTextContent(message)
})

test('a recovery code replaces the other factors', async () => {
  reply(finishSignIn, buildSession())
  reply(listDeveloperApps, [])
  renderPage(paths.signIn(), { session: due('passkey', 'totp', 'recovery_code') })
  await expect.element(main.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await main.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = main.getByRole('textbox', { name: 'Recovery code' })
  await expect.element(recovery).toHaveFocus()
  await recovery.fill('abcd')
  await next.click()
  await expect.element(recovery).toHaveAccessibleDescription(/Enter a code like/)
  await recovery.fill('abcd-efgh-ijkl-mnop')
  await next.click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  expect(sent(finishSignIn)).toMatchObject([{ body: { recovery_code: 'abcd-efgh-ijkl-mnop' } }])
})

test('can start over, and offers no recovery codes to someone who has none', async () => {
  renderPage(paths.signIn(), { session: due('totp') })
  await expect.element(code).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Use a recovery code' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Start over' }).click()
  await expect.element(main.getByLabelText('Password', { exact: true })).toBeVisible()
})

test('the dialog of an ended session asks for the second factor too, then saves', async () => {
  const developer = buildDeveloper()
  refuse(updateAccount, { code: 'not_signed_in', message: 'Sign in to continue.' })
  reply(getSession, session)
  reply(signIn, due('totp'))
  reply(finishSignIn, () => {
    reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
    return buildSession()
  })
  renderPart(<ProfileForm developer={developer} />)
  await page.getByRole('textbox', { name: 'First name' }).fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await dialog.getByLabelText('Password', { exact: true }).fill('correct-horse-battery-9')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})
