import { audienceOf, issuerOf } from '@trestle/domain/oauth/environments.ts'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createVerifier, verifyToken } from './checkToken.ts'

const settings = readSettings({})
const now = new Date()
const seconds = Math.floor(now.getTime() / 1000)

/** Returns a token of the production environment that ends in a minute. */
const signToken = (key: CryptoKey, header: JWTHeaderParameters): Promise<string> =>
  new SignJWT({ client_id: 'app', scope: 'platform', gen: 1 })
    .setProtectedHeader(header)
    .setIssuer(issuerOf(settings.PUBLIC_URL, 'production'))
    .setAudience(audienceOf(settings.PUBLIC_URL, 'production'))
    .setSubject('app')
    .setJti('1')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(key)

test.each([
  ['at+jwt', true],
  ['application/at+jwt', true],
  ['JWT', false],
  ['logout+jwt', false],
  [undefined, false],
])('accepts only the types of access tokens: %s is %s', async (typ, isAccepted) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const token = await signToken(privateKey, { alg: 'ES256', ...(typ && { typ }) })
  const claims = await verifyToken({ settings, now: () => now }, 'production', () => publicKey, token)
  expect(claims !== null).toBe(isAccepted)
})

test.each<[string, Record<string, unknown>, boolean]>([
  ['a token of ours', {}, true],
  ['another issuer', { iss: issuerOf(settings.PUBLIC_URL, 'sandbox') }, false],
  ['another audience', { aud: audienceOf(settings.PUBLIC_URL, 'sandbox') }, false],
  ['no issuer', { iss: undefined }, false],
  ['no audience', { aud: undefined }, false],
  ['an end in the past', { exp: seconds - 1 }, false],
  ['no end', { exp: undefined }, false],
  ['no generation', { gen: undefined }, false],
])('reads the claims of a token with %s: %j is %s', async (_what, claims, isAccepted) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const token = await new SignJWT({
    iss: issuerOf(settings.PUBLIC_URL, 'production'),
    aud: audienceOf(settings.PUBLIC_URL, 'production'),
    sub: 'app',
    client_id: 'app',
    jti: '1',
    iat: seconds,
    exp: seconds + 60,
    scope: 'platform',
    gen: 1,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .sign(privateKey)
  const read = await verifyToken({ settings, now: () => now }, 'production', () => publicKey, token)
  expect(read !== null).toBe(isAccepted)
})

test('accepts no other algorithm', async () => {
  const secret = new TextEncoder().encode('a secret of at least thirty-two bytes')
  const claims = { client_id: 'app', scope: 'platform', gen: 1, sub: 'app', jti: '1', iat: seconds }
  const token = await new SignJWT({ ...claims, exp: seconds + 60 })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(issuerOf(settings.PUBLIC_URL, 'production'))
    .setAudience(audienceOf(settings.PUBLIC_URL, 'production'))
    .sign(secret)
  expect(await verifyToken({ settings, now: () => now }, 'production', () => secret, token)).toBeNull()
})

test('remembers that a signature is right, and nothing else', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  let nowMs = now.getTime()
  const services = { settings, now: () => new Date(nowMs) }
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }]
  const verify = createVerifier(services, 'production', keys)
  const token = await signToken(privateKey, { alg: 'ES256', typ: 'at+jwt', kid: 'k' })
  const [header, payload, signature = ''] = token.split('.')
  const isAccepted = async (text: string) => (await verify(text)) !== null
  expect([await isAccepted(token), await isAccepted(token)]).toEqual([true, true])
  expect(await isAccepted(`${header}.${payload}.${signature.slice(0, -4)}AAAA`)).toBe(false)
  expect(await isAccepted(`${header}.${payload}.`)).toBe(false)
  nowMs = (seconds + 59) * 1000 + 999
  expect(await isAccepted(token)).toBe(true)
  nowMs += 1
  expect(await isAccepted(token)).toBe(false)
})

test('remembers a signature for the environment whose server checked it only', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }]
  const services = { settings, now: () => now }
  const [production, sandbox] = [
    createVerifier(services, 'production', keys),
    createVerifier(services, 'sandbox', keys),
  ]
  const token = await signToken(privateKey, { alg: 'ES256', typ: 'at+jwt', kid: 'k' })
  expect(await production(token)).toMatchObject({ client_id: 'app' })
  expect(await sandbox(token)).toBeNull()
})
