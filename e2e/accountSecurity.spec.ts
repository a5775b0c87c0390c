import { expect, test } from './fixtures.ts'
import {
  registerConfirmed,
  credentials,
  findDeveloperId,
  fillSignIn,
  linkIn,
  passwordField,
} from './people.ts'
import { heading, openWithClock } from './screen.ts'

test('a suspended developer is signed out immediately, and can sign in with a new password once restored', async ({
  page,
  api,
  mailTo,
  signIn,
  browser,
  baseURL,
}) => {
  const person = await registerConfirmed(api, mailTo)
  const theirs = await browser.newPage({ baseURL: baseURL ?? '' })
  await theirs.goto('/signin')
  await fillSignIn(theirs, person.email, person.password)
  await expect(theirs).toHaveURL('/developer_apps')

  await signIn('staff')
  await page.goto(`/admin/developers/${await findDeveloperId(api, person.email)}/edit`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Shared their password')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('This account is suspended')).toBeVisible()
  expect(await mailTo(person.email)).toContain('Shared their password')

  await theirs.goto('/account')
  await expect(theirs).toHaveURL(/\/signin/)
  await fillSignIn(theirs, person.email, person.password)
  await expect(theirs.getByRole('main')).toContainText('This account is suspended. Contact')

  await page.getByRole('button', { name: 'Restore account' }).click()
  await dialog.getByRole('button', { name: 'Restore account' }).click()
  await expect(page.getByText('This account is suspended')).toBeHidden()
  await theirs.goto(linkIn(await mailTo(person.email), 'reset_password'))
  const fresh = 'cobalt harbour 27 windmill'
  await passwordField(theirs, 'New password').fill(fresh)
  await passwordField(theirs, 'Repeat the new password').fill(fresh)
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await expect(heading(theirs)).toHaveText('Your password was changed')
  await theirs.goto('/signin')
  await fillSignIn(theirs, person.email, fresh)
  await expect(theirs).toHaveURL('/developer_apps')
  await theirs.close()
})

test('a developer changes their email address, and the old one undoes it', async ({
  page,
  api,
  mailTo,
  signIn,
}) => {
  const person = await registerConfirmed(api, mailTo)
  await signIn(credentials(person))
  const moved = person.email.replace('nadia', 'moved')
  await page.goto('/account')
  await page.getByRole('textbox', { name: 'New email address' }).fill(moved)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Waiting for confirmation of ${moved}`)).toBeVisible()
  await page.goto(linkIn(await mailTo(moved), 'change_email'))
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(heading(page)).toHaveText('Your email address was changed')
  await page.goto('/account/security_events')
  await expect(page.getByRole('cell', { name: /^Email address changed/ })).toBeVisible()

  await page.goto(linkIn(await mailTo(person.email), 'undo_email_change'))
  await page.getByRole('button', { name: 'Set address back' }).click()
  await expect(heading(page)).toHaveText('The address was changed back')

  const fresh = 'cobalt harbour 27 windmill'
  await page.goto(linkIn(await mailTo(person.email), 'reset_password'))
  await passwordField(page, 'New password').fill(fresh)
  await passwordField(page, 'Repeat the new password').fill(fresh)
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(heading(page)).toHaveText('Your password was changed')
  await page.goto('/signin')
  await fillSignIn(page, person.email, fresh)
  await expect(page).toHaveURL('/developer_apps')
})

test('requests say whether someone uses the page, because idle sessions of staff end', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await openWithClock(page, '/admin/developers', 'Developers')
  // The number on the bell loads a minute after its last reply.
  const pollAfter = async (ms: number) => {
    const reply = page.waitForResponse(/\/api\/v1\/notifications\?per_page=1&/)
    await page.clock.runFor(ms)
    const poll = (await reply).request()
    await (await reply).finished()
    return poll.headers()['x-user-idle']
  }
  expect(await pollAfter(61_000)).toBe('true')
  await page.clock.runFor(40_000)
  await page.keyboard.press('Shift')
  expect(await pollAfter(25_000)).toBeUndefined()
})
