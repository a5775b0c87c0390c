import { expect, test, type Page } from './fixtures.ts'
import { registerConfirmed, credentials, fillSignIn } from './people.ts'
import { heading } from './screen.ts'

/**
 * Gives the page an authenticator, such as a device with a fingerprint reader, and returns a function that sets
 * whether its user approves requests immediately.
 */
async function addAuthenticator(page: Page): Promise<(approves: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (enabled) => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
}

const passkeyButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Use a passkey' })

test('a passkey is added, signs in alone, and is the second step after the password', async ({
  page,
  api,
  mailTo,
  signIn,
}) => {
  const setApproval = await addAuthenticator(page)
  const person = await registerConfirmed(api, mailTo)
  await signIn(credentials(person))
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'Two-factor authentication' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const offer = page.getByRole('dialog', { name: 'Save recovery codes?' })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(section.getByRole('row', { name: /^Work laptop/ })).toContainText('Never')
  expect(await mailTo(person.email)).toContain('A passkey was added')

  await page.context().clearCookies()
  // The page offers passkeys in the autofill of the email field, and the authenticator accepts the offer.
  await page.goto('/signin')
  await expect(page).toHaveURL('/developer_apps')

  await setApproval(false)
  await page.context().clearCookies()
  await page.goto('/signin?return_to=/account')
  await fillSignIn(page, person.email, person.password)
  await expect(heading(page)).toHaveText('Confirm your sign-in')
  // The second step outlives a reload.
  await page.reload()
  await setApproval(true)
  await passkeyButton(page).click()
  await expect(page).toHaveURL('/account')
  await expect(section.getByRole('row', { name: /^Work laptop/ })).not.toContainText('Never')

  // The device still offers a passkey that was removed from the account.
  await section.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByText('No passkeys yet')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/signin')
  await expect(page.getByRole('alert')).toContainText("The passkey wasn't accepted")
})

test('recovery codes are created only once what shows them is loaded', async ({
  page,
  api,
  mailTo,
  signIn,
  consoleErrors,
}) => {
  await addAuthenticator(page)
  await signIn(credentials(await registerConfirmed(api, mailTo)))
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const offer = page.getByRole('dialog', { name: 'Save recovery codes?' })
  const code = '**/assets/RecoveryCodesDialog-*.js'
  await page.route(code, (route) => route.abort())
  await offer.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect(offer.getByRole('alert')).toContainText('Error loading JavaScript module bundle')
  await expect(page.getByText('You have no recovery codes')).toBeAttached()
  await page.unroute(code)
  await offer.getByRole('button', { name: 'Create recovery codes' }).click()
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
  consoleErrors.length = 0
})
