import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { connect } from './connect.ts'

/** A call that looks up whose session it is. */
const ask = async ({ app }: TestServer) => {
  const answer = await app.inject({ url: '/api/v1/developer_apps', cookies: { trestle_session: 'some' } })
  return [answer.statusCode, answer.json<{ code: string }>().code]
}

test('a server whose database is away answers that it is unavailable, and tells the team (ERR-42)', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  onTestFinished(() => pool.end())
  const told: string[] = []
  const server = await startTestServer({
    given: { db: connect(pool) },
    watch: { onInternalError: ({ message }) => void told.push(message) },
  })
  expect(await ask(server)).toEqual([503, 'unavailable'])
  expect(told).toHaveLength(1)
})

test('a server whose every connection is taken answers that it is unavailable (ERR-42)', async () => {
  const server = await startTestServer()
  const { pool } = server.database
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  pool.options.connectionTimeoutMillis = 200
  expect(await ask(server)).toEqual([503, 'unavailable'])
  for (const client of taken) client.release()
  pool.options.connectionTimeoutMillis = 10_000
  expect(await ask(server)).toEqual([401, 'not_signed_in'])
})
