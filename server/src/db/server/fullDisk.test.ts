import { expect, onTestFinished, test } from 'vitest'
import { startMixedLoad } from '../../../testing/mixedLoad.ts'
import { startPostgres } from '../../../testing/postgres.ts'
import { buildSignedIn, openClient, startServerProcess } from '../../../testing/serverProcess.ts'
import { canMount, mountSmallDisk } from '../../../testing/smallDisk.ts'
import { connect } from '../connect.ts'
import { openDatabase } from '../pool.ts'

const settings = { REQUESTS_PER_MINUTE: '1000000', SEMANTIC_VERSIONS: 'false' }
const isLong = process.env.TEST_LONG === 'true'

test.skipIf(!canMount || !isLong)(
  'answers 503 after the disk of the database was full, and loses nothing acknowledged',
  { timeout: 600_000 },
  async () => {
    const disk = mountSmallDisk(400)
    const small = await startPostgres({ parent: disk.folder })
    onTestFinished(small.stop)
    const { child, url } = await startServerProcess({ ...settings, DATABASE_URL: small.url })
    onTestFinished(() => void child.kill('SIGKILL'))
    const open = () => openDatabase({ databaseUrl: small.url, dataDir: '', log: () => undefined })
    const before = await open()
    const { appId, token } = await buildSignedIn(before.pool)
    const load = startMixedLoad(await openClient(url, token), appId)
    await load.untilAcknowledged(10)
    disk.fill()
    // The next write needs another file for the write-ahead log, but there is no room, so PostgreSQL stops.
    await before.pool.query('select pg_switch_wal()').catch(() => undefined)
    await load.untilUnavailable(20)
    disk.free()
    await small.restart('fast')
    await load.untilAcknowledged(10)
    const report = await load.stop()
    expect(report.wrong).toEqual([])
    expect(await report.findLost(connect(before.pool))).toEqual([])
    expect(child.exitCode).toBe(null)
    await before.close()
  },
)
