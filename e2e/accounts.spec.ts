import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import {
  confirmWithPassword,
  confirmedPerson,
  credentials,
  demoEmail,
  fillSignIn,
  linkIn,
  newPerson,
  register,
  type Person,
} from './people.ts'
import { heading } from './screen.ts'

const passwordField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function fillSignUp(page: Page, person: Person) {
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill(person.last_name)
  await page.getByLabel('Email address').fill(person.email)
  await passwordField(page, 'Password').fill(person.password)
  await passwordField(page, 'Repeat the password').fill(person.password)
  await page.getByRole('checkbox', { name: /I accept/ }).check()
}

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' })

test(
  'a new user signs up, follows the link in the email and signs in',
  { tag: ['@ACC-01', '@ACC-05', '@ACC-06'] },
  async ({ page, mailTo }) => {
    const person = newPerson()
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await fillSignUp(page, person)
    await createAccount(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Confirmation email sent' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`We sent a link to ${person.email}.`)

    await page.goto(linkIn(await mailTo(person.email), 'confirm_email'))
    await confirmWithPassword(page, person.password)
    await page.getByRole('main').getByRole('link', { name: 'Go to My Apps' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(page.getByRole('main')).toContainText('You have no apps yet')
    await expect(page.getByRole('complementary', { name: 'Email confirmation' })).toHaveCount(0)
  },
)

test('sign-up works with the keyboard alone', { tag: ['@ACC-06'] }, async ({ page, mailTo }) => {
  const person = newPerson()
  await page.goto('/signup')
  await page.getByLabel('First name').focus()
  const next = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await next(person.first_name)
  await next(person.last_name)
  await next(person.email)
  await next('Brandt Survey')
  await next(person.password)
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
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await mailTo(person.email)
})

test('a refused sign-up lists every problem with a link to its field, and drops corrected ones', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/signup')
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Email address').fill('not an address')
  await passwordField(page, 'Password').fill('password1234')
  await passwordField(page, 'Repeat the password').fill('something else')
  await expect(page.getByRole('meter', { name: 'Password strength' })).toBeVisible()
  await createAccount(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('There are 5 problems to correct')
  await expect(summary.getByRole('listitem')).toHaveText([
    'Last name: This field is required',
    'Email address: This email is invalid',
    "Password: Password is too easy to guess: it is close to a common password. Add a few words that don't belong together.",
    'Repeat the password: The two passwords differ',
    'Terms and conditions: Accept the terms to create an account',
  ])
  await summary.getByRole('button', { name: /^Password/ }).click()
  await expect(passwordField(page, 'Password')).toBeFocused()
  await passwordField(page, 'Password').fill(person.password)
  await passwordField(page, 'Repeat the password').fill(person.password)
  await expect(summary.getByRole('listitem')).toHaveCount(3)
})

test(
  'a new password is rated as the user types; the estimator loads with the first character',
  { tag: ['@ACC-06'] },
  async ({ page }) => {
    // A set, because an asset is fetched and then imported from the cache.
    const fetched = new Set<string>()
    page.on('request', (request) => fetched.add(new URL(request.url()).pathname))
    const estimator = () => [...fetched].filter((path) => path.startsWith('/assets/estimatePassword'))
    await page.goto('/signup')
    await page.getByLabel('First name').fill('Nadia')
    await page.getByLabel('Last name').fill('Brandt')
    await page.waitForLoadState('networkidle')
    expect(estimator()).toEqual([])

    const meter = page.getByRole('meter', { name: 'Password strength' })
    const advice = page.getByRole('status').filter({ hasText: /guess/ })
    await passwordField(page, 'Password').pressSequentially('nadia')
    await expect.poll(estimator).toHaveLength(1)
    await expect(meter).toHaveCount(0)
    await passwordField(page, 'Password').fill('nadia brandt 1')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Very easy to guess')
    await expect(advice).toContainText('it is mostly your name')
    await passwordField(page, 'Password').fill('gravel lantern 58 tidewater')
    await expect(meter).toHaveAttribute('aria-valuenow', '4')
    await expect(advice).toHaveText('Very hard to guess')
    expect(estimator()).toHaveLength(1)
  },
)

test(
  'signing up with a registered address looks the same; its owner gets an email',
  { tag: ['@ACC-06'] },
  async ({ page, mailTo }) => {
    await page.goto('/signup')
    const email = demoEmail('partner')
    await fillSignUp(page, { ...newPerson(), email })
    await createAccount(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`We sent a link to ${email}.`)
    expect(await mailTo(email)).toContain('You already have a Trestle account')
  },
)

test(
  'the notice about the confirmation email shows for 3 s and fades out over 1 s',
  { tag: ['@SHELL-19', '@ACC-05'] },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.goto('/signup')
    await fillSignUp(page, newPerson())
    await page.clock.pauseAt(Date.now() + 60_000)
    await createAccount(page).click()
    const flash = page.getByRole('status').filter({ hasText: 'Confirmation email sent' })
    await expect(flash).toBeVisible()
    await page.clock.runFor(2999)
    await expect(flash.locator('..')).toHaveCSS('opacity', '1')
    await page.clock.runFor(1)
    await expect(flash.locator('..')).toHaveCSS('transition-duration', '1s')
    await expect(flash.locator('..')).toHaveCSS('opacity', '0')
    await page.clock.runFor(999)
    await expect(flash).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(flash).toHaveCount(0)
  },
)

test(
  'an unconfirmed address shows a banner with Resend and blocks creating apps',
  { tag: ['@ACC-06', '@SHELL-19'] },
  async ({ page, signIn, api, mailTo }) => {
    const person = newPerson()
    await register(api, person)
    const first = await mailTo(person.email)
    await signIn(credentials(person))
    await page.goto('/developer_apps')
    const banner = page.getByRole('complementary', { name: 'Email confirmation' })
    await expect(banner).toContainText(`We sent a link to ${person.email}.`)
    await expect(page.getByRole('button', { name: 'Create App' }).first()).toBeDisabled()
    await banner.getByRole('button', { name: 'Resend' }).click()
    await expect(banner.getByRole('status').filter({ hasText: 'Confirmation email sent' })).toBeVisible()
    await expectAccessible(page)

    const second = await mailTo(person.email)
    expect(linkIn(second, 'confirm_email')).not.toBe(linkIn(first, 'confirm_email'))
    await page.goto(linkIn(first, 'confirm_email'))
    await expect(heading(page)).toHaveText('This link no longer works')
    await page.goto(linkIn(second, 'confirm_email'))
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(banner).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to My Apps' }).click()
    await expect(page.getByRole('button', { name: 'Create App' }).first()).toBeEnabled()
  },
)

test.describe('a confirmation link', { tag: ['@ACC-06'] }, () => {
  const switchButton = (page: Page) => page.getByRole('button', { name: 'Sign out and continue' })
  const registered = async (api: Api, mailTo: (email: string) => Promise<string>) => {
    const person = newPerson()
    await register(api, person)
    return { person, link: linkIn(await mailTo(person.email), 'confirm_email') }
  }

  test("asks for the account's password and refuses a wrong one", async ({ page, api, mailTo }) => {
    const { person, link } = await registered(api, mailTo)
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText(`to confirm that ${person.email} is your address`)
    await expectAccessible(page)
    await passwordField(page, 'Password').fill('not the password at all')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('alert')).toContainText("This isn't the password of this account.")
    await confirmWithPassword(page, person.password)
  })

  test('names its account to a different signed-in user, and works after that user signs out', async ({
    page,
    api,
    mailTo,
    signIn,
  }) => {
    const { person, link } = await registered(api, mailTo)
    await signIn('stranger')
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText(
      `This link is for the account of ${person.email}. You are signed in as ${demoEmail('stranger')}.`,
    )
    await switchButton(page).click()
    await confirmWithPassword(page, person.password)
  })

  test('deletes an account that someone else registered, after a confirmation', async ({
    page,
    api,
    mailTo,
  }) => {
    const { person, link } = await registered(api, mailTo)
    await page.goto(link)
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
    await page.goto('/signin')
    await fillSignIn(page, person.email, person.password)
    await expect(page.getByRole('alert')).toContainText('The email address or password is wrong.')
  })
})

test(
  'a wrong password and an unknown address get the same message',
  { tag: ['@ACC-06'] },
  async ({ page }) => {
    const refusals: string[] = []
    for (const email of [demoEmail('owner'), newPerson().email]) {
      await page.goto('/signin')
      await fillSignIn(page, email, 'not the password at all')
      const alert = page.getByRole('alert')
      await expect(alert).toContainText("You're not signed in")
      refusals.push(await alert.innerText())
    }
    expect(refusals[0]).toContain('The email address or password is wrong.')
    expect(refusals[1]).toBe(refusals[0])
    await expect(page.getByLabel('Email address')).not.toHaveValue('')
  },
)

test(
  'the link in a reset email replaces the password once and signs out every browser',
  { tag: ['@ACC-06'] },
  async ({ page, browser, baseURL, api, mailTo }) => {
    const person = await confirmedPerson(api, mailTo)
    const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
    await elsewhere.goto('/signin')
    await fillSignIn(elsewhere, person.email, person.password)
    await expect(elsewhere).toHaveURL('/developer_apps')

    await page.goto('/signin')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email address').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    const link = linkIn(await mailTo(person.email), 'reset_password')
    const fresh = 'cobalt harbour 27 windmill'
    const choose = async () => {
      await page.goto(link)
      await passwordField(page, 'New password').fill(fresh)
      await passwordField(page, 'Repeat the new password').fill(fresh)
      await page.getByRole('button', { name: 'Save new password' }).click()
    }
    await choose()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password was changed')
    expect(await mailTo(person.email)).toContain('was changed just now')

    await elsewhere.goto('/account')
    await expect(elsewhere).toHaveURL('/signin?return_to=%2Faccount')
    await elsewhere.close()
    await choose()
    await expect(page.getByRole('alert')).toContainText("The password wasn't changed")
    await page.goto('/signin')
    await fillSignIn(page, person.email, person.password)
    await expect(page.getByRole('alert')).toContainText('The email address or password is wrong.')
    await fillSignIn(page, person.email, fresh)
    await expect(page).toHaveURL('/developer_apps')
  },
)

test(
  'requesting a password reset gets the same answer for an unknown address',
  { tag: ['@ACC-06'] },
  async ({ page }) => {
    for (const email of [demoEmail('owner'), newPerson().email]) {
      await page.goto('/forgot_password')
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('status')).toHaveText(
        `If ${email} belongs to an account, a link to choose a new password is on its way. It works once, for one hour.`,
      )
    }
  },
)
