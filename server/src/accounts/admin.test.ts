import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  listAdminDevelopers,
  exportAdminDevelopers,
  getAdminDeveloper,
  updateAdminDeveloper,
  forgotPassword,
  resetPassword,
  confirmEmail,
} from '@trestle/domain/accounts/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  type DeveloperRow,
  password,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
  staff = await buildDeveloper(server, { is_admin: true, email: 'staff@admins.test' })
})
afterAll(() => server.close())

type Query = NonNullable<RequestFor<typeof listAdminDevelopers>['query']>

const listIds = async (query: Query) => {
  const { body } = await server.as(staff).call(listAdminDevelopers, { query })
  return body.map(({ id }) => id)
}

describe('list of developers', () => {
  test(
    'a row has id, name, company, email and platform id, and nothing else',
    { tags: ['ADEV-01'] },
    async () => {
      const developer = await buildDeveloper(server, { company_name: 'Rowbuild', procore_id: 4711 })
      const { body } = await server
        .as(staff)
        .call(listAdminDevelopers, { query: { filters: { search: 'rowbuild' } } })
      const { id, name, email } = developer
      expect(body).toEqual([
        { id, name, company_name: 'Rowbuild', email, procore_id: 4711, suspended: false },
      ])
    },
  )

  test.each<[string, mark: string, toQuery: (search: string) => Query]>([
    ['filters[search]', 'mango', (search) => ({ filters: { search } })],
    ['search', 'quince', (search) => ({ search })],
  ])(
    '%s matches any part of name, email or company in any case',
    { tags: ['ADEV-03'] },
    async (_parameter, mark, toQuery) => {
      const byName = await buildDeveloper(server, { first_name: `Mc${mark}y` })
      const byEmail = await buildDeveloper(server, { email: `the.${mark}.one@example.test` })
      const byCompany = await buildDeveloper(server, { company_name: `${mark.toUpperCase()} & Sons` })
      expect(await listIds(toQuery(mark.toUpperCase()))).toEqual([byCompany.id, byEmail.id, byName.id])
    },
  )

  test('the search also finds a platform id that is typed in full', { tags: ['ADEV-03'] }, async () => {
    const byId = await buildDeveloper(server, { procore_id: 880_123 })
    const byName = await buildDeveloper(server, { company_name: 'Unit 880123' })
    const other = await buildDeveloper(server, { procore_id: 8_801_234 })
    for (const query of [{ search: '880123' }, { filters: { search: '880123' } }]) {
      expect(await listIds(query)).toEqual([byName.id, byId.id])
    }
    expect(await listIds({ search: '880123', sort: 'procore_id' })).toEqual([byId.id, byName.id])
    expect(await listIds({ search: '8801234' })).toEqual([other.id])
    expect(await listIds({ search: '88012' })).toEqual([byName.id])
    expect(await listIds({ search: '9'.repeat(50) })).toEqual([])
    const { text } = await server
      .as(staff)
      .call(exportAdminDevelopers, { query: { filters: { search: '8801234' } } })
    expect(text).toContain(other.email)
  })

  test('search text is literal: % and _ are not wildcards', { tags: ['ADEV-03'] }, async () => {
    const percent = await buildDeveloper(server, { company_name: '100%_sure' })
    expect(await listIds({ filters: { search: '0%_s' } })).toEqual([percent.id])
  })

  test(
    'pages have 50 rows by default, or as many as requested, and the headers have the totals',
    { tags: ['ADEV-04', 'API-13'] },
    async () => {
      const own = await startTestServer()
      const admin = await buildDeveloper(own, { is_admin: true })
      await Promise.all(Array.from({ length: 54 }, () => buildDeveloper(own, { company_name: 'Paged' })))
      const first = await own.as(admin).call(listAdminDevelopers)
      expect(first.body).toHaveLength(50)
      expect(first.headers).toMatchObject({ total: '55', 'per-page': '50', page: '1' })
      const pages = await Promise.all(
        [1, 2, 3].map((number) =>
          own
            .as(admin)
            .call(listAdminDevelopers, { query: { per_page: 20, page: number, sort: 'company_name' } }),
        ),
      )
      expect(pages.map(({ body }) => body.length)).toEqual([20, 20, 15])
      const ids = pages.flatMap(({ body }) => body.map(({ id }) => id))
      expect(new Set(ids).size).toBe(55)
      expect((await own.as(admin).refusal(listAdminDevelopers, { query: { per_page: 101 } })).status).toBe(
        422,
      )
      expect((await own.as(admin).refusal(listAdminDevelopers, { query: { page: 0 } })).status).toBe(422)
    },
  )

  test(
    'sorts by every column in both directions, with missing platform ids last',
    { tags: ['ADEV-07'] },
    async () => {
      const mark = 'sorted here'
      const anna = await buildDeveloper(server, {
        first_name: 'anna',
        email: 'c@sorted.test',
        company_name: `Beta ${mark}`,
        procore_id: 90,
      })
      const bert = await buildDeveloper(server, {
        first_name: 'Bert',
        email: 'a@sorted.test',
        company_name: `alpha ${mark}`,
        procore_id: 100,
      })
      const cleo = await buildDeveloper(server, {
        first_name: 'cleo',
        email: 'b@sorted.test',
        company_name: `Gamma ${mark}`,
        procore_id: null,
      })
      const idsBy = (sort: Query['sort']) => listIds({ filters: { search: mark }, sort })
      expect(await idsBy('name')).toEqual([anna.id, bert.id, cleo.id])
      expect(await idsBy('-name')).toEqual([cleo.id, bert.id, anna.id])
      expect(await idsBy('company_name')).toEqual([bert.id, anna.id, cleo.id])
      expect(await idsBy('-company_name')).toEqual([cleo.id, anna.id, bert.id])
      expect(await idsBy('email')).toEqual([bert.id, cleo.id, anna.id])
      expect(await idsBy('-email')).toEqual([anna.id, cleo.id, bert.id])
      expect(await idsBy('procore_id')).toEqual([anna.id, bert.id, cleo.id])
      expect(await idsBy('-procore_id')).toEqual([bert.id, anna.id, cleo.id])
      const refused = await server.as(staff).get('/api/v1/admin/developers?sort=password_hash')
      expect(refused.status).toBe(422)
      expect(refused.body.errors[0]).toContain('Sort must be one of name, -name, company_name')
    },
  )

  test(
    'accepts the filters of the list of apps: owners by id, and owners of apps in review',
    { tags: ['API-14'] },
    async () => {
      const waiting = await buildDeveloper(server, { email: 'a@waiting.test' })
      const gone = await buildDeveloper(server, { email: 'b@gone.test' })
      const idle = await buildDeveloper(server, { email: 'c@idle.test' })
      const since = '2026-03-01T00:00:00Z'
      await buildApp(server, { owner_id: waiting.id, marketplace_listing_in_review_at: since })
      await buildApp(server, {
        owner_id: gone.id,
        marketplace_listing_in_review_at: since,
        deleted_at: since,
      })
      const three = [waiting.id, gone.id, idle.id]
      const find = async ({ filters, ...query }: Query) => {
        const { body, headers } = await server
          .as(staff)
          .call(listAdminDevelopers, { query: { ...query, filters: { owner_id: three, ...filters } } })
        expect(headers['total']).toBe(String(body.length))
        return body.map(({ id }) => id)
      }
      expect(await find({ sort: 'email', page: 1, per_page: 10 })).toEqual([waiting.id, gone.id, idle.id])
      expect(await find({ filters: { in_review: true } })).toEqual([waiting.id])
      expect(await find({ filters: { in_review: true, with_deleted: true } })).toEqual([gone.id, waiting.id])
    },
  )

  test(
    'a picker can send only a search, in either parameter form',
    { tags: ['API-15', 'API-17'] },
    async () => {
      const person = await buildDeveloper(server, { email: 'picked@options.test' })
      for (const query of [{ search: 'icked@opt' }, { filters: { search: 'icked@opt' } }]) {
        const { body } = await server.as(staff).call(listAdminDevelopers, { query })
        expect(body).toEqual([expect.objectContaining({ id: person.id, email: 'picked@options.test' })])
      }
    },
  )

  test('exports CSV', async () => {
    const person = await buildDeveloper(server, {
      email: 'csv@table.test',
      company_name: '+1 Works',
      created_at: '2026-01-01T00:00:00Z',
    })
    await server.as(staff).call(suspendDeveloper, { params: { id: person.id }, body: { reason: 'Spam' } })
    const { text, headers } = await server
      .as(staff)
      .call(exportAdminDevelopers, { query: { filters: { search: 'csv@table' } } })
    expect(headers['content-disposition']).toBe('attachment; filename="developers.csv"')
    expect(text.split('\r\n')).toEqual([
      '\uFEFF"id","name","company_name","email","procore_id","created_at","last_sign_in_at","suspended"',
      `"${person.id}","${person.name}","'+1 Works","csv@table.test","","2026-01-01T00:00:00.000Z","","true"`,
      '',
    ])
  })

  test(
    'lets only platform admins list, view and change developers',
    { tags: ['ADEV-05', 'ACC-04'] },
    async () => {
      const developer = await buildDeveloper(server, { is_employee: true, is_partner: true })
      const statusesFor = async (person: DeveloperRow | null) => {
        const client = server.as(person)
        const answers = [
          await client.attempt(listAdminDevelopers),
          await client.attempt(getAdminDeveloper, { params: { id: staff.id } }),
          await client.attempt(updateAdminDeveloper, { params: { id: staff.id }, body: {} }),
        ]
        return answers.map(({ status }) => status)
      }
      expect(await statusesFor(null)).toEqual([401, 401, 401])
      expect(await statusesFor(developer)).toEqual([403, 403, 403])
      expect(await statusesFor(staff)).toEqual([200, 200, 200])
    },
  )
})

