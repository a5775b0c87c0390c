import { environmentPath, environmentsOf } from '@trestle/domain/oauth/environments.ts'
import { expect, test } from 'vitest'
import { startOauthServer } from '../../testing/oauth.ts'
import { findCallers } from './callers/store.ts'
import { toAttempts } from './limit.ts'
import { findLiveTokens } from './state/store.ts'

const environments = environmentsOf(false)

test('environments that are first used at the same time have different keys', async () => {
  const server = await startOauthServer()
  const lists = await Promise.all(
    environments.map(async (environment) => {
      const { body } = await server.anonymous().get(`${environmentPath(environment)}/oauth/jwks`)
      return (body.keys as { kid: string }[]).map(({ kid }) => kid)
    }),
  )
  const ids = lists.flat()
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the statements of both environments can be prepared on one connection', async () => {
  const { services } = await startOauthServer()
  const now = services.now()
  const state = { client_id: 'unknown', gen: 1, member_id: null, jtiHash: Buffer.from('hash') }
  await services.db.transaction().execute(async (tx) => {
    for (const environment of environments) {
      expect(await findLiveTokens(tx, environment, [state], now)).toEqual([undefined])
      const attempts = toAttempts({ environment, clientId: 'unknown', network: '192.0.2.0' }, now)
      const query = { clientId: 'unknown', attempts, withContent: false }
      for (const tokenHash of [null, Buffer.from('hash')]) {
        expect(await findCallers(tx, environment, [{ ...query, tokenHash }], now)).toHaveLength(1)
      }
    }
  })
})
