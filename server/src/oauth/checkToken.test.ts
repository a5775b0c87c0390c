import { audienceOf, issuerOf } from '@trestle/domain/oauth/environments.ts'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { verifyToken } from './checkToken.ts'

const settings = readSettings({})
const now = new Date()
const seconds = Math.floor(now.getTime() / 1000)

test.each([
  ['at+jwt', true],
  ['application/at+jwt', true],
  ['JWT', false],
  ['logout+jwt', false],
  [undefined, false],
])('accepts only the types of access tokens: %s is %s', async (typ, isAccepted) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const token = await new SignJWT({ client_id: 'app', scope: 'platform', gen: 1 })
    .setProtectedHeader({ alg: 'ES256', ...(typ && { typ }) })
    .setIssuer(issuerOf(settings.PUBLIC_URL, 'production'))
    .setAudience(audienceOf(settings.PUBLIC_URL, 'production'))
    .setSubject('app')
    .setJti('1')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(privateKey)
  const claims = await verifyToken({ settings, now: () => now }, 'production', () => publicKey, token)
  expect(claims !== null).toBe(isAccepted)
})
