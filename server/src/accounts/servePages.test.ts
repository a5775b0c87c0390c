import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
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
  ['/reset_password/abc', 'Save new password', '"page":"resetPassword","token":"abc"'],
])('a visitor gets %s with its form and what its script starts with', async (address, text, view) => {
  const server = await startTestServer()
  const { body } = await server.app.inject(address)
  expect(body).toContain(text)
  expect(body).toContain(view)
  expect(body).toContain('"csrf_token":"')
})

test.runIf(isBuilt)('the page of a visitor says that maintenance is in progress, only then', async () => {
  const says = async (READ_ONLY: string) => {
    const server = await startTestServer({ env: { READ_ONLY } })
    return (await server.app.inject('/signin')).body.includes('aria-label="Maintenance"')
  }
  expect([await says('true'), await says('false')]).toEqual([true, false])
})