describe('developer page', () => {
  test(
    'shows the developer, their apps with their role on each, and the last sign-in, never the password',
    { tags: ['ADEV-06'] },
    async () => {
      const owned = await buildApp(server, { internal_name: 'Alpha Sync' })
      const member = await buildCollaborator(server, owned, 'admin')
      await buildApp(server, { owner_id: member.id, internal_name: 'Beta Board' })
      const deleted = await buildApp(server, {
        owner_id: member.id,
        internal_name: 'Gone',
        deleted_at: new Date(),
      })
      expect(member.password_hash).toContain('argon2')
      const { body, text } = await server.as(staff).call(getAdminDeveloper, { params: { id: member.id } })
      expect(body).toMatchObject({ id: member.id, email: member.email, last_sign_in_at: null })
      expect(body.apps.map(({ internal_name, role }) => [internal_name, role])).toEqual([
        ['Alpha Sync', 'admin'],
        ['Beta Board', 'owner'],
      ])
      expect(text).not.toContain(deleted.internal_name)
      expect(text).not.toContain('argon2')
      expect((await server.as(staff).refusal(getAdminDeveloper, { params: { id: 999999 } })).status).toBe(404)
    },
  )

  test('shows 10 apps, those of other owners first, and how many there are', async () => {
    const member = await buildCollaborator(server, await buildApp(server, { internal_name: 'Zulu' }), 'user')
    await buildApp(server, { owner_id: member.id, deleted_at: new Date() })
    for (let n = 10; n < 21; n += 1) {
      await buildApp(server, { owner_id: member.id, internal_name: `Alpha ${n}` })
    }
    const { body } = await server.as(staff).call(getAdminDeveloper, { params: { id: member.id } })
    expect(body).toMatchObject({ apps_total: 12, owned_apps_total: 11 })
    expect(body.apps.map(({ internal_name }) => internal_name)).toEqual([
      'Zulu',
      ...Array.from({ length: 9 }, (_, n) => `Alpha ${n + 10}`),
    ])
  })

  test(
    'an admin changes names, company, email, platform id and rights, and the audit log records what changed',
    { tags: ['ADEV-06', 'ACC-07'] },
    async () => {
      const developer = await buildDeveloper(server)
      const change = {
        first_name: 'Grace',
        last_name: 'Hopper',
        company_name: 'Navy',
        procore_id: 1906,
        is_admin: true,
        is_employee: true,
        is_partner: true,
      }
      const answer = await server
        .as(staff)
        .call(updateAdminDeveloper, { params: { id: developer.id }, body: change })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ ...change, name: 'Grace Hopper' })
      const moved = await server.as(staff).call(updateAdminDeveloper, {
        params: { id: developer.id },
        body: { email: 'Grace@Example.Test' },
      })
      expect(moved.body).toMatchObject({ ...change, email: 'grace@example.test' })
      const entries = await server.services.db
        .selectFrom('audit_events')
        .selectAll()
        .where('subject_id', '=', String(developer.id))
        .orderBy('id')
        .execute()
      expect(entries).toMatchObject([
        { action: 'developer.admin_granted', actor_id: staff.id, changes: { is_admin: [false, true] } },
        { action: 'developer.updated', changes: { email: [developer.email, 'grace@example.test'] } },
      ])
      const refused = await server
        .as(staff)
        .refusal(updateAdminDeveloper, { params: { id: developer.id }, body: { procore_id: 0 } })
      expect(refused.body.fields).toEqual({ procore_id: ['At least 1'] })
      const cleared = await server.as(staff).call(updateAdminDeveloper, {
        params: { id: developer.id },
        body: { procore_id: null, is_admin: false },
      })
      expect(cleared.body).toMatchObject({ procore_id: null, is_admin: false, is_employee: true })
    },
  )

  test(
    'refuses an address or a platform id that is already taken next to its field',
    { tags: ['ADEV-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const other = await buildDeveloper(server, { procore_id: 555 })
      const email = await server
        .as(staff)
        .refusal(updateAdminDeveloper, { params: { id: developer.id }, body: { email: other.email } })
      expect(email.status).toBe(422)
      expect(email.body.fields).toEqual({ email: ['Another developer already has this email address.'] })
      const id = await server
        .as(staff)
        .refusal(updateAdminDeveloper, { params: { id: developer.id }, body: { procore_id: 555 } })
      expect(id.body.fields).toEqual({ procore_id: ['Another developer already has this platform ID.'] })
    },
  )

  test(
    'a link sent to the old address no longer opens the account',
    { tags: ['ACC-06', 'ADEV-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      await server.anonymous().call(forgotPassword, { body: { email: developer.email } })
      const token = await readMailedToken(server, developer.email, 'reset_password')
      await server.as(staff).call(updateAdminDeveloper, {
        params: { id: developer.id },
        body: { email: `moved-${developer.email}` },
      })
      const reset = await server.anonymous().refusal(resetPassword, {
        body: {
          token,
          password: 'seven rivers and a bridge',
          password_confirmation: 'seven rivers and a bridge',
        },
      })
      expect(reset.status).toBe(422)
    },
  )

  test(
    'requires a new address to be confirmed again, and notifies both addresses',
    { tags: ['ACC-06', 'ADEV-06'] },
    async () => {
      const developer = await buildDeveloper(server)
      const moved = `moved-${developer.email}`
      const saved = await server.as(staff).call(updateAdminDeveloper, {
        params: { id: developer.id },
        body: { email: moved, company_name: 'Moved' },
      })
      expect(saved.body).toMatchObject({ email: moved, email_confirmed: false })
      const emails = (await server.emails()).filter(({ recipient }) => recipient.endsWith(developer.email))
      expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ['new_address', moved],
        ['old_address', developer.email],
      ])
      expect(emails[1]?.body).not.toContain(moved)
      expect(emails[0]?.body).toContain('/confirm_email/')
      expect(emails[1]?.body).not.toContain('/confirm_email/')
      const auditLog = (await server.audit()).filter(({ subject_id }) => subject_id === String(developer.id))
      expect(auditLog).toMatchObject([
        { changes: { email: [developer.email, moved], email_confirmed_at: [expect.any(String), null] } },
      ])
      const create = () =>
        server.as(developer).attempt(createDeveloperApp, { body: { internal_name: 'Too early' } })
      expect((await create()).status).toBe(403)
      const token = await readMailedToken(server, moved, 'confirm_email')
      expect((await server.anonymous().call(confirmEmail, { body: { token, password } })).status).toBe(200)
      expect((await create()).status).toBe(201)
    },
  )

  test('the same address in capitals stays confirmed and sends no email', { tags: ['ADEV-06'] }, async () => {
    const developer = await buildDeveloper(server)
    const count = (await server.emails()).length
    const saved = await server.as(staff).call(updateAdminDeveloper, {
      params: { id: developer.id },
      body: { email: developer.email.toUpperCase() },
    })
    expect(saved.body).toMatchObject({ email: developer.email, email_confirmed: true })
    expect(await server.emails()).toHaveLength(count)
  })

  test('refuses a stale save with the stored values', { tags: ['ADEV-06'] }, async () => {
    const developer = await buildDeveloper(server)
    server.clock.advance(1000)
    await server
      .as(staff)
      .call(updateAdminDeveloper, { params: { id: developer.id }, body: { company_name: 'First' } })
    const stale = await server.as(staff).refusal(updateAdminDeveloper, {
      params: { id: developer.id },
      body: {
        company_name: 'Second',
        if_unchanged_since: developer.updated_at,
      },
    })
    expect(stale.status).toBe(409)
    expect(stale.body.current).toMatchObject({ id: developer.id, company_name: 'First', apps: [] })
  })

  test('refuses an admin who removes their own right', { tags: ['ACC-07'] }, async () => {
    const second = await buildDeveloper(server, { is_admin: true })
    const answer = await server
      .as(second)
      .refusal(updateAdminDeveloper, { params: { id: second.id }, body: { is_admin: false } })
    expect(answer.status).toBe(422)
    expect(answer.body.fields?.is_admin).toEqual([
      "You can't remove your own admin rights. Ask another admin to do it.",
    ])
    expect(
      (
        await server
          .as(staff)
          .call(updateAdminDeveloper, { params: { id: second.id }, body: { is_admin: false } })
      ).body.is_admin,
    ).toBe(false)
  })

  test(
    'keeps one admin when two admins remove each other at the same time',
    { tags: ['ACC-07'], ...repeated },
    async () => {
      const own = await startTestServer()
      const one = await buildDeveloper(own, { is_admin: true })
      const two = await buildDeveloper(own, { is_admin: true })
      await Promise.all([own.as(one).call(listAdminDevelopers), own.as(two).call(listAdminDevelopers)])
      const answers = await race(own, holdRow('developers', one.id), [
        () =>
          own.as(one).attempt(updateAdminDeveloper, { params: { id: two.id }, body: { is_admin: false } }),
        () =>
          own.as(two).attempt(updateAdminDeveloper, { params: { id: one.id }, body: { is_admin: false } }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
      const admins = await own.services.db
        .selectFrom('developers')
        .select('id')
        .where('is_admin', '=', true)
        .execute()
      expect(admins).toHaveLength(1)
    },
  )

  test.each(['is_admin', 'is_employee', 'is_partner'])(
    'an account with an unconfirmed address does not get %s',
    { tags: ['ACC-07'] },
    async (right) => {
      const developer = await buildDeveloper(server, { email_confirmed_at: null })
      const { status, body } = await server
        .as(staff)
        .refusal(updateAdminDeveloper, { params: { id: developer.id }, body: { [right]: true } })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [right]])
      expect((await server.as(developer).refusal(listAdminDevelopers)).status).toBe(403)
    },
  )

  test('a right and a new address are refused together', { tags: ['ACC-07'] }, async () => {
    const { id } = await buildDeveloper(server)
    const { status, body } = await server.as(staff).refusal(updateAdminDeveloper, {
      params: { id },
      body: { is_employee: true, email: 'together@example.test' },
    })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['is_employee']])
  })

  test('an admin changes their own address only on their account page', { tags: ['ACC-07'] }, async () => {
    const { status, body } = await server
      .as(staff)
      .refusal(updateAdminDeveloper, { params: { id: staff.id }, body: { email: 'own@example.test' } })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['email']])
  })

  test('applies a changed right to open sessions', { tags: ['ACC-07'] }, async () => {
    const developer = await buildDeveloper(server)
    expect((await server.as(developer).refusal(listAdminDevelopers)).status).toBe(403)
    await server
      .as(staff)
      .call(updateAdminDeveloper, { params: { id: developer.id }, body: { is_admin: true } })
    expect((await server.as(developer).call(listAdminDevelopers)).status).toBe(200)
    await server
      .as(staff)
      .call(updateAdminDeveloper, { params: { id: developer.id }, body: { is_admin: false } })
    expect((await server.as(developer).refusal(listAdminDevelopers)).status).toBe(403)
  })
})
