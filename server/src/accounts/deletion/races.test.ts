// @module-tag engine
import { updateAccount } from '@trestle/domain/accounts/contract.ts'
import { createTotp } from '@trestle/domain/accounts/factors/contract.ts'
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import {
  createDeveloperApp,
  undeleteDeveloperApp,
  updateAdminDeveloperApp,
  updateDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { acceptInvitation } from '@trestle/domain/collaborators/contract.ts'
import { updateNotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { createPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildInvitation,
  type AppRow,
  type DeveloperRow,
} from '../../../testing/build.ts'
import { callDuring, type Hold, holdRow, raceInOrder } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { cleanUpAccounts } from '../cleanUpAccounts.ts'
import { issueEmailToken } from '../emailToken.ts'
import { changeDeveloper, findDeveloper } from '../store.ts'
import { insertSuspension } from '../suspensions/store.ts'
import { deleteRowsOfDeleted, listPersonalRows, listPersonalTables } from './store.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

interface Scene {
  person: DeveloperRow
  app: AppRow
  token: string
}

/** A collaborator on one app who is also invited to another. */
async function setScene(): Promise<Scene> {
  const app = await buildApp(server, { sandbox: 'none' })
  const person = await buildCollaborator(server, app, 'admin')
  const { token } = await buildInvitation(server, await buildApp(server, { sandbox: 'none' }), {
    email: person.email,
  })
  return { person, app, token }
}

const leave = ({ person }: Pick<Scene, 'person'>) =>
  server.as(person).attempt(deleteAccount, { body: { email: person.email } })

/** Makes both calls wait for the account's lock, the deletion first. */
const meet = (scene: Scene, other: () => Promise<{ status: number; body: { message?: string } }>) =>
  raceInOrder<{ status: number; body: { message?: string } }>(
    server,
    holdRow('developers', scene.person.id),
    [() => leave(scene), other],
  )

/** Lists the tables with rows that belong to an account. */
async function listLeftovers({ id }: Pick<DeveloperRow, 'id'>): Promise<string[]> {
  const { db } = server.services
  const tables = await listPersonalTables(db)
  const found = await Promise.all(tables.map((personal) => listPersonalRows(db, personal, id, 1)))
  return tables.filter((_, index) => found[index]?.length !== 0).map(({ table }) => table)
}

/** Lists the apps that a deleted account is on. */
const listApps = ({ person }: Scene) =>
  server.services.db
    .selectFrom('collaborators')
    .innerJoin('developer_apps', 'developer_apps.id', 'collaborators.app_id')
    .select('collaborators.app_id')
    .where('developer_id', '=', person.id)
    .where('deleted_at', 'is', null)
    .execute()

test.each<[string, (scene: Scene) => Promise<{ status: number; body: { message?: string } }>, number[]]>([
  [
    'create an app',
    ({ person }) => server.as(person).attempt(createDeveloperApp, { body: { internal_name: 'Too late' } }),
    [401],
  ],
  [
    'accept an invitation',
    ({ person, token }) => server.as(person).attempt(acceptInvitation, { params: { token } }),
    [401],
  ],
  [
    'receive an app from its owner',
    ({ person, app }) =>
      server.as({ id: app.owner_id }).attempt(updateDeveloperApp, {
        params: { id: app.id },
        body: { owner_id: person.id },
      }),
    [422],
  ],
  [
    'receive an app from staff',
    ({ person, app }) =>
      server.as(staff).attempt(updateAdminDeveloperApp, {
        params: { id: app.id },
        body: { owner_id: person.id },
      }),
    [422],
  ],
])('someone who deletes their account cannot %s at the same moment', repeated, async (_, other, refusals) => {
  const scene = await setScene()
  const [left, refused] = await meet(scene, () => other(scene))
  expect(left?.status).toBe(204)
  expect(refusals).toContain(refused?.status)
  expect(await listApps(scene)).toEqual([])
})

test.each<[string, (scene: Scene) => Promise<{ status: number; body: { message?: string } }>]>([
  ['set up an authenticator app', ({ person }) => server.as(person).attempt(createTotp)],
  [
    'change their name',
    ({ person }) =>
      server.as(person).attempt(updateAccount, { body: { first_name: 'Too', last_name: 'Late' } }),
  ],
  [
    'create a personal token',
    ({ person }) =>
      server.as(person).attempt(createPersonalToken, {
        body: { name: 'Too late', actions: ['app.view'], app_ids: null, expires_in_days: 30 },
      }),
  ],
  ['get a feed address', ({ person }) => server.as(person).attempt(renewNotificationFeed)],
  [
    'choose how they get emails',
    ({ person }) => server.as(person).attempt(updateNotificationPreferences, { body: { reviews: 'daily' } }),
  ],
])('someone who deletes their account cannot %s at the same moment', repeated, async (_, other) => {
  const scene = await setScene()
  const [left, refused] = await meet(scene, () => other(scene))
  expect(left?.status).toBe(204)
  // The embedded database runs them one after the other, so the session has already ended.
  expect([401, 404]).toContain(refused?.status)
  const { name } = await server.services.db
    .selectFrom('developers')
    .select('name')
    .where('id', '=', scene.person.id)
    .executeTakeFirstOrThrow()
  expect(name).not.toContain('Late')
  expect(await listLeftovers(scene.person)).toEqual([])
})

test('the next cleanup deletes what a call stored for an account that was deleted during it', async () => {
  const { person } = await setScene()
  const other = await buildDeveloper(server)
  expect((await leave({ person })).status).toBe(204)
  await server.services.db
    .insertInto('terms_acceptances')
    .values(
      [person, other].map(({ id }) => ({
        developer_id: id,
        version: 'late',
        accepted_at: server.services.now(),
      })),
    )
    .execute()
  expect(await listLeftovers(person)).toEqual(['terms_acceptances'])
  await cleanUpAccounts(server.services)
  expect(await listLeftovers(person)).toEqual([])
  expect(await listLeftovers(other)).toContain('terms_acceptances')
})

test.each<[string, (person: DeveloperRow) => Hold]>([
  [
    'used for a sign-in',
    ({ id }) =>
      (tx) =>
        changeDeveloper(tx, id, { last_sign_in_at: server.services.now() }),
  ],
  [
    'sent a link',
    ({ id }) =>
      (tx) =>
        issueEmailToken(tx, server.services, id, 'reset_password'),
  ],
  [
    'suspended',
    ({ id }) =>
      (tx) => {
        const suspended_at = server.services.now()
        return insertSuspension(tx, {
          developer_id: id,
          suspended_by: staff.id,
          reason: 'Spam',
          suspended_at,
        })
      },
  ],
])('the cleanup keeps an old registration that is %s at the same time', repeated, async (_, hold) => {
  const created_at = new Date(server.services.now().getTime() - 31 * dayMs)
  const person = await buildDeveloper(server, { email_confirmed_at: null, created_at })
  await callDuring(server, hold(person), () => cleanUpAccounts(server.services))
  expect((await findDeveloper(server.services.db, person.id))?.id).toBe(person.id)
})

test('the cleanup deletes what belongs to deleted accounts in batches', async () => {
  const { person } = await setScene()
  expect((await leave({ person })).status).toBe(204)
  const { db, now } = server.services
  const versions = ['late', 'later', 'latest']
  await db
    .insertInto('terms_acceptances')
    .values(versions.map((version) => ({ developer_id: person.id, version, accepted_at: now() })))
    .execute()
  const personal = { table: 'terms_acceptances', column: 'developer_id' }
  const since = new Date(now().getTime() - dayMs)
  const deleted = []
  for (const _each of [1, 2, 3]) deleted.push(await deleteRowsOfDeleted(db, personal, since, 2))
  expect(deleted).toEqual([2, 1, 0])
})

test('someone whose new app was first keeps their account', repeated, async () => {
  const { person } = await setScene()
  const [, refused] = await raceInOrder<{ status: number; body: { message?: string } }>(
    server,
    holdRow('developers', person.id),
    [
      () => server.as(person).attempt(createDeveloperApp, { body: { internal_name: 'In time' } }),
      () => leave({ person }),
    ],
  )
  expect(refused?.body.message).toBe('You own apps: In time. Transfer or delete them first.')
})

test('an app whose owner deletes their account at the same moment stays deleted', repeated, async () => {
  const scene = await setScene()
  const own = await buildApp(server, {
    owner_id: scene.person.id,
    deleted_at: server.services.now(),
    sandbox: 'none',
  })
  const [, refused] = await meet(scene, () =>
    server.as(staff).attempt(undeleteDeveloperApp, { params: { id: own.id } }),
  )
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: "This app can't be undeleted: its owner deleted their account. Change its owner first.",
    },
  })
  expect(await listApps(scene)).toEqual([])
})
