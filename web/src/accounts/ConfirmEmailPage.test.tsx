import {
  confirmEmail,
  getEmailConfirmation,
  getSession,
  register,
  rejectEmail,
  signIn,
  type EmailConfirmation,
} from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { removeRendered, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const own: EmailConfirmation = { email: 'dana@example.test', is_own: true, is_registration: true }
const confirm = page.getByRole('button', { name: 'Confirm address' })

/** Leaves the page, and keeps what is stored for all tabs. */
function openNewTab() {
  const stored = Object.entries(localStorage) as [string, string][]
  removeRendered()
  for (const [key, value] of stored) localStorage.setItem(key, value)
}

async function fillInRegistration() {
  for (const [name, value] of [
    ['First name', 'Dana'],
    ['Last name', 'Reyes'],
    ['Email address', 'dana@example.test'],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(value)
  }
  for (const name of ['Password *', 'Repeat the password *']) {
    await page.getByLabelText(name, { exact: true }).fill('plywood-orbit-lantern-42')
  }
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Create account' }).click()
}

const unconfirmed = buildSession({ developer: { email_confirmed: false } })
const notice = page.getByRole('complementary', { name: 'Email confirmation' })

test('opening the link confirms nothing; pressing the button does', async () => {
  reply(getEmailConfirmation, own)
  reply(confirmEmail, { email: 'dana@example.test' })
  renderPage(paths.confirmEmail('abc'))
  await expect.element(confirm).toBeVisible()
  expect(sent(confirmEmail)).toEqual([])
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'Your email address is confirmed' })).toHaveFocus()
})

