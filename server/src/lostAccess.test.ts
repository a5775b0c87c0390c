import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTable } from '../testing/access/table.ts'
import {
  buildWorld,
  callers,
  highLimits,
  type AccessRow,
  type Caller,
  type World,
} from '../testing/access/world.ts'
import { makePicture, writeForm } from '../testing/pictures.ts'
import { callDuring } from '../testing/race.ts'
import { repeated } from '../testing/rounds.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { makeVideo } from '../testing/videos.ts'
import type { Tx } from './db/schema.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: highLimits })
})
afterAll(() => server.close())

type SignedIn = Exclude<Caller, 'anonymous'>

const statusFor = ({ expect: statuses }: AccessRow, caller: Caller): number =>
  statuses[callers.indexOf(caller)] ?? 0
const succeedsFor = (row: AccessRow, caller: Caller): boolean => statusFor(row, caller) < 300

/** Calls that change nothing of the app, so they don't lock it. */
const unlocked = new Set([
  'POST /api/v1/developer_apps/:id/check_credentials',
  'POST /api/v1/developer_apps/:id/try',
  'POST /api/v1/manifest_validations',
])

/** Calls of staff that wait for nothing, or that write a draft of their own. */
const unlockedByStaff = new Set([
  'POST /api/v1/admin/notifications',
  'POST /api/v1/admin/quota_minder_servers/:server/buckets',
  'POST /api/v1/admin/quota_minder_servers/:server/buckets/preview',
  'PUT /api/v1/drafts/:kind/:subject_id',
  'DELETE /api/v1/drafts/:kind/:subject_id',
])

/** Every call that changes an app, with its route for the name of the test. */
const changes = accessTable.filter(({ route }) => !route.startsWith('GET ') && !unlocked.has(route))
const named = (rows: AccessRow[]) => rows.map((row) => [row.route, row] as const)

