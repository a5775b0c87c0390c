import { register, signIn } from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getInvitationOffer } from '@trestle/domain/collaborators/contract.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
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
  reply(register, { email: 'dana@example.test', email_confirmed: false })
  renderPage(paths.signUp(), { session })
  await fillIn()
  await terms.click()
  await submit.click()
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect.element(main.getByText('dana@example.test')).toBeVisible()
  expect(sent(register)).toHaveLength(1)
})

test('after signing up, one can sign in, to the page opened before, or sign up with another address', async () => {
  reply(register, { email: 'dana@example.test', email_confirmed: false })
  renderPage(paths.signUp('/invitations/token-1'), { session })
  await fillIn()
  await terms.click()
  await submit.click()
  await expect
    .element(main.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', paths.signIn('/invitations/token-1', 'dana@example.test'))
  await main.getByRole('button', { name: 'Sign up with another address' }).click()
  await expect.element(field('First name')).toHaveValue('Dana')
  await expect.element(field('Last name')).toHaveValue('Reyes')
  await expect.element(terms).toBeChecked()
  for (const emptied of [field('Email address'), password, repeat]) {
    await expect.element(emptied).toHaveValue('')
  }
})

describe('someone who was invited', () => {
  const invitation = '/invitations/token-1'
  const offer = {
    email: 'dana@example.test',
    role: 'developer',
    status: 'pending',
    app_name: 'Site Sync',
    invited_by: 'Olivia Okafor',
    expires_at: '2027-01-31T00:00:00Z',
    developer_app_id: null,
  } as const

  async function signUp() {
    reply(register, { email: 'dana@example.test', email_confirmed: true })
    renderPage(paths.signUp(invitation), { session })
    await fillIn()
    await terms.click()
    await submit.click()
  }

  test('is signed in and back at the invitation, which confirmed their address', async () => {
    reply(signIn, buildSession({ developer: { email: 'dana@example.test' } }))
    reply(getInvitationOffer, offer)
    await signUp()
    await expect.element(main.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
    expect(currentAddress()).toBe(invitation)
    expect(sent(register)[0]?.body).toMatchObject({ invitation_token: 'token-1' })
  })

  test('is led to sign in if the address already has an account with another password', async () => {
    refuse(signIn, { code: 'invalid_input', message: 'The email address or password is wrong.' })
    await signUp()
    await expect.element(main).toMatchTextContent(/The email address or password is wrong\./)
    await main.getByRole('link', { name: 'Sign In' }).click()
    await expect.element(field('Email address')).toHaveValue('dana@example.test')
    expect(currentAddress()).toBe(`/signin?return_to=${encodeURIComponent(invitation)}`)
  })
})

test('password managers know the fields, and the terms open beside the form', async () => {
  renderPage(paths.signUp(), { session })
  await expect.element(field('Email address')).toHaveAttribute('autocomplete', 'username')
  for (const secret of [password, repeat]) {
    await expect.element(secret).toHaveAttribute('autocomplete', 'new-password')
  }
  await expect.element(main.getByRole('link', { name: /terms/i })).toHaveAttribute('target', '_blank')
})

test('leads signed-in users to their apps', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.signUp(), { session: buildSession() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
  expect(currentAddress()).toBe('/developer_apps')
})

test('shows an error for every missing field at once', async () => {
  renderPage(paths.signUp(), { session })
  await submit.click()
  for (const name of ['First name', 'Last name', 'Email address']) {
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true')
  }
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

test(
  'lists every problem with a link to its field, and drops corrected ones',
  { tags: ['ACC-06'] },
  async () => {
    renderPage(paths.signUp(), { session })
    await field('First name').fill('Nadia')
    await field('Email address').fill('not an address')
    await password.fill('password1234')
    await repeat.fill('something else')
    await expect.element(main.getByRole('meter', { name: 'Password strength' })).toBeVisible()
    await submit.click()
    const summary = page.getByRole('alert')
    await expect.element(summary).toMatchTextContent(/There are 5 problems to correct/)
    const problems = () =>
      summary
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent)
    expect(problems()).toEqual([
      'Last name: This field is required',
      'Email address: This email is invalid',
      "Password: Password is too easy to guess: it is close to a common password. Add a few words that don't belong together.",
      'Repeat the password: The two passwords differ',
      'Terms and conditions: Accept the terms to create an account',
    ])
    await summary.getByRole('button', { name: /^Password/ }).click()
    await expect.element(password).toHaveFocus()
    await password.fill('gravel lantern 58 tidewater')
    await repeat.fill('gravel lantern 58 tidewater')
    await expect.poll(problems).toHaveLength(3)
  },
)

test('rates a new password as the user types', { tags: ['ACC-06'] }, async () => {
  renderPage(paths.signUp(), { session })
  await field('First name').fill('Nadia')
  await field('Last name').fill('Brandt')
  const meter = main.getByRole('meter', { name: 'Password strength' })
  await password.fill('nadia brandt 1')
  await expect.element(meter).toHaveAttribute('aria-valuetext', 'Very easy to guess')
  await expect.element(main.getByText(/it is mostly your name/)).toBeVisible()
  await password.fill('gravel lantern 58 tidewater')
  await expect.element(meter).toHaveAttribute('aria-valuenow', '4')
  await expect.element(main.getByText('Very hard to guess', { exact: true })).toBeVisible()
})

test('the rating of a password moves nothing when it appears', async () => {
  renderPage(paths.signUp(), { session })
  await expect.element(terms).toBeVisible()
  const top = () => terms.element().getBoundingClientRect().top
  const empty = top()
  await password.fill('gravel lantern 58 tidewater')
  await expect.poll(top).not.toBe(empty)
  const typed = top()
  await expect.element(main.getByText('Very hard to guess', { exact: true })).toBeVisible()
  expect(top()).toBe(typed)
})

test('one press of Submit is enough, even if it blurs a field whose error then appears', async () => {
  renderPage(paths.signUp(), { session })
  await field('Email address').fill('no-address')
  // At its edge, where even a small shift of the button would lose the press.
  await userEvent.click(submit, { position: { x: 20, y: 2 } })
  await expect
    .element(page.getByRole('button', { name: 'Email address: This email is invalid' }))
    .toBeVisible()
})

test('a click is not lost, even if it blurs a field whose error then appears above', async () => {
  renderPage(paths.signUp(), { session })
  await repeat.fill('another')
  await userEvent.click(terms, { position: { x: 10, y: 2 }, delay: 300 })
  await expect.element(terms).toBeChecked()
  await expect.element(main.getByText('The two passwords differ')).toBeVisible()
})

test('the summary of errors gets the focus, visible below the header of the page', async () => {
  await page.viewport(390, 600)
  renderPage(paths.signUp(), { session })
  await submit.click()
  const summary = page.getByRole('alert').filter({ hasText: 'problems to correct' })
  await expect.element(summary).toBeInViewport()
  const { bottom } = page.getByRole('banner').element().getBoundingClientRect()
  await expect.poll(() => summary.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom)
  await userEvent.keyboard('{Tab}')
  await expect.element(summary.getByRole('button').first()).toHaveFocus()
})
