import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getEmailUndo,
  getPendingEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@trestle/domain/accounts/emailChanges/contract.ts'
import { getSession, signOut } from '@trestle/domain/accounts/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildDeveloper, buildSession, buildSignedOutSession, later } from '../../testing/build.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPage, renderPart } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
import { EmailSection } from './EmailSection.tsx'

const session = buildSession()
const field = page.getByRole('textbox', { name: 'New email address' })
const send = page.getByRole('button', { name: 'Send link' })
const heading = page.getByRole('heading', { level: 1 })

const waiting = page.getByText('Waiting for confirmation of dana@new.test')
const status = page.getByRole('status')
const change = { new_email: 'dana@new.test', expires_at: later }

beforeEach(() => reply(getPendingEmailChange, { pending: null }))

test('a change that waits for confirmation can be sent again and canceled', async () => {
  reply(getPendingEmailChange, { pending: change })
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await expect.element(waiting).toBeVisible()
  await expectAccessible()
  reply(requestEmailChange)
  await page.getByRole('button', { name: 'Resend link' }).click()
  await expect.element(status).toMatchTextContent(/^Link sent\./)
  expect(sent(requestEmailChange)).toMatchObject([{ body: { email: 'dana@new.test' } }])
  reply(cancelEmailChange)
  reply(getPendingEmailChange, { pending: null })
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect.element(waiting).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  await expect.element(status.getByText('The change to dana@new.test was canceled.')).toBeVisible()
  expect(sent(cancelEmailChange)).toHaveLength(1)
})

test('says each time that the link was sent again', async () => {
  reply(getPendingEmailChange, { pending: change })
  reply(requestEmailChange)
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await expect.element(status).not.toMatchTextContent(/Link sent/)
  const resend = page.getByRole('button', { name: 'Resend link' })
  await resend.click()
  await expect.element(status).toMatchTextContent(/^Link sent\./)
  const request = hold(requestEmailChange)
  await resend.click()
  await expect.element(status).not.toMatchTextContent(/Link sent/)
  request.release()
  await expect.element(status).toMatchTextContent(/^Link sent\./)
})

