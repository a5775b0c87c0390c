import { signIn } from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const main = page.getByRole('main')
const email = main.getByRole('textbox', { name: 'Email address' })
const password = main.getByLabelText('Password', { exact: true })
const submit = main.getByRole('button', { name: 'Sign In' })
const session = buildSignedOutSession()

test('returns to the page that required the sign-in', async () => {
  reply(signIn, buildSession())
  reply(listDeveloperApps, [])
  renderPage(paths.apps(), { session })
  queryClient.setQueryData(['loaded'], 'for someone else')
  await email.fill('dana@example.test')
  await password.fill('correct-horse-battery-9')
  await submit.click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  expect(currentAddress()).toBe('/developer_apps')
  expect(sent(signIn)).toMatchObject([
    { body: { email: 'dana@example.test', password: 'correct-horse-battery-9' } },
  ])
  expect(queryClient.getQueryData(['loaded'])).toBeUndefined()
})

test('shows missing fields without a call', async () => {
  renderPage(paths.signIn(), { session })
  await submit.click()
  await expect.element(page.getByText('There are 2 problems to correct')).toBeVisible()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
})

test('shows a refusal and keeps the address', async () => {
  refuse(signIn, { code: 'not_signed_in', message: 'Email or password is wrong.' })
  renderPage(paths.signIn(), { session })
  await email.fill('dana@example.test')
  await password.fill('wrong')
  await submit.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Email or password is wrong.')
  await expect.element(email).toHaveValue('dana@example.test')
})

test('browsers offer passwords and passkeys for the fields, and passkeys only where they can', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  onTestFinished(() => void vi.unstubAllGlobals())
  renderPage(paths.signIn('/invitations/token-1'), { session })
  await expect.element(email).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password')
  await expect
    .element(main.getByRole('link', { name: 'Sign Up' }))
    .toHaveAttribute('href', paths.signUp('/invitations/token-1'))
  expect(main.getByRole('button', { name: 'Use a passkey' }).elements()).toEqual([])
  await expect.element(main.getByText("This browser doesn't support passkeys.")).toBeVisible()
})

test('passes an invited address on to the registration, and back', async () => {
  renderPage(paths.signIn(undefined, 'invited@example.test'), { session })
  await expect.element(email).toHaveValue('invited@example.test')
  await main.getByRole('link', { name: 'Sign Up' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await expect.element(email).toHaveValue('invited@example.test')
  await main.getByRole('link', { name: 'Sign In' }).click()
  await expect.element(submit).toBeVisible()
  await expect.element(email).toHaveValue('invited@example.test')
})