test('leads back to the page that asked to sign up, such as an invitation', async () => {
  reply(register, { email: 'dana@example.test', email_confirmed: false })
  renderPage(paths.signUp('/invitations/token-1'), { session: buildSignedOutSession() })
  await fillInRegistration()
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  openNewTab()
  reply(getEmailConfirmation, own)
  reply(confirmEmail, { email: 'dana@example.test' })
  renderPage(paths.confirmEmail('abc'))
  await confirm.click()
  await expect
    .element(page.getByRole('link', { name: 'Continue where you were' }))
    .toHaveAttribute('href', '/invitations/token-1')
  openNewTab()
  // Another confirmation doesn't lead there.
  renderPage(paths.confirmEmail('other'))
  await confirm.click()
  await expect.element(page.getByRole('link', { name: 'Go to My Apps' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Continue where you were' }).elements()).toEqual([])
})

test('two clicks at the same instant confirm once', async () => {
  reply(getEmailConfirmation, own)
  reply(confirmEmail, { email: 'dana@example.test' })
  renderPage(paths.confirmEmail('abc'))
  await expect.element(confirm).toBeVisible()
  const button = confirm.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  expect(sent(confirmEmail)).toHaveLength(1)
})

test('confirming removes the notice about the unconfirmed address', { tags: ['ACC-06'] }, async () => {
  reply(getEmailConfirmation, own)
  reply(confirmEmail, { email: 'dana@example.test' })
  reply(listDeveloperApps, [])
  renderPage(paths.apps(), { session: unconfirmed })
  await expect.element(notice).toBeVisible()
  removeRendered()
  renderPage(paths.confirmEmail('abc'), { session: unconfirmed })
  reply(getSession, buildSession())
  await confirm.click()
  await page.getByRole('link', { name: 'Go to My Apps' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('My Apps')
  await expect.element(notice).not.toBeInTheDocument()
})

test('Resend would end a link that works, so it is offered only for a link that does not', async () => {
  reply(getEmailConfirmation, own)
  renderPage(paths.confirmEmail('abc'), { session: unconfirmed })
  await expect.element(confirm).toBeVisible()
  expect(notice.elements()).toEqual([])
  removeRendered()
  reply(getEmailConfirmation, { ...own, is_own: false })
  renderPage(paths.confirmEmail('other'), { session: unconfirmed })
  await expect.element(notice).toBeVisible()
  removeRendered()
  refuse(getEmailConfirmation, { code: 'not_found', message: 'This link was used.' })
  renderPage(paths.confirmEmail('used'), { session: unconfirmed })
  await expect.element(notice).toBeVisible()
})

test('shows why a confirmation was refused', async () => {
  reply(getEmailConfirmation, own)
  refuse(confirmEmail, { code: 'conflict', message: 'This link was used.' })
  renderPage(paths.confirmEmail('abc'))
  await confirm.click()
  const refusal = page.getByRole('alert').filter({ hasText: "The address wasn't confirmed" })
  await expect.element(refusal).toMatchTextContent('This link was used.')
})

test('asks for the password without a session, and shows a wrong one beside its field', async () => {
  reply(getEmailConfirmation, { ...own, is_own: false })
  const message = 'Password is wrong'
  refuse(confirmEmail, { code: 'invalid_input', message, fields: { password: [message] } })
  renderPage(paths.confirmEmail('abc'), { session: buildSignedOutSession() })
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('wrong')
  await confirm.click()
  await expect.element(password).toHaveAccessibleDescription(/^Password is wrong/)
})

test('the password also signs in', async () => {
  reply(getEmailConfirmation, { ...own, is_own: false })
  reply(confirmEmail, { email: 'dana@example.test' })
  reply(signIn, buildSession())
  renderPage(paths.confirmEmail('abc'), { session: buildSignedOutSession() })
  await page.getByLabelText('Password', { exact: true }).fill('correct-horse-battery-9')
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'Your email address is confirmed' })).toHaveFocus()
  await expect.element(page.getByRole('link', { name: 'Go to My Apps' })).toBeVisible()
  expect(sent(signIn)).toMatchObject([
    { body: { email: 'dana@example.test', password: 'correct-horse-battery-9' } },
  ])
})

test('says that no account is deleted to someone who rejects an address that staff entered', async () => {
  reply(getEmailConfirmation, { ...own, is_registration: false })
  reply(rejectEmail, { is_deleted: false })
  renderPage(paths.confirmEmail('abc'))
  await page.getByRole('button', { name: "This wasn't me" }).click()
  const dialog = page.getByRole('dialog', { name: 'Not your account?' })
  await expect
    .element(dialog)
    .toMatchTextContent(/staff entered dana@example\.test as the address of an account/)
  await dialog.getByRole('button', { name: "This isn't my account" }).click()
  await expect.element(page.getByRole('heading', { name: 'The link was withdrawn' })).toBeVisible()
})

test('offers to switch accounts when another one is signed in', async () => {
  reply(getEmailConfirmation, { ...own, is_own: false })
  renderPage(paths.confirmEmail('abc'), {
    session: buildSession({ developer: { email: 'lee@example.test' } }),
  })
  await expect.element(page.getByRole('button', { name: 'Sign out and continue' })).toBeVisible()
  await expect.element(confirm).not.toBeInTheDocument()
})

test('keeps a refused rejection inside its dialog, and ends the session with the account', async () => {
  reply(getEmailConfirmation, own)
  refuse(rejectEmail, { code: 'not_found', message: 'This link was used.' })
  renderPage(paths.confirmEmail('abc'))
  await page.getByRole('button', { name: "This wasn't me" }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Nothing was changed')
  reply(rejectEmail, { is_deleted: true })
  reply(getSession, buildSignedOutSession())
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(page.getByRole('heading', { name: 'The account was deleted' })).toBeVisible()
  expect(sent(getSession)).toHaveLength(1)
})

test('an expired link says what to do', async () => {
  refuse(getEmailConfirmation, { code: 'not_found', message: 'This link was used.' })
  renderPage(paths.confirmEmail('abc'), { session: buildSignedOutSession() })
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(page.getByText('This link was used.')).toBeVisible()
})
