import { randomBytes } from 'node:crypto'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { checkQuota } from '@trestle/domain/quotas/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer } from '../../testing/server.ts'
import { makeSecret } from '../accounts/secretFormat.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'

const open = async () => {
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '3' } })
  const { app, database } = server
  const send = (url: string, token: string, remoteAddress = '192.0.2.7') =>
    app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${token}` } })
  const call = async (token: string, address?: string) =>
    (await send(listDeveloperApps.path, token, address)).statusCode
  const guess = () => call(makeSecret('trp', randomBytes))
  const guessOften = async () => [await guess(), await guess(), await guess(), await guess()]
  const countStatements = async (act: () => Promise<unknown>) =>
    (await recordStatements(database.pool, act)).length
  const person = await buildDeveloper(server)
  const makeToken = async () => (await buildPersonalToken(server, person)).token
  return { ...server, send, call, guess, guessOften, countStatements, makeToken }
}

test('looks no token up that would be refused anyway', async () => {
  const { guess, guessOften, countStatements } = await open()
  expect(await guessOften()).toEqual([401, 401, 401, 429])
  expect(await countStatements(async () => expect(await guess()).toBe(429))).toBe(0)
})

test('answers as the general limit does', async () => {
  const { send, guessOften } = await open()
  await guessOften()
  const { body, headers } = await send(listDeveloperApps.path, makeSecret('trp', randomBytes))
  expect(JSON.parse(body)).toMatchObject({
    code: 'rate_limited',
    message: 'Too many calls from your address. Wait a moment and try again.',
  })
  expect(Number(headers['retry-after'])).toBeGreaterThan(50)
})

test('never refuses a token because of others if it worked before, and a new one for a minute at most', async () => {
  const { call, clock, guessOften, makeToken } = await open()
  const [known, other] = [await makeToken(), await makeToken()]
  expect(await call(known)).toBe(200)
  await guessOften()
  expect([await call(known), await call(other), await call(other, '192.0.2.8')]).toEqual([200, 429, 200])
  expect(await call(other)).toBe(200)
  const third = await makeToken()
  expect(await call(third)).toBe(429)
  clock.advance(minuteMs)
  expect(await call(third)).toBe(200)
})

test('forgets a token that no longer works', async () => {
  const { call, countStatements, guessOften, makeToken, services } = await open()
  const token = await makeToken()
  expect(await call(token)).toBe(200)
  await services.db.updateTable('personal_access_tokens').set({ revoked_at: services.now() }).execute()
  await guessOften()
  expect(await call(token)).toBe(429)
  expect(await countStatements(() => call(token))).toBe(0)
})

test('limits guessed service tokens too, and asks the database only about those that may be one', async () => {
  const { app, countStatements, services } = await open()
  const check = async (token: string) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: checkQuota.path,
      remoteAddress: '192.0.2.9',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
    return statusCode
  }
  const works = await createServiceToken(services, 'gateway')
  expect(await check(works)).toBe(422)
  expect(await countStatements(async () => expect(await check('guessed')).toBe(401))).toBe(0)
  const guess = () => check(makeSecret('trs', randomBytes))
  expect(await countStatements(async () => expect(await guess()).toBe(401))).toBeGreaterThan(0)
  expect([await guess(), await guess()]).toEqual([401, 429])
  expect(await countStatements(guess)).toBe(0)
  expect(await check(works)).toBe(422)
})
