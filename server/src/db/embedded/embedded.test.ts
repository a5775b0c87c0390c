// @module-tag engine
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase, type Database, type Log } from '../pool.ts'
import { type EmbeddedOptions, openEmbedded } from './embeddedPool.ts'
import { pgliteVersion, postgresMajor } from './folder.ts'

const home = mkdtempSync(join(tmpdir(), 'trestle-embedded-'))
const template = join(home, 'template')
const quiet: Log = () => undefined

let opened: Database[] = []
let copies = 0

/** Opens an empty database for the test. Copying a template is much faster than a first start. */
async function openCopy(options: Partial<EmbeddedOptions> = {}): Promise<Database> {
  copies += 1
  const folder = join(home, `copy${copies}`)
  cpSync(template, folder, { recursive: true })
  return keep(await openEmbedded({ folder, log: quiet, ...options }))
}

function keep(database: Database): Database {
  opened.push(database)
  return database
}

async function codeFrom(attempt: Promise<unknown>): Promise<unknown> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Error && 'code' in error ? error.code : error
}

beforeAll(async () => {
  const database = await openEmbedded({ folder: template, log: quiet })
  await database.close()
})

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()))
  opened = []
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the folder', () => {
  test('writes a complete folder on the first start, with its PostgreSQL version', () => {
    expect(readFileSync(join(template, 'PG_VERSION'), 'utf8').trim()).toBe(postgresMajor)
    const version: unknown = JSON.parse(readFileSync(join(template, 'trestle.json'), 'utf8'))
    expect(version).toEqual({ pglite: pgliteVersion, postgres: postgresMajor })
    expect(existsSync(`${template}.init`)).toBe(false)
  })

  test('starts over after an interrupted first start', async () => {
    const dataDir = join(home, 'cutOff')
    mkdirSync(join(dataDir, 'db.init', 'base'), { recursive: true })
    writeFileSync(join(dataDir, 'db.init', 'PG_VERSION'), '18\n')
    const { pool, kind } = keep(await openDatabase({ dataDir, log: quiet }))
    expect(kind).toBe('embedded')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(existsSync(join(dataDir, 'db.init'))).toBe(false)
  })

  test('still has its data after closing and reopening', async () => {
    const folder = join(home, 'reopened')
    cpSync(template, folder, { recursive: true })
    const first = await openEmbedded({ folder, log: quiet })
    await first.pool.query('create table saved (id int primary key); insert into saved values (7)')
    await first.close()
    const second = keep(await openEmbedded({ folder, log: quiet }))
    expect((await second.pool.query('select id from saved')).rows).toEqual([{ id: 7 }])
  })

  test('refuses a second process until the first one ends, however it ends', async () => {
    const dataDir = join(home, 'locked')
    mkdirSync(dataDir)
    cpSync(template, join(dataDir, 'db'), { recursive: true })
    const pool = new URL('../pool.ts', import.meta.url).href
    const program = `
      const { openDatabase } = await import(${JSON.stringify(pool)})
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
      console.log('open')`
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => other.stdout.once('data', resolve))

    const refused = openDatabase({ dataDir, log: quiet })
    await expect(refused).rejects.toThrow(
      `The data folder ${join(dataDir, 'db')} is in use by another Trestle process. Stop it first, or set DATABASE_URL or DATA_DIR.`,
    )
    expect(await codeFrom(refused)).toBe('ELOCKED')

    other.kill('SIGKILL')
    await new Promise((resolve) => other.once('exit', resolve))
    const { pool: mine } = keep(await openDatabase({ dataDir, log: quiet }))
    expect((await mine.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('refuses to open a folder twice in the same process', async () => {
    const folder = join(home, 'twice')
    cpSync(template, folder, { recursive: true })
    keep(await openEmbedded({ folder, log: quiet }))
    expect(await codeFrom(openEmbedded({ folder, log: quiet }))).toBe('ELOCKED')
  })

  test('leaves a folder of another PostgreSQL version alone, and the message says what to do', async () => {
    const folder = join(home, 'older')
    cpSync(template, folder, { recursive: true })
    writeFileSync(join(folder, 'PG_VERSION'), '17\n')
    writeFileSync(join(folder, 'trestle.json'), '{"pglite":"0.4.6","postgres":"17"}')
    await expect(openEmbedded({ folder, log: quiet })).rejects.toThrow(
      `The data folder ${folder} was written by PostgreSQL 17 (PGlite 0.4.6), and this Trestle embeds PostgreSQL 18. Run "npm run backup" with the Trestle that wrote it, then "npm run restore" with this one.`,
    )
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test("never mistakes another program's folder for an unfinished database", async () => {
    const folder = join(home, 'foreign')
    mkdirSync(folder)
    writeFileSync(join(folder, 'letters.txt'), 'dear diary')
    await expect(openEmbedded({ folder, log: quiet })).rejects.toThrow("doesn't contain a database")
    expect(readFileSync(join(folder, 'letters.txt'), 'utf8')).toBe('dear diary')
  })

  test('reports that a database cannot start and releases the folder', async () => {
    const folder = join(home, 'broken')
    cpSync(template, folder, { recursive: true })
    const control = readFileSync(join(folder, 'global/pg_control'))
    writeFileSync(join(folder, 'global/pg_control'), 'nonsense')
    await expect(openEmbedded({ folder, log: quiet })).rejects.toThrow(
      'The embedded database could not start.',
    )
    writeFileSync(join(folder, 'global/pg_control'), control)
    const { pool } = keep(await openEmbedded({ folder, log: quiet }))
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('durability', () => {
  test('runs PostgreSQL with fsync, using the only sync method that PGlite can be given', async () => {
    const { pool } = await openCopy()
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes') order by name`,
    )
    expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
      'wal_sync_method=fsync',
    ])
  })
})

describe('errors', () => {
  test("keeps an error's SQLSTATE and the connection alive", async () => {
    const { pool } = await openCopy()
    await pool.query('create table parts (id int primary key, name text not null, size int check (size > 0))')
    await pool.query(`insert into parts values (1, 'beam', 3)`)
    const storm: [string, unknown[], string][] = [
      ['insert into parts values ($1, $2, $3)', [1, 'beam', 3], '23505'],
      ['insert into parts values ($1, $2, $3)', [2, null, 3], '23502'],
      ['insert into parts values ($1, $2, $3)', [2, 'beam', -1], '23514'],
      ['select * from nowhere where id = $1', [1], '42P01'],
      ['select $1::int / $2::int', [1, 0], '22012'],
      ['selec 1', [], '42601'],
    ]
    for (let round = 0; round < 50; round += 1) {
      for (const [text, values, code] of storm) {
        expect(await codeFrom(pool.query(text, values))).toBe(code)
        const { rows } = await pool.query('select $1::int as round, count(*) as parts from parts', [round])
        expect(rows).toEqual([{ round, parts: 1 }])
      }
    }
  })

  test('refuses everything in a failed transaction until it is rolled back; a savepoint rescues it', async () => {
    const { pool } = await openCopy()
    await pool.query('create table parts (id int primary key)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into parts values (1)')
    expect(await codeFrom(client.query('insert into parts values ($1)', [1]))).toBe('23505')
    expect(await codeFrom(client.query('select 1'))).toBe('25P02')
    await client.query('rollback')

    await client.query('begin')
    await client.query('insert into parts values (2)')
    await client.query('savepoint here')
    expect(await codeFrom(client.query('insert into parts values ($1)', [2]))).toBe('23505')
    await client.query('rollback to savepoint here')
    await client.query('insert into parts values (3)')
    await client.query('commit')
    client.release()
    expect((await pool.query('select id from parts order by id')).rows).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('fails instead of deadlocking when the pool is used inside a transaction', async () => {
    const { pool } = await openCopy()
    pool.options.connectionTimeoutMillis = 200
    const client = await pool.connect()
    await client.query('begin')
    await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect')
    await client.query('commit')
    client.release()
  })

  test('loses only the connection on COPY FROM, which PGlite cannot do', async () => {
    const { pool } = await openCopy()
    await pool.query('create table parts (id int primary key)')
    await pool.query('insert into parts values (1)')
    await expect(pool.query('copy parts from stdin')).rejects.toThrow('The embedded database crashed')
    expect((await pool.query('select id from parts')).rows).toEqual([{ id: 1 }])
  })
})

describe('transactions', () => {
  test("runs callers in turn: no statement runs inside another caller's transaction", async () => {
    const { pool } = await openCopy()
    await pool.query('create table log (id bigint generated always as identity, caller int, step int)')
    const transact = async (caller: number) => {
      const client = await pool.connect()
      await client.query('begin')
      for (const step of [1, 2, 3]) {
        await client.query('insert into log (caller, step) values ($1, $2)', [caller, step])
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      await client.query(caller % 3 === 0 ? 'rollback' : 'commit')
      client.release()
    }
    const callers = Array.from({ length: 30 }, (_, caller) => caller)
    await Promise.all([
      ...callers.map(transact),
      ...callers.map((caller) => pool.query('insert into log (caller, step) values ($1, 0)', [100 + caller])),
    ])
    const { rows } = await pool.query<{ caller: number; steps: number[]; spread: number }>(
      `select caller, array_agg(step order by id)::int[] as steps, max(id) - min(id) as spread
       from log where caller < 100 group by caller order by caller`,
    )
    expect(rows).toEqual(
      callers.filter((caller) => caller % 3 !== 0).map((caller) => ({ caller, steps: [1, 2, 3], spread: 2 })),
    )
    expect((await pool.query('select count(*) from log where step = 0')).rows).toEqual([{ count: 30 }])
  })

  test('rolls back an abandoned transaction and resets its settings', async () => {
    const { pool } = await openCopy()
    await pool.query('create table parts (id int primary key)')
    const client = await pool.connect()
    await client.query(`set timezone to 'Asia/Tokyo'; create temp table scratch (id int)`)
    await client.query('begin')
    await client.query('insert into parts values (1)')
    client.release(true)
    const { rows } = await pool.query(
      `select count(*), current_setting('timezone') as zone, to_regclass('scratch') as scratch from parts`,
    )
    expect(rows).toEqual([{ count: 0, zone: 'UTC', scratch: null }])
  })

  test('closes without waiting for a transaction that never ends', async () => {
    const folder = join(home, 'abandoned')
    cpSync(template, folder, { recursive: true })
    const database = await openEmbedded({ folder, log: quiet, endTimeoutMs: 100 })
    await database.pool.query('create table parts (id int primary key)')
    const client = await database.pool.connect()
    client.on('error', () => undefined)
    await client.query('begin')
    await client.query('insert into parts values (1)')
    await database.close()
    const again = keep(await openEmbedded({ folder, log: quiet }))
    expect((await again.pool.query('select count(*) from parts')).rows).toEqual([{ count: 0 }])
  })
})

describe('size', () => {
  test('sends and returns a parameter of 20 MB', async () => {
    const { pool } = await openCopy()
    const large = 'trestle '.repeat((20 * 1024 * 1024) / 8)
    await pool.query('create table documents (body text)')
    await pool.query('insert into documents values ($1)', [large])
    const { rows } = await pool.query<{ body: string; length: number }>(
      'select body, length(body) as length from documents',
    )
    expect(rows[0]?.length).toBe(large.length)
    expect(rows[0]?.body === large).toBe(true)
  })

  test('supports trigram search', async () => {
    const { pool } = await openCopy()
    await pool.query('create extension pg_trgm')
    expect((await pool.query(`select 'drawings' % 'drawing' as alike`)).rows).toEqual([{ alike: true }])
  })
})

describe('the watchdog', () => {
  // Longer than any other statement takes on a busy machine.
  const watchdog = { pingEveryMs: 500, missedPings: 4 }

  test('ends an endless query, tells its caller why, and runs the next one', async () => {
    const log = vi.fn<Log>()
    const { pool } = await openCopy({ watchdog, log })
    await pool.query('create table parts (id int primary key)')
    await pool.query('insert into parts values (1)')
    const stuck = pool.query('select count(*) from generate_series(1, 1000000000000)')
    const message = 'The embedded database did not respond for 2 s and was restarted.'
    await expect(stuck).rejects.toThrow(message)
    expect(await codeFrom(stuck)).toBe('ECONNRESET')
    expect((await pool.query('select id from parts')).rows).toEqual([{ id: 1 }])
    expect(log).toHaveBeenCalledWith('error', message, {})
  })

  test('serves waiting callers after the restart', async () => {
    const { pool } = await openCopy({ watchdog })
    const stuck = pool.query('select count(*) from generate_series(1, 1000000000000)')
    const waiting = [1, 2, 3].map((n) => pool.query('select $1::int as n', [n]))
    await expect(stuck).rejects.toThrow('did not respond for 2 s')
    const answers: pg.QueryResult[] = await Promise.all(waiting)
    expect(answers.map(({ rows }) => rows as unknown)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  })

  test('treats an endless recursion as a crash, not a hang', async () => {
    const { pool } = await openCopy()
    await pool.query(
      'create function again(n int) returns int language plpgsql as $$ begin return again(n + 1); end $$',
    )
    await expect(pool.query('select again(1)')).rejects.toThrow('The embedded database crashed')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('maintenance', () => {
  const readCheckpoint = async (pool: pg.Pool): Promise<string | undefined> => {
    const { rows } = await pool.query<{ lsn: string }>(
      'select checkpoint_lsn as lsn from pg_control_checkpoint()',
    )
    return rows[0]?.lsn
  }

  test('runs checkpoints by size and by age', async () => {
    for (const maintenance of [
      { lookEveryMs: 20, checkpointAtBytes: 1024 * 1024 },
      { lookEveryMs: 20, checkpointEveryMs: 100 },
    ]) {
      const { pool } = await openCopy({ maintenance })
      const before = await readCheckpoint(pool)
      await pool.query(
        `create table filling as select n, repeat('x', 500) as x from generate_series(1, 5000) n`,
      )
      await vi.waitFor(async () => expect(await readCheckpoint(pool)).not.toBe(before), { timeout: 30_000 })
    }
  })

  test('vacuums and analyzes tables after changes', async () => {
    const { pool } = await openCopy({
      maintenance: { lookEveryMs: 20, vacuumEveryMs: 100, vacuumAtBytes: 1 },
    })
    await pool.query('create table filling as select n from generate_series(1, 5000) n')
    await pool.query('delete from filling where n <= 1000')
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          `select reltuples::int, relallvisible > 0 as vacuumed from pg_class where relname = 'filling'`,
        )
        expect(rows).toEqual([{ reltuples: 4000, vacuumed: true }])
      },
      { timeout: 30_000, interval: 100 },
    )
  })

  test('waits for an open transaction', async () => {
    const { pool } = await openCopy({ maintenance: { lookEveryMs: 20, checkpointEveryMs: 50 } })
    const client = await pool.connect()
    await client.query('begin')
    await client.query('create table filling as select n from generate_series(1, 5000) n')
    const lsn = async () =>
      (await client.query<{ lsn: string }>('select checkpoint_lsn as lsn from pg_control_checkpoint()')).rows
    const before = await lsn()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await lsn()).toEqual(before)
    await client.query('commit')
    await vi.waitFor(async () => expect(await lsn()).not.toEqual(before), { timeout: 30_000 })
    client.release()
  })
})
