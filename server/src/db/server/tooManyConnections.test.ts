import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import { connect } from '../connect.ts'

/** Returns a pool of a database user with a limited number of connections. */
async function openLimitedPool(limit: number): Promise<pg.Pool> {
  const url = new URL(inject('template'))
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const name = `limited_${randomUUID().replaceAll('-', '')}`
  // A password, in case the server asks for one.
  await admin.query(`create role ${name} login password 'limited' connection limit ${limit}`)
  url.username = name
  url.password = 'limited'
  const pool = new pg.Pool({ connectionString: url.href })
  onTestFinished(async () => {
    await pool.end()
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  return pool
}

test(
  'answers 503 and reports the error while PostgreSQL accepts no more connections',
  { tags: ['ERR-42'] },
  async () => {
    const pool = await openLimitedPool(0)
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '53300' })
    const reported: string[] = []
    const { app } = await startTestServer({
      dependencies: { db: connect(pool) },
      watch: { onInternalError: ({ message }) => void reported.push(message) },
    })
    const answer = await app.inject({ url: '/api/v1/developer_apps', cookies: { trestle_session: 'some' } })
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(reported).toEqual([expect.stringContaining('too many connections')])
  },
)
