import { checkCredentials, listOauthEvents, type OauthEvent } from '@trestle/domain/oauth/contract.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { buildApp, buildSandbox, buildSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'

const section = page.getByRole('region', { name: 'Why did it fail?' })
const show = section.getByRole('button', { name: 'Show decisions' })
const table = page.getByRole('table', { name: 'Decisions of the OAuth server' })
const tester = page.getByRole('region', { name: 'Test credentials' })
const clientId = tester.getByRole('textbox', { name: 'Client ID' })
const secret = tester.getByRole('textbox', { name: 'Client secret' })
const event: OauthEvent = {
  id: 1,
  at: now,
  outcome: 'refused',
  action: 'authorization_code',
  reason: 'redirect_mismatch',
  message: 'The redirect URI differs from the closest registered one at character 27.',
  network: '192.0.2.0/24',
  count: 3,
}
const issued: OauthEvent = { ...event, id: 2, outcome: 'issued', message: 'Tokens were issued.', count: 1 }

/** An app in production. */
const app = buildApp({ credentials: { uid: 'client-7', secret: null } })

afterEach(() => page.viewport(1280, 900))

test('loads the decisions only when they are opened, and again while they are open', async () => {
  reply(listOauthEvents, [event])
  renderApp('oauth_credentials')
  await expect.element(show).toHaveAttribute('aria-expanded', 'false')
  expect(sent(listOauthEvents)).toEqual([])
  await show.click()
  const cells = table.getByRole('cell')
  await expect
    .poll(() => texts(cells).filter((_, index) => index !== 2))
    .toEqual([
      'Refused',
      'The redirect URI differs from the closest registered one at character 27.3 times',
      'Authorization code',
      '192.0.2.0/24',
    ])
  await expectAccessible()
  reply(listOauthEvents, [issued, event])
  await expect.element(table.getByText('Tokens were issued.'), { timeout: 4_500 }).toBeVisible()
  await section.getByRole('button', { name: 'Hide decisions' }).click()
  await expect.element(table).not.toBeInTheDocument()
})

test('shows the first decisions of many until someone asks for all', async () => {
  reply(
    listOauthEvents,
    Array.from({ length: 200 }, (_, index) => ({ ...event, id: 200 - index })),
  )
  renderApp('oauth_credentials')
  await show.click()
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(11)
  await section.getByRole('button', { name: 'Show all 200' }).click()
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(201)
})

test('filters by environment and outcome, which the address keeps', async () => {
  reply(listOauthEvents, [])
  renderApp('oauth_credentials', { app })
  await show.click()
  await expect.element(section.getByText('No decisions yet')).toBeVisible()
  await section.getByRole('combobox', { name: 'Outcome' }).selectOptions('Refused')
  await expect.element(section.getByText('Nothing was refused')).toBeVisible()
  await section.getByRole('combobox', { name: 'Environment' }).selectOptions('Sandbox')
  await expect
    .poll(() => sent(listOauthEvents).at(-1)?.query)
    .toEqual({ environment: 'sandbox', filters: { outcome: 'refused' } })
  expect(currentAddress()).toBe('/developer_apps/7/oauth_credentials?section=refused&environment=sandbox')
})

test('begins with the sandbox while the app has no production credentials', async () => {
  reply(listOauthEvents, [])
  renderApp('oauth_credentials', { app: { ...app, credentials: null } })
  await show.click()
  for (const each of [section, tester]) {
    await expect.element(each.getByRole('combobox', { name: 'Environment' })).toHaveValue('sandbox')
  }
  await expect.poll(() => sent(listOauthEvents)[0]?.query).toEqual({ environment: 'sandbox' })
})

test('offers the decisions of the other environment while there are none', async () => {
  reply(listOauthEvents, ({ query }) => (query.environment === 'sandbox' ? [event] : []))
  renderApp('oauth_credentials', { app })
  await show.click()
  await expect.element(section.getByText('No decisions yet')).toBeVisible()
  await section.getByRole('button', { name: 'Show decisions in Sandbox' }).click()
  await expect.element(table).toBeVisible()
  const environment = section.getByRole('combobox', { name: 'Environment' })
  await expect.element(environment).toHaveValue('sandbox')
  await expect.element(environment).toHaveFocus()
})

test('can retry a failed load', async () => {
  refuse(listOauthEvents, { code: 'internal', message: 'Something went wrong.' })
  renderApp('oauth_credentials')
  await show.click()
  await expect.element(section.getByRole('alert')).toMatchTextContent("The decisions couldn't be loaded")
  reply(listOauthEvents, [event])
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table).toBeVisible()
})

test('guests of an app see neither', async () => {
  renderApp('oauth_credentials', { app: buildApp({ role: 'user' }) })
  await expect.element(page.getByRole('region', { name: 'Production' })).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
  await expect.element(tester).not.toBeInTheDocument()
})

test('government cloud has no sandbox to choose', async () => {
  reply(listOauthEvents, [])
  renderApp('oauth_credentials', { session: buildSession({ flags: { gov_cloud: true } }) })
  await show.click()
  await expect.element(section.getByText('No decisions yet')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Environment' })).not.toBeInTheDocument()
})

test('tests credentials with the keyboard, and forgets the secret', async () => {
  reply(checkCredentials, { works: false, message: 'The client ID belongs to the other environment.' })
  renderApp('oauth_credentials', { app })
  await clientId.fill('client-7')
  await secret.fill('not-so-secret')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(tester.getByRole('alert'))
    .toMatchTextContent(/These credentials don't work.*The client ID belongs to the other environment\./)
  await expect.element(secret).toHaveValue('')
  await expectAccessible()
  expect(sent(checkCredentials)).toMatchObject([
    { body: { environment: 'production', client_id: 'client-7', secret: 'not-so-secret' } },
  ])
  reply(checkCredentials, { works: true, message: 'The client ID and the client secret work.' })
  await secret.fill('better')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(tester.getByRole('status'))
    .toMatchTextContent('The client ID and the client secret work.')
  expect(document.body.innerHTML).not.toMatch(/not-so-secret|better/)
})

test('fills in the client ID of the chosen environment, until someone types another', async () => {
  const sandbox = buildSandbox({ app_id: 'sandbox-9' })
  renderApp('oauth_credentials', { app: { ...app, sandbox } })
  const environment = tester.getByRole('combobox', { name: 'Environment' })
  await expect.element(clientId).toHaveValue('client-7')
  await environment.selectOptions('Sandbox')
  await expect.element(clientId).toHaveValue('sandbox-9')
  await clientId.fill('client-8')
  await environment.selectOptions('Production')
  await expect.element(clientId).toHaveValue('client-8')
  await clientId.fill('')
  await environment.selectOptions('Sandbox')
  await expect.element(clientId).toHaveValue('sandbox-9')
})

test('keeps what was typed when the test failed', async () => {
  refuse(checkCredentials, { code: 'unavailable', message: 'Try again in a minute.' })
  renderApp('oauth_credentials')
  await clientId.fill('client-7')
  await secret.fill('some-secret')
  await userEvent.keyboard('{Enter}')
  await expect.element(tester.getByRole('alert')).toMatchTextContent("The credentials couldn't be tested")
  await expect.element(secret).toHaveValue('some-secret')
})

test('fits a screen of 320 pixels', async () => {
  reply(listOauthEvents, [event])
  renderApp('oauth_credentials')
  await show.click()
  await expect.element(table).toBeVisible()
  await page.viewport(320, 640)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
