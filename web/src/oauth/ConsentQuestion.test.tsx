import {
  decideAuthorizationRequest,
  getAuthorizationRequest,
  type AuthorizationRequest,
} from '@trestle/domain/oauth/contract.ts'
import { signOut } from '@trestle/domain/accounts/contract.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const address = paths.consent('request-1')
// An address with a hash of this page, so that leaving it doesn't end the test.
const location = `${address}#decided`
const details: AuthorizationRequest = {
  environment: 'production',
  app: { name: 'Crane Watch', publisher: 'Beam Software', thumbnail_url: null },
  redirect_host: 'crane.example',
  permissions: { company: { directory: 'readonly', documents: 'none' }, project: { rfi: 'standard' } },
  asks: true,
  is_remembered: true,
  restart_path: `${address}#again`,
}
const allow = page.getByRole('button', { name: 'Allow' })
const deny = page.getByRole('button', { name: 'Deny' })

async function open(overrides: Partial<AuthorizationRequest> = {}) {
  reply(getAuthorizationRequest, { ...details, ...overrides })
  reply(decideAuthorizationRequest, { location })
  renderPage(address)
  await expect.element(allow).toBeVisible()
}

afterEach(() => page.viewport(1280, 900))

test('names the app, its publisher, the environment, the account and what the app can do', async () => {
  await open()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Allow Crane Watch to use your account?')
  const main = page.getByRole('main')
  await expect.element(main.getByText('by Beam Software')).toBeVisible()
  await expect.element(main.getByText('Production', { exact: true })).toBeVisible()
  await expect.element(main.getByText('You are signed in as Dana Reyes (dana@example.test).')).toBeVisible()
  expect(texts(main.getByRole('list').last().getByRole('listitem'))).toEqual([
    'Read and change what you can read and change in Trestle',
    'Use these company tools on its own behalf: Directory (Read-Only)',
    'Use these project tools on its own behalf: RFIs (Standard)',
  ])
  await expect
    .element(
      main.getByText(
        "You'll continue at crane.example. Crane Watch won't ask you again. You can end its access at any time in your account.",
      ),
    )
    .toBeVisible()
  await expectAccessible()
})

test('says what is different about a sandbox, a public app and a code to copy', async () => {
  await open({ environment: 'sandbox', is_remembered: false, redirect_host: null, permissions: null })
  const main = page.getByRole('main')
  await expect.element(main.getByText('Sandbox', { exact: true })).toBeVisible()
  expect(texts(main.getByRole('list').last().getByRole('listitem'))).toEqual([
    'Read and change what you can read and change in its Trestle sandbox',
  ])
  await expect
    .element(main.getByText(/^You'll get a code to copy into the app\. Crane Watch asks you each time\./))
    .toBeVisible()
})

test.each([
  ['allows', 'Allow', true],
  ['denies', 'Deny', false],
])('someone %s the app with the keyboard, and continues where the server says', async (_, name, decision) => {
  await open()
  page.getByRole('button', { name }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => window.location.hash).toBe('#decided')
  expect(sent(decideAuthorizationRequest)).toMatchObject([
    { params: { request: 'request-1' }, body: { allow: decision } },
  ])
  // A second click would decide again.
  await expect.element(allow).toBeDisabled()
  await expect.element(deny).toBeDisabled()
})

test('shows why a decision was refused, and can be repeated', async () => {
  await open()
  refuse(decideAuthorizationRequest, { code: 'unavailable', message: 'Try again in a minute.' })
  await allow.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent("Your decision wasn't saved")
  reply(decideAuthorizationRequest, { location })
  await allow.click()
  await expect.poll(() => window.location.hash).toBe('#decided')
})

test('asks nothing about an app that was allowed before', async () => {
  reply(getAuthorizationRequest, { ...details, asks: false })
  reply(decideAuthorizationRequest, { location })
  renderPage(address)
  await expect.poll(() => window.location.hash).toBe('#decided')
  expect(sent(decideAuthorizationRequest)[0]?.body).toEqual({ allow: true })
  await expect.element(allow).not.toBeInTheDocument()
})

test.each(['not_found', 'conflict'] as const)(
  'a request that is %s says what to do, and offers no decision',
  async (code) => {
    const message = 'This request has expired. Go back to the app and start again.'
    refuse(getAuthorizationRequest, { code, message })
    renderPage(address)
    await expect
      .element(page.getByRole('heading', { level: 1, name: "This app can't be authorized" }))
      .toBeVisible()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(allow).not.toBeInTheDocument()
  },
)

test('starts again after signing out, for another account', async () => {
  await open()
  reply(signOut)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect.poll(() => window.location.hash).toBe('#again')
  expect(sent(signOut)).toHaveLength(1)
  expect(sent(decideAuthorizationRequest)).toEqual([])
})

test('sends a visitor to sign in, and back', async () => {
  renderPage(address, { session: { ...buildSession(), developer: null } })
  await expect.poll(currentAddress).toBe(`/signin?return_to=${encodeURIComponent(address)}`)
  expect(sent(getAuthorizationRequest)).toEqual([])
})

test('fits a screen of 320 pixels', async () => {
  await page.viewport(320, 640)
  await open({ app: { ...details.app, name: 'Cranewatchsupervisorprofessional' } })
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
