import {
  getSession,
  updateAccount,
  listAccountSessions,
  signOutOthers,
} from '@trestle/domain/accounts/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { version } from '../version.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())

test("shows the server's version only to platform admins", async () => {
  const versionFor = async (person: { id: number } | null) =>
    (await server.as(person).call(getSession)).body.version
  expect(await versionFor(await buildDeveloper(server, { is_admin: true }))).toBe(version)
  for (const person of [
    await buildDeveloper(server, { is_employee: true }),
    await buildDeveloper(server),
    null,
  ]) {
    expect(await versionFor(person)).toBeNull()
  }
})

describe('account endpoints', () => {
  test(
    'lets a developer change name and company, and nothing else',
    { tags: ['ACC-02', 'ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.as(developer)
      const answer = await client.call(updateAccount, {
        body: {
          first_name: ' Grace ',
          company_name: 'Compilers',
        },
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        first_name: 'Grace',
        last_name: developer.last_name,
        name: `Grace ${developer.last_name}`,
        company_name: 'Compilers',
      })
      const forbidden = await client.patch('/api/v1/account', {
        email: 'x@example.test',
        is_admin: true,
        procore_id: 7,
      })
      expect(forbidden.status).toBe(422)
      expect(Object.keys(forbidden.body.fields).toSorted()).toEqual(['email', 'is_admin', 'procore_id'])
      const [entry] = await server.services.db
        .selectFrom('audit_events')
        .selectAll()
        .where('subject_id', '=', String(developer.id))
        .where('action', '=', 'account.updated')
        .execute()
      expect(entry?.changes).toEqual({ first_name: ['Pat', 'Grace'], company_name: ['', 'Compilers'] })
      expect(entry?.actor_id).toBe(developer.id)
    },
  )

  test('saves one changed field, and records nothing for values that are stored already', async () => {
    const developer = await buildDeveloper(server)
    const client = server.as(developer)
    server.clock.advance(1000)
    const { body } = await client.call(updateAccount, { body: { last_name: 'Hopper' } })
    expect(body.last_name).toBe('Hopper')
    server.clock.advance(1000)
    const again = await client.call(updateAccount, { body: { last_name: 'Hopper' } })
    expect(again.body).toEqual(body)
    const entries = (await server.audit()).filter(({ actor_id }) => actor_id === developer.id)
    expect(entries.map(({ action }) => action)).toEqual(['account.updated'])
  })

  test.each([
    ['first_name', '', 'This field is required'],
    ['last_name', 'x'.repeat(101), 'Character limit exceeded (100)'],
    ['company_name', 'x'.repeat(201), 'Character limit exceeded (200)'],
  ])('refuses an invalid %s next to its field', { tags: ['ACC-06'] }, async (field, value, message) => {
    const client = server.as(await buildDeveloper(server))
    const answer = await client.refusal(updateAccount, { body: { [field]: value } })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual({ [field]: [message] })
  })

  test(
    'refuses a stale save with the stored values, and accepts it when repeated on top of them',
    { tags: ['ACC-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.as(developer)
      server.clock.advance(1000)
      const first = await client.call(updateAccount, {
        body: {
          first_name: 'Grace',
          if_unchanged_since: developer.updated_at,
        },
      })
      expect(first.status).toBe(200)
      const stale = await client.refusal(updateAccount, {
        body: {
          first_name: 'Ada',
          if_unchanged_since: developer.updated_at,
        },
      })
      expect(stale.status).toBe(409)
      expect(stale.body.current).toEqual(first.body)
      const again = await client.call(updateAccount, {
        body: {
          first_name: 'Ada',
          if_unchanged_since: stale.body.current?.updated_at,
        },
      })
      expect(again.body.first_name).toBe('Ada')
    },
  )

  test(
    'of two saves of the same values at the same time, one is refused as stale',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const developer = await buildDeveloper(server)
      const client = server.as(developer)
      server.clock.advance(1000)
      const save = (first_name: string) =>
        client.attempt(updateAccount, { body: { first_name, if_unchanged_since: developer.updated_at } })
      const answers = await race(server, holdRow('developers', developer.id), [
        () => save('Grace'),
        () => save('Ada'),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    },
  )

  test('refuses account calls without a session', { tags: ['ACC-06'] }, async () => {
    const anonymous = server.as(null)
    const answers = await Promise.all([
      anonymous.refusal(updateAccount, { body: {} }),
      anonymous.refusal(listAccountSessions),
      anonymous.refusal(signOutOthers),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})
