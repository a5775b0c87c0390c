import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { listenOnFreePort } from '../scripts/testing/listenOnFreePort.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { registerConfirmed, credentials, fillSignIn } from './people.ts'
import { createConnectedApp, fetchApp } from './credentials.ts'

/** Listens where a desktop app gets its code. Resolves with the parameters of the first call. */
async function startClient() {
  const received = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><title>Client</title><h1>Signed in to the client</h1></html>',
    )
    if (pathname === '/cb') received.resolve(searchParams)
  })
  const port = await listenOnFreePort(server, 'localhost')
  return {
    redirectUri: `http://localhost:${port}/cb`,
    received: received.promise,
    close: () => server.close(),
  }
}

test('someone signs in and allows an app with PKCE, which gets tokens until its access is revoked', async ({
  page,
  signIn,
  api,
  mailTo,
  context,
  portal,
}) => {
  const person = await registerConfirmed(api, mailTo)
  await signIn(credentials(person))
  const app = await createConnectedApp(api)
  await api.patch(`/api/v1/developer_apps/${app.id}`, { redirect_uri: 'http://localhost/cb' })
  const { uid } = await fetchApp(api, app)
  const reset = await api.post(`/api/v1/developer_apps/${app.id}/reset_secret`)
  const { secret } = (reset.body as { credentials: { secret: string } }).credentials
  await context.clearCookies()

  const client = await startClient()
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: uid,
    redirect_uri: client.redirectUri,
    state: 'state of the client',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth/authorize?${request.toString()}`)

  await test.step('signs in first', async () => {
    await fillSignIn(page, person.email, person.password)
  })

  await test.step('allows the app with the keyboard', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Allow .* to use your account\?$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Allow' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Signed in to the client' })).toBeVisible()
  })

  const received = await client.received
  client.close()
  expect(received.get('state')).toBe('state of the client')
  const basic = Buffer.from(`${uid}:${secret}`).toString('base64')
  const reply = await page.request.post(`${portal.url}/oauth/token`, {
    headers: { authorization: `Basic ${basic}` },
    form: {
      grant_type: 'authorization_code',
      code: received.get('code') ?? '',
      redirect_uri: client.redirectUri,
      code_verifier: verifier,
    },
  })
  expect(reply.status()).toBe(200)
  const { access_token: token } = (await reply.json()) as { access_token: string }
  const info = () =>
    page.request.get(`${portal.url}/oauth/token/info`, { headers: { authorization: `Bearer ${token}` } })
  expect((await info()).status()).toBe(200)

  await test.step('finds the app on the account page and revokes it', async () => {
    await page.goto('/account')
    await page.getByRole('link', { name: 'Show authorized apps' }).click()
    await page.getByRole('button', { name: /^Revoke .*'s access$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
    await expect(page.getByText('No authorized apps')).toBeVisible()
    expect((await info()).status()).toBe(401)
  })
})

test('the pages of the OAuth server itself are accessible in both color schemes', async ({ page }) => {
  const pages = [
    ['/oauth/authorize?client_id=unknown&response_type=code', "This app can't be authorized"],
    ['/oauth/code', 'This code was already shown'],
  ] as const
  for (const [address, title] of pages) {
    await page.goto(address)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectAccessible(page)
    }
  }
})
