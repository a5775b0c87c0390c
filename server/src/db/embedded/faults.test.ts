// @module-tag engine
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../../testing/build.ts'
import { startMixedLoad } from '../../../testing/mixedLoad.ts'
import { roundCount } from '../../../testing/rounds.ts'
import { startTestServer } from '../../../testing/server.ts'
import { buildSignedIn, openClient, startServerProcess } from '../../../testing/serverProcess.ts'
import { canMount, mountSmallDisk } from '../../../testing/smallDisk.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../pool.ts'

const env = { REQUESTS_PER_MINUTE: '1000000', SEMANTIC_VERSIONS: 'false' }

test('fails only the current requests when the database thread crashes', { timeout: 120_000 }, async () => {
  const server = await startTestServer({ env })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const client = server.as(owner)
  const load = startMixedLoad(
    (method, url, payload) => client.send({ method, url, ...(payload && { payload }) }),
    app.id,
  )
  await load.untilAcknowledged(10)
  const { pool } = server.database
  await pool.query(
    'create function again(n int) returns int language plpgsql as $$ begin return again(n + 1); end $$',
  )
  for (let round = 0; round < roundCount({ short: 1, long: 10 }); round += 1) {
    await expect(pool.query('select again(1)')).rejects.toThrow('The embedded database crashed')
    await load.untilAcknowledged(10)
  }
  const report = await load.stop()
  expect(report.wrong).toEqual([])
  expect(await report.findLost(server.services.db)).toEqual([])
  expect(await server.database.probe()).toBe('ready')
  await pool.query('drop function again')
})

test.skipIf(!canMount)(
  'answers 503 on a full disk until space is free, and loses nothing acknowledged',
  { timeout: 180_000 },
  async () => {
    const disk = mountSmallDisk(200)
    const dataDir = join(disk.folder, 'data')
    const { appId, token } = await fillFolder(dataDir)
    const server = await startServerProcess({ ...env, DATA_DIR: dataDir })
    const load = startMixedLoad(await openClient(server.url, token), appId)
    await load.untilAcknowledged(10)
    disk.fill()
    await load.untilUnavailable(20)
    disk.free()
    await load.untilAcknowledged(10)

    const report = await load.stop()
    expect(report.wrong).toEqual([])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const database = await openDatabase({ dataDir, log: () => undefined })
    onTestFinished(database.close)
    expect(await report.findLost(connect(database.pool))).toEqual([])
  },
)

test.skipIf(!canMount)('stops the start with one line for a read-only folder', async () => {
  const disk = mountSmallDisk(200)
  const dataDir = join(disk.folder, 'data')
  await fillFolder(dataDir)
  disk.setReadOnly(true)
  await expect(startServerProcess({ ...env, DATA_DIR: dataDir })).rejects.toThrow(
    `The server ended with 1.\nThe data folder ${dataDir} can't be written to.`,
  )
})

test('answers 503 while the database cannot restart, until its folder is repaired', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trestle-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { token } = await fillFolder(dataDir)
  const lines: string[] = []
  const database = await openDatabase({ dataDir, log: (_level, message) => void lines.push(message) })
  const server = await startTestServer({
    dependencies: { db: connect(database.pool), probe: database.probe },
  })
  const ask = async () => {
    const answer = await server.app.inject({
      url: '/api/v1/developer_apps',
      cookies: { trestle_session: token },
    })
    return answer.statusCode
  }
  expect(await ask()).toBe(200)

  const control = join(dataDir, 'db/global/pg_control')
  const content = await readFile(control)
  await writeFile(control, 'nonsense')
  await database.pool.query(
    'create function again(n int) returns int language plpgsql as $$ begin return again(n + 1); end $$',
  )
  await expect(database.pool.query('select again(1)')).rejects.toThrow('The embedded database crashed')
  expect(await ask()).toBe(503)
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  expect(lines).toContain('The embedded database could not restart.')

  await writeFile(control, content)
  await expect.poll(ask).toBe(200)
  await server.leave()
  await database.close()
})

async function fillFolder(dataDir: string): Promise<{ appId: number; token: string }> {
  const database = await openDatabase({ dataDir, log: () => undefined })
  await migrate(database.pool)
  const built = await buildSignedIn(database.pool)
  await database.close()
  return built
}