test('says why a change was not canceled', async () => {
  reply(getPendingEmailChange, { pending: change })
  refuse(cancelEmailChange, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in a minute.')
  await expect.element(waiting).toBeVisible()
})

test('sends a link to the new address and says so', async () => {
  reply(requestEmailChange)
  reply(getPendingEmailChange, () => ({ pending: sent(requestEmailChange).length > 0 ? change : null }))
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await field.fill('dana@new.test')
  await send.click()
  await expect.element(status).toMatchTextContent(/^Link sent\./)
  await expect.element(field).toHaveValue('')
  expect(page.getByText('✓ Saved').query()).toBeNull()
  await expect.element(waiting).toBeVisible()
  expect(sent(requestEmailChange)).toMatchObject([{ body: { email: 'dana@new.test' } }])
  await expectAccessible()
})

test('shows a refused address beside its field, and no longer says that a link was sent', async () => {
  reply(requestEmailChange)
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await field.fill('dana@new.test')
  reply(getPendingEmailChange, { pending: change })
  await send.click()
  await expect.element(status).toMatchTextContent(/^Link sent\./)
  const message = 'This is already the address of your account'
  refuse(requestEmailChange, { code: 'invalid_input', message, fields: { email: [message] } })
  await field.fill('dana@example.test')
  await send.click()
  await expect.element(field).toHaveAccessibleDescription(/already the address/)
  await expect.element(page.getByText('Link sent.')).not.toBeInTheDocument()
})

test('the link to the new address changes nothing before the question is answered', async () => {
  reply(getEmailChange, { new_email: 'dana@new.test', is_own: true })
  reply(confirmEmailChange, { email: 'dana@new.test' })
  reply(getSession, session)
  renderPage(paths.changeEmail('abc'), { session })
  const change = page.getByRole('button', { name: 'Change address' })
  await expect.element(change).toBeVisible()
  expect(sent(confirmEmailChange)).toEqual([])
  await expectAccessible()
  await change.click()
  await expect.element(heading).toHaveTextContent('Your email address was changed')
  expect(sent(confirmEmailChange)).toMatchObject([{ body: { token: 'abc' } }])
})

test('a signed-out reader of the link is asked to sign in, and returns to it', async () => {
  reply(getEmailChange, { new_email: 'dana@new.test', is_own: false })
  renderPage(paths.changeEmail('abc'), { session: buildSignedOutSession() })
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', paths.signIn('/change_email/abc'))
})

test('a reader with another account can not confirm', async () => {
  reply(getEmailChange, { new_email: 'dana@new.test', is_own: false })
  renderPage(paths.changeEmail('abc'), { session })
  await expect.element(page.getByText(/This link is for another account/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change address' })).not.toBeInTheDocument()
  refuse(signOut, { code: 'unavailable', message: 'Try again in a minute.' })
  await page.getByRole('button', { name: 'Switch account' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent("You're still signed in")
})

test('a link that no longer works says why', async () => {
  refuse(getEmailChange, { code: 'not_found', message: 'This link was already used.' })
  renderPage(paths.changeEmail('abc'), { session })
  await expect.element(heading).toHaveTextContent('This link no longer works')
  await expect.element(page.getByText('This link was already used.')).toBeVisible()
})

test('the page of the link shows why the address was not changed', async () => {
  reply(getEmailChange, { new_email: 'dana@new.test', is_own: true })
  refuse(confirmEmailChange, { code: 'conflict', message: 'Another account has this address.' })
  renderPage(paths.changeEmail('abc'), { session })
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another account has this address.')
})

test('the page of the link shows why the address was not set back', async () => {
  reply(getEmailUndo, { old_email: 'dana@old.test' })
  refuse(undoEmailChange, { code: 'conflict', message: 'Another account has this address.' })
  renderPage(paths.undoEmailChange('abc'), { session: buildSignedOutSession() })
  await page.getByRole('button', { name: 'Set address back' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another account has this address.')
})

test('a dead link to the old address names support, because its holder may be locked out', async () => {
  refuse(getEmailUndo, { code: 'not_found', message: 'This link was already used, or is older than 7 days.' })
  renderPage(paths.undoEmailChange('abc'), { session: buildSignedOutSession() })
  await expect.element(heading).toHaveTextContent('This link no longer works')
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'contact support' }))
    .toHaveAttribute('href', 'https://support.example.test/')
})

test('the link to the old address sets it back without a session', async () => {
  reply(getEmailUndo, { old_email: 'dana@old.test' })
  reply(undoEmailChange, {
    email: 'dana@old.test',
    removed: {
      passkeys: 0,
      totp: false,
      recovery_codes: false,
      personal_tokens: 0,
      apps: 0,
      invitations: 0,
      feed: false,
    },
  })
  reply(getSession, buildSignedOutSession())
  renderPage(paths.undoEmailChange('abc'), { session: buildSignedOutSession() })
  await page.getByRole('button', { name: 'Set address back' }).click()
  await expect.element(heading).toHaveTextContent('The address was changed back')
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent(
      'The account uses dana@old.test again.Its password no longer works, because someone else may know it. We emailed you a link to choose a new one.',
    )
  await expect
    .element(page.getByRole('link', { name: 'Send another link' }))
    .toHaveAttribute('href', '/forgot_password')
  await expect.element(page.getByRole('main').getByRole('listitem')).not.toBeInTheDocument()
})

test('says what the undo removed, and where to check the rest', async () => {
  reply(getEmailUndo, { old_email: 'dana@old.test' })
  reply(undoEmailChange, {
    email: 'dana@old.test',
    removed: {
      passkeys: 2,
      totp: true,
      recovery_codes: true,
      personal_tokens: 1,
      apps: 1,
      invitations: 2,
      feed: true,
    },
  })
  reply(getSession, buildSignedOutSession())
  renderPage(paths.undoEmailChange('abc'), { session: buildSignedOutSession() })
  await page.getByRole('button', { name: 'Set address back' }).click()
  const main = page.getByRole('main')
  await expect.element(main.getByRole('listitem').first()).toHaveTextContent('2 passkeys')
  const items = main.getByRole('listitem').elements()
  expect(items.map((item) => item.textContent)).toEqual([
    '2 passkeys',
    'The authenticator app',
    'The recovery codes',
    '1 personal access token',
    'The authorization of 1 app',
    '2 invitations to apps',
    'The URL of the announcement feed',
  ])
  await expect
    .element(main.getByRole('link', { name: 'your account page' }))
    .toHaveAttribute('href', '/account')
  await expect
    .element(main.getByRole('link', { name: 'contact support' }))
    .toHaveAttribute('href', 'https://support.example.test/')
})

test('says what is missing while the form is empty', async () => {
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await expect.element(send).toHaveAccessibleDescription('Enter your new email address.')
  await expect.element(send).toBeDisabled()
})

test('asks before a typed address is lost', async () => {
  renderPart(<EmailSection developer={buildDeveloper()} />, { session })
  await field.fill('dana@new.test')
  await expect.poll(asksBeforeClosing).toBe(true)
})
