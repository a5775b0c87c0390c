// @module-tag engine
import { signIn, updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { createPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper, password, type DeveloperRow } from '../../../testing/build.ts'
import { holdRow, race, raceInOrder } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

const suspend = (person: { id: number }, by: { id: number } = staff) =>
  server.as(by).attempt(suspendDeveloper, {
    params: { id: person.id },
    body: { reason: 'Shared their password' },
  })

test('of two admins who suspend each other, one stays', repeated, async () => {
  const admins = [
    await buildDeveloper(server, { is_admin: true }),
    await buildDeveloper(server, { is_admin: true }),
  ] as const
  const [first, second] = admins
  const answers = await race(server, holdRow('developers', first.id), [
    () => suspend(first, second),
    () => suspend(second, first),
  ])
  const [success = 0, refused = 0] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(success).toBe(200)
  // The embedded database runs the second call after the first, which has ended its session.
  expect([401, 403]).toContain(refused)
})

test('an admin who has been suspended since takes no rights away', repeated, async () => {
  const admin = await buildDeveloper(server, { is_admin: true })
  const other = await buildDeveloper(server, { is_admin: true })
  const [, changed] = await raceInOrder(server, holdRow('developers', other.id), [
    () => suspend(admin, other),
    () =>
      server.as(admin).attempt(updateAdminDeveloper, { params: { id: other.id }, body: { is_admin: false } }),
  ])
  // The embedded database runs the second call after the first, when its session has ended.
  expect([401, 403]).toContain(changed?.status)
})

test('a sign-in that meets a suspension opens no session', repeated, async () => {
  const person = await buildDeveloper(server)
  const signInNow = () => server.anonymous().attempt(signIn, { body: { email: person.email, password } })
  await raceInOrder<unknown>(server, holdRow('developers', person.id), [() => suspend(person), signInNow])
  const sessions = await server.services.db
    .selectFrom('sessions')
    .select('id')
    .where('developer_id', '=', person.id)
    .execute()
  expect(sessions).toEqual([])
})

test(
  'no personal access token is created for someone who is suspended during the call',
  repeated,
  async () => {
    const person = await buildDeveloper(server)
    const client = server.as(person)
    const [, created] = await raceInOrder<{ status: number }>(server, holdRow('developers', person.id), [
      () => suspend(person),
      () =>
        client.attempt(createPersonalToken, {
          body: { name: 'Build server', actions: ['app.view'], app_ids: null, expires_in_days: 30 },
        }),
    ])
    // The embedded database runs the second call after the first, which has ended the session.
    expect([401, 403]).toContain(created?.status)
    const tokens = await server.services.db
      .selectFrom('personal_access_tokens')
      .select('id')
      .where('developer_id', '=', person.id)
      .execute()
    expect(tokens).toEqual([])
  },
)
