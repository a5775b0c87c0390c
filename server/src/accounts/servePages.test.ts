import { forgotPassword, resetPassword } from '@trestle/domain/accounts/contract.ts'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { startTestServer } from '../../testing/server.ts'

const isBuilt = existsSync(new URL('../../../web/dist/public/manifest.json', import.meta.url))

test.runIf(isBuilt).each([
  [
    '/signin?return_to=/developer_apps',
    'Forgot your password?',
    '"page":"signIn","returnTo":"/developer_apps"',
  ],
  ['/signup', 'Create account', '"page":"signUp","returnTo":null'],
  ['/forgot_password', 'Send link', '"page":"forgotPassword"'],
  ['/reset_password/abc', 'This link no longer works', '"page":"resetPassword","token":"abc"'],
])('a visitor gets %s with its form and what its script starts with', async (address, text, view) => {
  const server = await startTestServer()
  const { body } = await server.app.inject(address)
  expect(body).toContain(text)
  expect(body).toContain(view)
  expect(body).toContain('"csrf_token":"')
})

test.runIf(isBuilt)(
  'the link of a reset email shows the form until it was used',
  { tags: ['ACC-06'] },
  async () => {
    const server = await startTestServer()
    const { email } = await buildDeveloper(server)
    await server.anonymous().call(forgotPassword, { body: { email } })
    const token = await readMailedToken(server, email, 'reset_password')
    const open = async () => (await server.app.inject(`/reset_password/${token}`)).body
    // Programs that check the links in an email open it first.
    await open()
    expect(await open()).toContain('Save new password')
    const password = 'seven rivers and a bridge'
    await server
      .anonymous()
      .call(resetPassword, { body: { token, password, password_confirmation: password } })
    const body = await open()
    expect(body).toContain(
      'This link was already used, was replaced by a newer one, or is older than an hour.',
    )
    expect(body).not.toContain('Save new password')
  },
)

test.runIf(isBuilt)('the page of a visitor says that maintenance is in progress, only then', async () => {
  const says = async (READ_ONLY: string) => {
    const server = await startTestServer({ env: { READ_ONLY } })
    return (await server.app.inject('/signin')).body.includes('aria-label="Maintenance"')
  }
  expect([await says('true'), await says('false')]).toEqual([true, false])
})
