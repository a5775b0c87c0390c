import { getDeveloperApp, updateDeveloperApp, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { listClientSecrets } from '@trestle/domain/credentials/contract.ts'
import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import {
  buildApp,
  buildClientSecret,
  buildSandbox,
  buildSession,
  later,
  noNextStep,
  now,
} from '../../testing/build.ts'
import { expectCopied } from '../../testing/clipboard.ts'
import { reply, sent } from '../../testing/network.ts'
import { currentAddress } from '../../testing/render.tsx'

const production = page.getByRole('region', { name: 'Production' })
const sandbox = page.getByRole('region', { name: 'Sandbox' })
const domains = (card: typeof production) => card.getByRole('textbox', { name: 'Allowed CORS domains' })
const connected = { credentials: { uid: 'client-7', secret: null } } as const

async function open(overrides: Partial<DeveloperApp> = {}, isGovernment = false) {
  const session = buildSession({ flags: { gov_cloud: isGovernment } })
  renderApp('oauth_credentials', { app: buildApp(overrides), session })
  await expect.element(production).toBeVisible()
}

test(
  'shows the client id, the grant type, and hints on what is accepted',
  { tags: ['CRED-01', 'CRED-02', 'CRED-03', 'CRED-05', 'CRED-06', 'CRED-07', 'CRED-20'] },
  async () => {
    await open(connected)
    const terms = production.getByRole('term').elements()
    expect(terms.map((term) => term.textContent)).toEqual([
      'Client ID',
      'Client secret',
      'Grant type',
      'Authorization URL',
      'Token URL',
    ])
    await expect.element(production.getByText('client-7')).toBeVisible()
    await expect.element(production.getByRole('button', { name: 'Copy Client ID' })).toBeVisible()
    await expect.element(production.getByText('No secret has been generated yet.')).toBeVisible()
    await expect
      .element(production.getByRole('definition').nth(2))
      .toMatchTextContent(
        /^Authorization code \(confidential app\).*A service account of the app uses the client credentials grant with the same client ID and secret\./,
      )
    for (const [name, path] of [
      ['Authorization URL', '/oauth/authorize'],
      ['Token URL', '/oauth/token'],
    ] as const) {
      const button = production.getByRole('button', { name: `Copy ${name}` })
      await expectCopied(button, `${window.location.origin}${path}`)
    }
    await expect
      .element(production.getByRole('textbox', { name: 'Redirect URIs' }))
      .toHaveAccessibleDescription(
        'One URI per line. The app must send exactly the same URI, with its port and path. URIs must use https, except http://localhost, such as http://localhost:3000/callback. For an app without a redirect, use urn:ietf:wg:oauth:2.0:oob. The code is then shown for the user to copy.',
      )
    await expect
      .element(domains(production))
      .toHaveAccessibleDescription(/^Separated by commas\. Leave it empty/)
    await expect.element(sandbox).toBeVisible()
  },
)

const isPublic = { confidential: false, grant_type: 'implicit' } as const
const serverOnly = /^This app is confidential, so web pages can't call the API with its tokens\./

test.each([
  [true, {}, serverOnly, serverOnly],
  [
    false,
    isPublic,
    /^A web page can call the Trestle API directly from the browser only if its domain is listed here\./,
    /^A web page can call the sandbox directly from the browser only if its domain is listed here\./,
  ],
])(
  'tells what allowed CORS domains are for (confidential app: %s)',
  { tags: ['SET-09', 'SBX-04'] },
  async (_confidential, privacy, inProduction, inSandbox) => {
    await open({ ...connected, ...privacy, sandbox: buildSandbox(privacy) })
    for (const [card, text] of [
      [production, inProduction],
      [sandbox, inSandbox],
    ] as const) {
      const tip = card.getByText(text)
      await expect.element(tip).not.toBeVisible()
      card.getByRole('button', { name: 'About allowed CORS domains' }).element().focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(tip).toBeVisible()
    }
  },
)

test('lists the client secrets of each environment in its card', { tags: ['CRED-04'] }, async () => {
  const stored_secret = { last_four: 'a1b2', made_at: now }
  const app = buildApp({ ...connected, stored_secret, sandbox: buildSandbox({ stored_secret }) })
  renderApp('oauth_credentials', { app })
  reply(listClientSecrets, ({ query: { environment } }) => [
    buildClientSecret({ last_four: environment === 'production' ? 'prod' : 'sand' }),
  ])
  await expect.element(production.getByRole('listitem')).toMatchTextContent('•••• prod')
  await expect.element(sandbox.getByRole('listitem')).toMatchTextContent('•••• sand')
})

test('says how a non-confidential app gets tokens', { tags: ['CRED-05'] }, async () => {
  await open({ ...connected, confidential: false, grant_type: 'implicit' })
  await expect.element(production.getByText(/^Implicit \(non-confidential app\)/)).toBeVisible()
  const note = "This app can't keep a secret, so it uses the authorization code with PKCE."
  await expect.element(production.getByText(note)).toBeVisible()
})

test(
  'without a promoted data connector says what is needed and leads there',
  { tags: ['CRED-09', 'CRED-20'] },
  async () => {
    await open()
    await expect.element(production.getByText('There are no production credentials yet')).toBeVisible()
    await expect
      .element(
        production.getByText(
          'They appear here when a version with a data connector component is promoted to production. Turn on the data connector in Configurations, create a version and promote it.',
        ),
      )
      .toBeVisible()
    expect(production.getByRole('textbox').elements()).toEqual([])
    expect(production.getByRole('button').elements()).toEqual([])
    await expect
      .element(production.getByRole('link', { name: 'Go to Configurations' }))
      .toHaveAttribute('href', '/developer_apps/7')
    await expect.element(sandbox).toBeVisible()
  },
)

test('without production credentials leads to a version that waits for its promotion', async () => {
  await open({ next_step: { ...noNextStep, kind: 'promote_version', version: '0.1.0' } })
  await expect.element(production.getByText(/ Version 0\.1\.0 is in the sandbox: promote it /)).toBeVisible()
  await expect
    .element(production.getByRole('link', { name: 'Go to Versions' }))
    .toHaveAttribute('href', '/developer_apps/7/versions')
})

test.each([
  ['with credentials', { ...connected, sandbox: null }, 'Client ID'],
  [
    'without credentials',
    { sandbox: null },
    'They appear here when a version with a data connector component is in production. Turn on the data connector in Configurations and create a version.',
  ],
])('government cloud has no sandbox card, %s', { tags: ['CRED-08', 'SBX-23'] }, async (_, app, text) => {
  await open(app, true)
  await expect.element(production.getByText(text)).toBeVisible()
  await expect.element(sandbox).not.toBeInTheDocument()
  expect(page.getByRole('main').element().textContent).not.toMatch(/sandbox/i)
})

test.each([
  ['production', production, updateDeveloperApp],
  ['sandbox', sandbox, updateSandbox],
] as const)(
  'what was saved for %s is still there after a visit to another tab',
  async (_, card, endpoint) => {
    const redirects = { redirect_uri: 'https://crane.example.test' }
    const stored = buildSandbox(redirects)
    const app = buildApp({ ...connected, ...redirects, sandbox: stored })
    await open(app)
    await domains(card).fill('beam.example')
    const saved = { allowed_cors_domain: 'beam.example', updated_at: later }
    reply(updateDeveloperApp, { ...app, ...saved })
    reply(updateSandbox, { ...stored, ...saved })
    reply(getDeveloperApp, { ...app, ...saved, sandbox: { ...stored, ...saved } })
    await card.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(() => sent(endpoint)).toHaveLength(1)
    await expect.element(page.getByText(/saved$/)).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'App pages' })
    await tabs.getByRole('link', { name: 'Settings' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Internal name' })).toBeVisible()
    await tabs.getByRole('link', { name: 'OAuth Credentials' }).click()
    await expect.element(domains(card)).toHaveValue('beam.example')
  },
)

test.each([
  ['production', connected, 'client-7'],
  ['sandbox', {}, buildSandbox().app_id],
] as const)('tests the credentials of %s first', async (environment, overrides, clientId) => {
  await open(overrides)
  const section = page.getByRole('region', { name: 'Test credentials' })
  await expect.element(section.getByRole('combobox', { name: 'Environment' })).toHaveValue(environment)
  await expect.element(section.getByRole('textbox', { name: 'Client ID' })).toHaveValue(clientId)
})

test('asks once before leaving, also when both cards have unsaved changes', async () => {
  await open(connected)
  await domains(production).fill('beam.example')
  await domains(sandbox).fill('beam.example')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const leave = () => page.getByRole('link', { name: 'Settings', exact: true }).click()
  await leave()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(domains(production)).toHaveValue('beam.example')
  await leave()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps/7/settings')
  await expect.element(question).not.toBeInTheDocument()
})