async function countAuditEvents(): Promise<number> {
  const { count } = await server.services.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks the apps of a world, as every change of their people does. */
const lockApps = (tx: Tx, { people }: World) =>
  tx
    .selectFrom('developer_apps')
    .select('id')
    .where('owner_id', '=', people.owner.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Locks everything that staff change elsewhere. */
async function lockOthers(tx: Tx): Promise<void> {
  await tx.selectFrom('developers').select('id').forNoKeyUpdate().execute()
  await tx.selectFrom('notifications').select('id').forNoKeyUpdate().execute()
  await tx.selectFrom('quota_buckets').select('id').forNoKeyUpdate().execute()
  await tx.selectFrom('jobs').select('id').forNoKeyUpdate().execute()
}

/** Makes a call that waits for its app, or what `lock` locks, while its caller loses the right to make it. */
async function callWhileLosing(
  row: AccessRow,
  caller: SignedIn,
  lose: (tx: Tx, people: World['people']) => Promise<unknown>,
  lock: (tx: Tx, world: World) => Promise<unknown> = lockApps,
): Promise<{ status: number; audited: number }> {
  const world = await buildWorld(server)
  const { url, body } = await row.call(world, caller)
  const client = server.as(world.people[caller])
  await client.get('/api/v1/session')
  const before = await countAuditEvents()
  const { status } = await callDuring(
    server,
    async (tx) => {
      await lock(tx, world)
      await lose(tx, world.people)
    },
    () =>
      client.send({
        method: row.route.split(' ')[0] ?? '',
        url,
        ...(body !== undefined && { payload: body as object }),
      }),
  )
  return { status, audited: (await countAuditEvents()) - before }
}

describe('a call that waits changes nothing', () => {
  const byMembers = changes.filter((row) => statusFor(row, 'stranger') === 404 && succeedsFor(row, 'admin'))
  const byAdmins = byMembers.filter((row) => statusFor(row, 'developer') === 403)
  const byOwners = changes.filter((row) => statusFor(row, 'admin') === 403 && succeedsFor(row, 'owner'))
  const byStaff = changes.filter((row) => succeedsFor(row, 'staff') && !succeedsFor(row, 'stranger'))
  const aboutApps = byStaff.filter(({ route }) => /developer_apps|submissions|app_versions/.test(route))
  const elsewhere = byStaff.filter((row) => !aboutApps.includes(row) && !unlockedByStaff.has(row.route))

  test.each(named(byMembers))('if its caller is removed: %s', repeated, async (_route, row) => {
    const outcome = await callWhileLosing(row, 'admin', (tx, { admin }) =>
      tx.deleteFrom('collaborators').where('developer_id', '=', admin.id).execute(),
    )
    expect(outcome).toEqual({ status: 404, audited: 0 })
  })

  test.each(named(byAdmins))('if its caller becomes a developer: %s', repeated, async (_route, row) => {
    const outcome = await callWhileLosing(row, 'admin', (tx, { admin }) =>
      tx
        .updateTable('collaborators')
        .set({ role: 'developer' })
        .where('developer_id', '=', admin.id)
        .execute(),
    )
    expect(outcome).toEqual({ status: 403, audited: 0 })
  })

  test.each(named(byOwners))('if its caller transfers the app: %s', repeated, async (_route, row) => {
    const outcome = await callWhileLosing(row, 'owner', async (tx, { owner, admin }) => {
      const setRole = (id: number, role: 'owner' | 'admin') =>
        tx.updateTable('collaborators').set({ role }).where('developer_id', '=', id).execute()
      await setRole(owner.id, 'admin')
      await setRole(admin.id, 'owner')
      await tx
        .updateTable('developer_apps')
        .set({ owner_id: admin.id })
        .where('owner_id', '=', owner.id)
        .execute()
    })
    expect(outcome).toEqual({ status: 403, audited: 0 })
  })

  const endStaff = (tx: Tx, { staff }: World['people']) =>
    tx.updateTable('developers').set({ is_admin: false }).where('id', '=', staff.id).execute()

  test.each(named(aboutApps))(
    'if its caller stops being a platform admin: %s',
    repeated,
    async (_route, row) => {
      expect(await callWhileLosing(row, 'staff', endStaff)).toEqual({ status: 403, audited: 0 })
    },
  )

  test.each(named(elsewhere))(
    'if its caller stops being a platform admin: %s',
    repeated,
    async (_route, row) => {
      expect(await callWhileLosing(row, 'staff', endStaff, lockOthers)).toEqual({ status: 403, audited: 0 })
    },
  )
})

describe('the file of someone who is removed while it arrives is deleted', () => {
  const url = '/api/v1/developer_apps/APP'
  const files = [
    ['thumbnail', 'PATCH', url, 'developer_app[thumbnail]', () => makePicture(300)],
    ['logo', 'POST', `${url}/media?type=Logo`, 'media[file]', () => makePicture(300)],
    ['screenshot', 'POST', `${url}/media?type=Picture`, 'media[file]', () => makePicture(1280, 720)],
    [
      'video',
      'POST',
      `${url}/media?type=Video`,
      'media[file]',
      async () => makeVideo({ width: 1280, height: 720, framesPerSecond: 24 }),
    ],
  ] as const

  async function countStored(): Promise<number[]> {
    const tables = ['files', 'storage_claims', 'hosted_videos', 'media'] as const
    const rows = tables.map((table) => server.services.db.selectFrom(table).selectAll().execute())
    return (await Promise.all(rows)).map(({ length }) => length)
  }

  /** Runs the cleanups of the next days. */
  async function cleanUp(): Promise<void> {
    for (const waitMs of [dayMs + hourMs, dayMs + hourMs]) {
      server.clock.advance(waitMs)
      await server.drainJobs()
    }
  }

  test.each(files)('%s', async (_kind, method, address, name, make) => {
    await cleanUp()
    const world = await buildWorld(server)
    const client = server.as(world.people.admin)
    await client.get('/api/v1/session')
    const upload = {
      method,
      url: address.replace('APP', String(world.app.id)),
      ...writeForm([{ name, value: await make(), filename: 'a', type: 'application/octet-stream' }]),
    }
    const before = await countStored()
    const { status } = await callDuring(
      server,
      async (tx) => {
        await lockApps(tx, world)
        await tx.deleteFrom('collaborators').where('developer_id', '=', world.people.admin.id).execute()
      },
      () => client.send(upload),
    )
    expect(status).toBe(404)
    expect(await countStored()).not.toEqual(before)
    await cleanUp()
    expect(await countStored()).toEqual(before)
  })
})
