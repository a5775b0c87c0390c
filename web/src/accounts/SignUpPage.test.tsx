import { register } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildSignedOutSession()
const main = page.getByRole('main')
const field = (name: string) => main.getByRole('textbox', { name })
const password = main.getByLabelText('Password *', { exact: true })
const repeat = main.getByLabelText('Repeat the password *', { exact: true })
const terms = main.getByRole('checkbox')
const submit = main.getByRole('button', { name: 'Create account' })

interface Passwords {
  secret?: string
  repeated?: string
}

async function fillIn({ secret = 'plywood-orbit-lantern-42', repeated }: Passwords = {}) {
  await field('First name').fill('Dana')
  await field('Last name').fill('Reyes')
  await field('Email address').fill('Dana@Example.test')
  await password.fill(secret)
  await repeat.fill(repeated ?? secret)
}

test('creates an account and says where the email went', async () => {
  reply(register, { email: 'dana@example.test' })
  renderPage(paths.signUp(), { session })
  await fillIn()
  await terms.click()
  await submit.click()
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.element(main.getByText('dana@example.test')).toBeVisible()
  expect(sent(register)).toHaveLength(1)
})

test('shows an error for every missing field at once', async () => {
  renderPage(paths.signUp(), { session })
  await submit.click()
  for (const name of ['First name', 'Last name', 'Email address'])
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Company')).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
})

test.each([
  ['a short password', { secret: 'short' }, 'Password: Use at least 12 characters'],
  ['two passwords', { repeated: 'another-long-password-7' }, 'Repeat the password: The two passwords differ'],
])('refuses %s', async (_, values, problem) => {
  renderPage(paths.signUp(), { session })
  await fillIn(values)
  await terms.click()
  await submit.click()
  await expect.element(main.getByRole('button', { name: problem })).toBeVisible()
})

test('requires accepting the terms', async () => {
  renderPage(paths.signUp(), { session })
  await fillIn()
  await submit.click()
  await expect
    .element(
      main.getByRole('button', { name: 'Terms and conditions: Accept the terms to create an account' }),
    )
    .toBeVisible()
})

test("shows a refused field's error beside it and keeps the input", async () => {
  const message = 'Email address has no mail server'
  refuse(register, { code: 'invalid_input', message, fields: { email: [message] } })
  renderPage(paths.signUp(), { session })
  await fillIn()
  await terms.click()
  await submit.click()
  await expect.element(field('Email address')).toHaveAccessibleDescription(message)
  await expect.element(field('First name')).toHaveValue('Dana')
})
