import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import {
  confirmWithPassword,
  registerConfirmed,
  demoEmail,
  fillSignIn,
  linkIn,
  newPerson,
  passwordField,
  register,
} from './people.ts'
import { heading } from './screen.ts'

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' })

test(
  'a new user signs up with the keyboard alone, follows the link in the email and signs in',
  { tag: ['@ACC-01', '@ACC-05', '@ACC-06'] },
  async ({ page, mailTo }) => {
    const person = newPerson()
    // A set, because an asset is fetched and then imported from the cache.
    const fetched = new Set<string>()
    page.on('request', (request) => fetched.add(new URL(request.url()).pathname))
    const estimator = () => [...fetched].filter((path) => path.includes('/assets/estimatePassword'))
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await page.getByLabel('First name').focus()
    const next = async (text: string) => {
      await page.keyboard.insertText(text)
      await page.keyboard.press('Tab')
    }
    await next(person.first_name)
    await next(person.last_name)
    await next(person.email)
    await next('Brandt Survey')
    await expect(passwordField(page, 'Password')).toBeFocused()
    expect(estimator()).toEqual([])
    await next(person.password)
    await expect.poll(estimator).toHaveLength(1)
    await expect(page.getByRole('button', { name: 'Show password' }).first()).toBeFocused()
    await page.keyboard.press('Tab')
    await next(person.password)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('checkbox', { name: /I accept/ })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'terms and conditions' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(createAccount(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Confirmation email sent' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`We sent a link to ${person.email}.`)

    await page.goto(linkIn(await mailTo(person.email), 'confirm_email'))
    await expect(page.getByRole('main')).toContainText(`to confirm that ${person.email} is your address`)
    await expectAccessible(page)
    await confirmWithPassword(page, person.password)
    await expect(heading(page)).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'Go to My Apps' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(page.getByRole('main')).toContainText('You have no apps yet')
    await expect(page.getByRole('complementary', { name: 'Email confirmation' })).toHaveCount(0)
  },
)

test(
  'a confirmation link names its account to another user, and deletes an account that someone else registered',
  { tag: ['@ACC-06'] },
  async ({ page, api, mailTo, signIn }) => {
    const person = newPerson()
    await register(api, person)
    const link = linkIn(await mailTo(person.email), 'confirm_email')
    await signIn('stranger')
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText(
      `This link is for the account of ${person.email}. You are signed in as ${demoEmail('stranger')}.`,
    )
    await page.getByRole('button', { name: 'Sign out and continue' }).click()
    await expect(passwordField(page, 'Password')).toBeVisible()
    await page.getByRole('button', { name: "This wasn't me" }).click()
    const question = page.getByRole('dialog', { name: 'Delete this account?' })
    await expect(question).toContainText(`Someone else signed up with ${person.email}.`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete account' }).click()
    await expect(heading(page)).toHaveText('The account was deleted')
    await expectAccessible(page)
    await page.goto(link)
    await expect(heading(page)).toHaveText('This link no longer works')
  },
)

test(
  'the link in a reset email replaces the password',
  { tag: ['@ACC-06'] },
  async ({ page, api, mailTo }) => {
    const person = await registerConfirmed(api, mailTo)
    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
    const fresh = 'cobalt harbour 27 windmill'
    await page.goto(linkIn(await mailTo(person.email), 'reset_password'))
    await expectAccessible(page)
    await passwordField(page, 'New password').fill(fresh)
    await passwordField(page, 'Repeat the new password').fill(fresh)
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(heading(page)).toHaveText('Your password was changed')
    await expect(heading(page)).toBeFocused()
    expect(await mailTo(person.email)).toContain('was changed just now')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await fillSignIn(page, person.email, fresh)
    await expect(page).toHaveURL('/developer_apps')
  },
)
