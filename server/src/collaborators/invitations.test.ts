import { getDeveloperApp, createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  confirmSession,
  getSession,
  register,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import {
  getInvitationOffer,
  acceptInvitation,
  listInvitations,
  cancelInvitation,
  resendInvitation,
  listCollaborators,
  removeCollaborator,
  updateCollaborators,
} from '@trestle/domain/collaborators/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildInvitation,
  buildSuspension,
  findCollaboratorId,
  password,
  unconfirm,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { addPasskey, addTotp } from '../../testing/factors.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { holdRow, race, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { advisoryLocks } from '../db/advisoryLocks.ts'
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts'
import { quotedName } from './emails.ts'

let server: TestServer
let owner: DeveloperRow
let app: AppRow
let asOwner: Client
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server, { first_name: 'Olivia', last_name: 'Okafor' })
  app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync' })
  asOwner = server.as(owner)
})

const url = '/api/v1/invitations'
let counter = 0
const newAddress = () => `newcomer${(counter += 1)}@example.test`
const inviteTo = (email: string, role = 'developer') =>
  asOwner.post(url, { developer_app_id: app.id, email, role })

/** Returns the token of the newest email to an address. */
async function mailedToken(email: string): Promise<string> {
  const message = (await listEmailsTo(server, email)).at(-1)
  return /\/invitations\/([\w-]+)/.exec(message?.body ?? '')?.[1] ?? ''
}

async function listActions({ id }: { id: number }): Promise<string[]> {
  return (await server.audit()).filter((event) => event.app_id === id).map(({ action }) => action)
}

const eightAtOnce = (act: () => Promise<Answer>): Promise<Answer[]> =>
  race(
    server,
    holdRow('developer_apps', app.id),
    Array.from({ length: 8 }, () => act),
  )

const offer = (client: Client, token: string) => client.attempt(getInvitationOffer, { params: { token } })
const accept = (client: Client, token: string) => client.attempt(acceptInvitation, { params: { token } })

describe('inviting', () => {
  test.each(['admin', 'developer'])(
    'inviting an address as %s emails a link, and lists the invitation as pending for 14 days',
    { tags: ['API-40', 'API-41', 'API-43', 'COLL-01', 'COLL-14', 'COLL-15'] },
    async (role) => {
      const email = newAddress()
      const { status, body } = await inviteTo(`  ${email.toUpperCase()} `, role)
      expect(status).toBe(201)
      expect(body).toMatchObject({ developer_app_id: app.id, email, role, status: 'pending' })
      expect(body).not.toHaveProperty('name')
      expect(Date.parse(body.expires_at) - Date.parse(body.sent_at)).toBe(14 * dayMs)
      const list = await asOwner.call(listInvitations, { query: { developer_app_id: app.id } })
      expect(list.body).toEqual([body])
      expect(list.text + JSON.stringify(body)).not.toMatch(/token/)
      const [message] = await listEmailsTo(server, email)
      expect(message?.subject).toBe('You are invited to work on an app on Trestle')
      expect(message?.body).toContain('"Olivia Okafor" invites you to work on the app "Site Sync"')
      expect(message?.body).toContain('The link works for 14 days')
      expect(await listActions(app)).toEqual(['collaborator.invited'])
    },
  )

  test.each([
    [{ email: '' }, { email: ['This field is required'] }],
    [{ email: 'not an address' }, { email: ['This email is invalid'] }],
    [{ role: 'owner' }, { role: ['Role must be admin or developer'] }],
    [{ role: 'user' }, { role: ['Role must be admin or developer'] }],
    [{ role: undefined }, { role: ['This field is required'] }],
  ])('refuses %o next to its field', { tags: ['COLL-02', 'COLL-03'] }, async (change, fields) => {
    const body = { developer_app_id: app.id, email: newAddress(), role: 'developer', ...change }
    const answer = await asOwner.post(url, body)
    expect([answer.status, answer.body.fields]).toEqual([422, fields])
  })

  test(
    'answers 409 with a message for someone who is already a member or already invited',
    { tags: ['COLL-15'] },
    async () => {
      const member = await buildCollaborator(server, app, 'user')
      const first = await inviteTo(member.email)
      expect([first.status, first.body.message]).toEqual([409, `${member.name} already works on this app.`])
      const email = newAddress()
      await inviteTo(email)
      const second = await inviteTo(email)
      expect([second.status, second.body.fields]).toEqual([
        409,
        { email: [`${email} is already invited. Resend that invitation, or cancel it first.`] },
      ])
      expect(await listEmailsTo(server, email)).toHaveLength(1)
    },
  )

  test(
    'inviting the same address eight times at the same time sends one email',
    { tags: ['COLL-15'], ...repeated },
    async () => {
      const email = newAddress()
      const answers = await eightAtOnce(() => inviteTo(email))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201, 409, 409, 409, 409, 409, 409, 409,
      ])
      expect(await listEmailsTo(server, email)).toHaveLength(1)
    },
  )

  test('quotes names on one line in emails to strangers, and never turns them into links', async () => {
    expect(quotedName('Prizes at https://evil.example/now\n\nBcc: you@evil.example')).not.toMatch(
      /:\/\/|evil\.example|\n|@evil/,
    )
    await server.services.db
      .updateTable('developer_apps')
      .set({ internal_name: 'Win at www.evil.example' })
      .where('id', '=', app.id)
      .execute()
    const email = newAddress()
    await inviteTo(email)
    const [message] = await listEmailsTo(server, email)
    expect(message?.body).not.toContain('evil.example')
    expect(message?.body.replaceAll('\u2060', '')).toContain('"Win at www.evil.example"')
    expect(message?.subject).not.toContain('Win')
  })

  test('sends at most five emails a day to one address, across all apps', async () => {
    const email = newAddress()
    const apps = await Promise.all(Array.from({ length: 5 }, () => buildApp(server)))
    await Promise.all(apps.map((other) => buildInvitation(server, other, { email })))
    const answer = await inviteTo(email)
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '86400',
    ])
    expect(answer.body.message).toBe(`We already sent several emails to ${email} today. Try again tomorrow.`)
    server.clock.advance(dayMs)
    const next = await server.asAgain(owner).post(url, { developer_app_id: app.id, email, role: 'admin' })
    expect(next.status).toBe(201)
  })

  test(
    'sends no more than five emails a day to one address when several apps invite it at the same time',
    repeated,
    async () => {
      const email = newAddress()
      for (const _each of [1, 2, 3, 4]) await buildInvitation(server, await buildApp(server), { email })
      const apps = [await buildApp(server), await buildApp(server), await buildApp(server)]
      const answers = await race(
        server,
        (tx) =>
          sql`select pg_advisory_xact_lock(${advisoryLocks.invitedAddresses}, hashtext(${email}))`.execute(
            tx,
          ),
        apps.map(
          ({ id, owner_id: ownerId }) =>
            () =>
              server.as({ id: ownerId }).post(url, { developer_app_id: id, email, role: 'developer' }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429])
    },
  )

  test(
    'sends no more than 100 emails a day for one inviter, even from several apps at the same time',
    repeated,
    async () => {
      const apps = await Promise.all(
        Array.from({ length: 5 }, () => buildApp(server, { owner_id: owner.id, sandbox: 'none' })),
      )
      const [first, second, ...others] = apps
      await asOwner.call(getSession)
      for (const sentFrom of [first, second]) {
        await buildInvitation(server, sentFrom ?? app, {
          email: newAddress(),
          invited_by: owner.id,
          sent_count: sentFrom === first ? 50 : 49,
        })
      }
      const answers = await race(
        server,
        // Also excludes references to the inviter.
        (tx) => tx.selectFrom('developers').select('id').where('id', '=', owner.id).forUpdate().execute(),
        others.map(
          ({ id }) =>
            () =>
              asOwner.post(url, { developer_app_id: id, email: newAddress(), role: 'developer' }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429])
    },
  )

  test(
    'an invitation that is sent again also counts when another app invites at the same time',
    repeated,
    async () => {
      const email = newAddress()
      for (const _each of [1, 2, 3]) await buildInvitation(server, await buildApp(server), { email })
      const { id } = await buildInvitation(server, app, { email })
      const other = await buildApp(server)
      const answers = await race<Pick<Answer, 'status'>>(
        server,
        (tx) =>
          sql`select pg_advisory_xact_lock(${advisoryLocks.invitedAddresses}, hashtext(${email}))`.execute(
            tx,
          ),
        [
          () => asOwner.attempt(resendInvitation, { params: { id } }),
          () =>
            server
              .as({ id: other.owner_id })
              .post(url, { developer_app_id: other.id, email, role: 'developer' }),
        ],
      )
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    },
  )

  test('counts an older invitation that is sent again today', async () => {
    const email = newAddress()
    const old = new Date(server.services.now().getTime() - 2 * dayMs)
    // Each counts with all its emails.
    for (const _each of [1, 2, 3]) {
      const other = await buildApp(server)
      const { id } = await buildInvitation(server, other, { email, sent_at: old, created_at: old })
      await server.as({ id: other.owner_id }).call(resendInvitation, { params: { id } })
    }
    const answer = await inviteTo(email)
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
  })
})

describe('a pending invitation', () => {
  test(
    'a pending invitation can be canceled: its status is canceled and its link stops working',
    { tags: ['API-42', 'COLL-07', 'COLL-12'] },
    async () => {
      const email = newAddress()
      const { body } = await inviteTo(email)
      const token = await mailedToken(email)
      const canceled = await asOwner.call(cancelInvitation, {
        params: { id: body.id },
        body: { status: 'canceled' },
      })
      expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
      expect(
        (await asOwner.call(cancelInvitation, { params: { id: body.id }, body: { status: 'canceled' } }))
          .status,
      ).toBe(200)
      expect(await listActions(app)).toEqual(['collaborator.invited', 'invitation.canceled'])
      const answer = await accept(server.as(await buildDeveloper(server, { email })), token)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This invitation was canceled. Ask for a new one.',
      ])
      expect((await inviteTo(email)).status).toBe(201)
    },
  )

  test.each(['accepted', 'pending', 'expired'])(
    'refuses the status %s',
    { tags: ['API-42'] },
    async (status) => {
      const { id } = await buildInvitation(server, app)
      expect((await asOwner.patch(`${url}/${id}`, { status })).status).toBe(422)
    },
  )

  test(
    'a pending invitation is sent again with a new link and the full number of days; the old link stops working',
    { tags: ['COLL-15'] },
    async () => {
      const email = newAddress()
      const { body } = await inviteTo(email)
      const first = await mailedToken(email)
      server.clock.advance(3 * dayMs)
      const again = await asOwner.call(resendInvitation, { params: { id: body.id } })
      expect([again.status, again.body.id, again.body.status]).toEqual([201, body.id, 'pending'])
      expect(Date.parse(again.body.expires_at) - Date.parse(body.expires_at)).toBeGreaterThanOrEqual(
        3 * dayMs,
      )
      const dead = await offer(server.anonymous(), first)
      expect([dead.status, dead.body.message]).toEqual([
        404,
        "This invitation link doesn't exist, was replaced by a newer one, or its app was deleted.",
      ])
      expect((await offer(server.anonymous(), await mailedToken(email))).status).toBe(200)
      expect(await listActions(app)).toContain('invitation.resent')
    },
  )

  test('shows who sent it last: in the email, on its page, and in the list', async () => {
    const email = newAddress()
    const { body } = await inviteTo(email)
    const admin = await buildCollaborator(server, app, 'admin')
    const again = await server.as(admin).call(resendInvitation, { params: { id: body.id } })
    expect([body.invited_by, again.body.invited_by]).toEqual(['Olivia Okafor', admin.name])
    const [listed] = (await asOwner.call(listInvitations, { query: { developer_app_id: app.id } })).body
    expect(listed?.invited_by).toBe(admin.name)
    expect((await listEmailsTo(server, email)).at(-1)?.body).toContain(`"${admin.name}" invites you`)
    const offered = await offer(server.anonymous(), await mailedToken(email))
    expect(offered.body.invited_by).toBe(admin.name)
  })

  test(
    'expires after 14 days, and can then be sent again or replaced by a new one',
    { tags: ['COLL-15'] },
    async () => {
      const email = newAddress()
      const { body } = await inviteTo(email)
      const token = await mailedToken(email)
      const invited = await buildDeveloper(server, { email })
      server.clock.advance(7 * dayMs)
      await asOwner.call(getSession)
      server.clock.advance(7 * dayMs - 1)
      await asOwner.call(getSession)
      server.clock.advance(1)
      const [listed] = (await asOwner.call(listInvitations, { query: { developer_app_id: app.id } })).body
      expect(listed).toMatchObject({ id: body.id, status: 'expired' })
      expect((await offer(server.anonymous(), token)).body.status).toBe('expired')
      const late = await accept(server.as(invited), token)
      expect([late.status, late.body.message]).toEqual([
        409,
        'This invitation is older than 14 days. Ask for a new one.',
      ])
      await asOwner.call(confirmSession, { body: { password } })
      expect((await inviteTo(email, 'admin')).status).toBe(201)
      const refused = await asOwner.refusal(resendInvitation, { params: { id: body.id } })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        `A newer invitation for ${email} is pending.`,
      ])
      const list = (await asOwner.call(listInvitations, { query: { developer_app_id: app.id } })).body
      expect(list.map(({ status }: { status: string }) => status)).toEqual(['pending', 'expired'])
    },
  )

  test('replaces an expired one for the same address only; once expired too, it is replaced in turn', async () => {
    const [other, email] = ['another@example.test', newAddress()]
    const expires_at = server.services.now()
    for (const each of [other, email]) await buildInvitation(server, app, { email: each, expires_at })
    const { body: newer } = await inviteTo(email)
    await server.services.db
      .updateTable('invitations')
      .set({ expires_at })
      .where('id', '=', newer.id)
      .execute()
    const query = { developer_app_id: app.id }
    const [, first] = (await asOwner.call(listInvitations, { query })).body
    await asOwner.call(resendInvitation, { params: { id: first?.id ?? 0 } })
    const stored = await server.services.db
      .selectFrom('invitations')
      .select(['email', 'status'])
      .where('app_id', '=', app.id)
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { email: other, status: 'pending' },
      { email, status: 'pending' },
      { email, status: 'expired' },
    ])
  })

  test(
    'a pending invitation can still be canceled when it has expired, and the audit log says so',
    { tags: ['COLL-12'] },
    async () => {
      const expires_at = server.services.now()
      const { id } = await buildInvitation(server, app, { expires_at })
      const { body } = await asOwner.call(cancelInvitation, { params: { id }, body: { status: 'canceled' } })
      expect(body.status).toBe('canceled')
      const events = (await server.audit()).filter(({ app_id }) => app_id === app.id)
      expect(events).toMatchObject([
        {
          action: 'invitation.canceled',
          subject_id: String(id),
          changes: { status: ['expired', 'canceled'] },
        },
      ])
    },
  )

  test('answers 404 to a member of another app', { tags: ['ROLE-22'] }, async () => {
    const { id } = await buildInvitation(server, app)
    const elsewhere = await buildDeveloper(server)
    await buildApp(server, { owner_id: elsewhere.id })
    const stranger = server.as(elsewhere)
    const answers = [
      await stranger.refusal(cancelInvitation, { params: { id }, body: { status: 'canceled' } }),
      await stranger.refusal(resendInvitation, { params: { id } }),
      await stranger.refusal(listInvitations, { query: { developer_app_id: app.id } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body.message).toBe('Invitation not found.')
  })

  test('stops working as soon as its app is deleted', { tags: ['COLL-15'] }, async () => {
    const email = newAddress()
    await inviteTo(email)
    const token = await mailedToken(email)
    await server.services.db
      .updateTable('developer_apps')
      .set({ deleted_at: server.services.now() })
      .where('id', '=', app.id)
      .execute()
    expect((await offer(server.anonymous(), token)).status).toBe(404)
    const invited = server.as(await buildDeveloper(server, { email }))
    expect((await accept(invited, token)).status).toBe(404)
  })
})

describe('registering through the link', () => {
  const registerWith = async (email: string, token: string) => {
    const name = { first_name: 'Nia', last_name: 'Comer', company_name: '' }
    const typed = { password: 'maple tree in a storm', password_confirmation: 'maple tree in a storm' }
    const body = { ...name, ...typed, email, terms_accepted: true, invitation_token: token }
    const { status, body: reply } = await server.anonymous().attempt(register, { body })
    expect([status, reply.email]).toEqual([202, email])
    const { db } = server.services
    const row = await db.selectFrom('developers').selectAll().where('email', '=', email).executeTakeFirst()
    return { saysConfirmed: reply.email_confirmed, isConfirmed: row?.email_confirmed_at !== null, row }
  }
  const kindsTo = async (email: string) => (await listEmailsTo(server, email)).map(({ kind }) => kind)

  test(
    'confirms the invited address, emails no second link, and leaves the invitation to be accepted',
    { tags: ['ACC-06', 'COLL-15'] },
    async () => {
      const { email, token } = await buildInvitation(server, app)
      const { saysConfirmed, isConfirmed, row } = await registerWith(email, token)
      expect([saysConfirmed, isConfirmed]).toEqual([true, true])
      expect(await kindsTo(email)).toEqual(['invited_registration'])
      const actions = (await server.audit())
        .filter(({ actor_id }) => actor_id === row?.id)
        .map(({ action }) => action)
      expect(actions).toEqual(['developer.registered', 'email.confirmed'])
      expect((await accept(server.as({ id: row?.id ?? 0 }), token)).status).toBe(200)
    },
  )

  test.each([
    ['was emailed to someone else', () => ({ email: 'someone.else@example.test' })],
    ['is canceled', () => ({ status: 'canceled' as const })],
    [
      'was accepted',
      () => ({ status: 'accepted' as const, accepted_by: owner.id, accepted_at: server.services.now() }),
    ],
    ['has expired', () => ({ expires_at: server.services.now() })],
    ["doesn't exist", () => ({ token_hash: Buffer.alloc(32) })],
  ])('still asks to confirm the address if the invitation %s', { tags: ['ACC-06'] }, async (_, change) => {
    const email = newAddress()
    const { token } = await buildInvitation(server, app, { email, ...change() })
    const { saysConfirmed, isConfirmed } = await registerWith(email, token)
    expect([saysConfirmed, isConfirmed]).toEqual([false, false])
    expect(await kindsTo(email)).toEqual(['confirm_email'])
  })

  test('still asks to confirm the address if the app was deleted', { tags: ['ACC-06'] }, async () => {
    const deleted = await buildApp(server, { owner_id: owner.id, deleted_at: server.services.now() })
    const { email, token } = await buildInvitation(server, deleted)
    expect((await registerWith(email, token)).isConfirmed).toBe(false)
  })

  test.each([
    ['a confirmed account', {}],
    ['an account whose address staff set', { email_confirmed_at: null, email_changed_at: new Date() }],
  ])(
    'changes nothing on %s that already has the address, and answers the same',
    { tags: ['ACC-06'] },
    async (_, overrides) => {
      const before = await buildDeveloper(server, { email: newAddress(), ...overrides })
      const { token } = await buildInvitation(server, app, { email: before.email })
      const { saysConfirmed, row } = await registerWith(before.email, token)
      expect(saysConfirmed).toBe(true)
      expect(row).toEqual(before)
      expect(await kindsTo(before.email)).toEqual(['repeated_registration'])
    },
  )

  test(
    'registering through the link does not replace a suspended registration, and returns the same',
    { tags: ['ACC-06'] },
    async () => {
      const before = await buildDeveloper(server, { email: newAddress(), email_confirmed_at: null })
      await buildSuspension(server, { developer_id: before.id, suspended_by: owner.id })
      const { token } = await buildInvitation(server, app, { email: before.email })
      const { saysConfirmed, row } = await registerWith(before.email, token)
      expect(saysConfirmed).toBe(true)
      expect(row).toEqual(before)
      expect(await kindsTo(before.email), 'suspended developers get no email').toEqual([])
    },
  )

  test('replaces an unconfirmed registration that someone else made', { tags: ['ACC-06'] }, async () => {
    const squatter = await buildDeveloper(server, { email: newAddress() })
    const browser = server.as(squatter)
    await addPasskey(browser)
    await addTotp(server, browser)
    const stolen = await buildPersonalToken(server, squatter)
    await unconfirm(server, squatter)
    const { token } = await buildInvitation(server, app, { email: squatter.email })
    const { isConfirmed, row } = await registerWith(squatter.email, token)
    expect(isConfirmed).toBe(true)
    expect(row?.id).not.toBe(squatter.id)
    expect(await kindsTo(squatter.email)).toContain('invited_registration')
    expect((await browser.call(getSession)).body.developer).toBeNull()
    expect(
      (await server.bearer(stolen.token).refusal(getDeveloperApp, { params: { id: app.id } })).status,
    ).toBe(401)
    const deleted = (await server.audit()).find(({ action }) => action === 'developer.deleted')
    expect(deleted?.subject_id).toBe(String(squatter.id))
  })
})

describe('accepting', () => {
  test('shows an anonymous client what is offered, and to whom', { tags: ['COLL-15'] }, async () => {
    const email = newAddress()
    await inviteTo(email, 'admin')
    const { status, body } = await offer(server.anonymous(), await mailedToken(email))
    expect(status).toBe(200)
    expect(body).toEqual({
      email,
      role: 'admin',
      status: 'pending',
      app_name: 'Site Sync',
      invited_by: 'Olivia Okafor',
      expires_at: expect.any(String),
      developer_app_id: null,
    })
  })

  test(
    'adds the invited person to the app with the offered role; accepting twice has no further effect',
    { tags: ['COLL-15'] },
    async () => {
      const email = newAddress()
      await inviteTo(email, 'admin')
      const token = await mailedToken(email)
      const invited = await buildDeveloper(server, { email })
      const client = server.as(invited)
      expect((await client.refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
      const first = await accept(client, token)
      expect([first.status, first.body]).toEqual([200, { developer_app_id: app.id, role: 'admin' }])
      const second = await accept(client, token)
      expect([second.status, second.body]).toEqual([200, first.body])
      expect((await client.call(getDeveloperApp, { params: { id: app.id } })).body.role).toBe('admin')
      const [listed] = (await asOwner.call(listInvitations, { query: { developer_app_id: app.id } })).body
      expect(listed?.status).toBe('accepted')
      expect((await offer(client, token)).body).toMatchObject({
        status: 'accepted',
        developer_app_id: app.id,
      })
      expect(await listActions(app)).toEqual(['collaborator.invited', 'invitation.accepted'])
    },
  )

  test('tells the inviter once', { tags: ['COLL-15'] }, async () => {
    const inviter = await buildCollaborator(server, app, 'admin')
    const join = async (invited_by: number) => {
      const invited = await buildDeveloper(server)
      const { token } = await buildInvitation(server, app, { email: invited.email, invited_by })
      for (const _repeated of [1, 2]) await accept(server.as(invited), token)
      return invited
    }
    const invited = await join(inviter.id)
    const emails = await listEmailsTo(server, inviter.email)
    expect(emails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['invitation_accepted', `${invited.name} accepted your invitation to ${app.internal_name}`],
    ])
    expect(emails[0]?.body).toContain(
      `${invited.name} (${invited.email}) accepted your invitation to the app Site Sync`,
    )
  })

  test('tells the owner about the invitation of someone who left the app', async () => {
    const left = await buildDeveloper(server)
    const invited = await buildDeveloper(server)
    const { token } = await buildInvitation(server, app, { email: invited.email, invited_by: left.id })
    await accept(server.as(invited), token)
    expect(await listEmailsTo(server, left.email)).toEqual([])
    const [email] = await listEmailsTo(server, owner.email)
    expect(email?.subject).toBe(`${invited.name} accepted an invitation to ${app.internal_name}`)
    expect(email?.body).toContain(
      `accepted the invitation of ${left.name}, who has left the team, to the app Site Sync`,
    )
  })

  test.each([
    ['user', 'developer', 'developer'],
    ['developer', 'admin', 'developer'],
    ['admin', 'developer', 'admin'],
  ] as const)(
    'someone who already has the role %s and accepts the role %s has the role %s',
    { tags: ['COLL-15'] },
    async (current, role, expected) => {
      const member = await buildCollaborator(server, app, current)
      const { token } = await buildInvitation(server, app, { email: member.email, role })
      const { body } = await accept(server.as(member), token)
      expect(body).toEqual({ developer_app_id: app.id, role: expected })
      const people = (await asOwner.call(listCollaborators, { query: { developer_app_id: app.id } })).body
      expect(people.map((person) => person.role)).toEqual(['owner', expected])
      expect((await server.audit()).at(-1)).toMatchObject({
        action: 'invitation.accepted',
        changes: { status: ['pending', 'accepted'], role: [current, expected] },
      })
    },
  )

  test('accepting is refused for an account whose address changes at the same moment', repeated, async () => {
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const invited = await buildDeveloper(server)
    const { token } = await buildInvitation(server, app, { email: invited.email })
    const email = newAddress()
    const [, refused] = await raceInOrder<Pick<Answer, 'status' | 'body'>>(
      server,
      holdRow('developers', invited.id),
      [
        () => staff.attempt(updateAdminDeveloper, { params: { id: invited.id }, body: { email } }),
        () => accept(server.as(invited), token),
      ],
    )
    expect(refused).toMatchObject({
      status: 403,
      body: { message: `This invitation is for ${invited.email}. You are signed in as ${email}.` },
    })
    const people = (await asOwner.call(listCollaborators, { query: { developer_app_id: app.id } })).body
    expect(people.map(({ developer_id: id }) => id)).toEqual([owner.id])
  })

  test(
    'accepting eight times at the same time adds one collaborator',
    { tags: ['COLL-15'], ...repeated },
    async () => {
      const { token, email } = await buildInvitation(server, app)
      const client = server.as(await buildDeveloper(server, { email }))
      const answers = await eightAtOnce(() => accept(client, token))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const people = (await asOwner.call(listCollaborators, { query: { developer_app_id: app.id } })).body
      expect(people.map((person: { email: string }) => person.email)).toEqual([owner.email, email])
    },
  )

  test('accepting is allowed only for the invited address', { tags: ['COLL-15'] }, async () => {
    const { token, email } = await buildInvitation(server, app)
    const other = await buildDeveloper(server)
    const answer = await accept(server.as(other), token)
    expect([answer.status, answer.body.message]).toEqual([
      403,
      `This invitation is for ${email}. You are signed in as ${other.email}.`,
    ])
    expect((await accept(server.anonymous(), token)).status).toBe(401)
    expect((await accept(server.as(other), 'unknown')).status).toBe(404)
  })

  test(
    'proves the address of a new account, which may then create apps',
    { tags: ['COLL-15', 'ACC-06'] },
    async () => {
      const { token, email } = await buildInvitation(server, app)
      const newcomer = await buildDeveloper(server, { email, email_confirmed_at: null })
      const client = server.as(newcomer)
      expect((await client.refusal(createDeveloperApp, { body: { internal_name: 'Early' } })).status).toBe(
        403,
      )
      expect((await accept(client, token)).status).toBe(200)
      expect((await client.call(getSession)).body.developer?.email_confirmed).toBe(true)
      expect((await client.call(createDeveloperApp, { body: { internal_name: 'Mine' } })).status).toBe(201)
      const own = (await server.audit()).filter(({ actor_id }) => actor_id === newcomer.id)
      expect(own.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['email.confirmed', 'invitation.accepted']),
      )
    },
  )

  test(
    'accepting does not prove the address that staff give the account at the same moment',
    { tags: ['ACC-06'], ...repeated },
    async () => {
      const { token, email } = await buildInvitation(server, app)
      const newcomer = await buildDeveloper(server, { email, email_confirmed_at: null })
      const staff = server.as(await buildDeveloper(server, { is_admin: true }))
      const client = server.as(newcomer)
      await Promise.all([staff.call(getSession), client.call(getSession)])
      const moved = { params: { id: newcomer.id }, body: { email: `moved-${email}` } }
      await raceInOrder<unknown>(server, holdRow('developers', newcomer.id), [
        () => staff.call(updateAdminDeveloper, moved),
        () => accept(client, token),
      ])
      expect((await client.call(getSession)).body.developer).toMatchObject({
        email: `moved-${email}`,
        email_confirmed: false,
      })
    },
  )

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['was removed', (id) => asOwner.call(removeCollaborator, { params: { id } })],
    [
      'is no longer an admin',
      (id) =>
        asOwner.call(updateCollaborators, {
          body: { developer_app_id: app.id, collaborators: [{ id, role: 'developer' }] },
        }),
    ],
  ])(
    'cancels what someone sent who %s, because they may have invited another address of their own',
    { tags: ['COLL-09', 'COLL-11', 'COLL-12'] },
    async (_, end) => {
      const admin = await buildCollaborator(server, app, 'admin')
      const elsewhere = await buildInvitation(server, await buildApp(server), { invited_by: admin.id })
      const { id: sent, token, email } = await buildInvitation(server, app, { invited_by: admin.id })
      const others = await buildInvitation(server, app)
      await end(await findCollaboratorId(server, app, admin))
      const answer = await accept(server.as(await buildDeveloper(server, { email })), token)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This invitation was canceled. Ask for a new one.',
      ])
      expect((await server.audit()).findLast(({ action }) => action === 'invitation.canceled')).toMatchObject(
        {
          actor_id: owner.id,
          app_id: app.id,
          subject_id: String(sent),
        },
      )
      for (const { token: other, email: invited } of [elsewhere, others]) {
        expect(
          (await accept(server.as(await buildDeveloper(server, { email: invited })), other)).status,
        ).toBe(200)
      }
    },
  )

  test(
    'an invitation to the address of a collaborator, which lists leave out, ends when they are removed',
    { tags: ['COLL-09', 'COLL-15'] },
    async () => {
      const member = await buildCollaborator(server, app, 'developer')
      const { token } = await buildInvitation(server, app, { email: member.email, role: 'admin' })
      await asOwner.call(removeCollaborator, {
        params: { id: await findCollaboratorId(server, app, member) },
      })
      expect((await accept(server.as(member), token)).status).toBe(409)
    },
  )

  test(
    'a used link does not bring back someone who was removed',
    { tags: ['COLL-09', 'COLL-15'] },
    async () => {
      const { token, email } = await buildInvitation(server, app)
      const client = server.as(await buildDeveloper(server, { email }))
      await accept(client, token)
      const people = (await asOwner.call(listCollaborators, { query: { developer_app_id: app.id } })).body
      const id = people.find((person: { email: string }) => person.email === email)?.id
      expect((await asOwner.call(removeCollaborator, { params: { id: id ?? 0 } })).status).toBe(204)
      const again = await accept(client, token)
      expect([again.status, again.body.message]).toEqual([
        409,
        "This invitation was already used, and you're no longer on the app. Ask for a new one.",
      ])
    },
  )
})

test('stores tokens only as hashes', async () => {
  const email = newAddress()
  await inviteTo(email)
  const token = await mailedToken(email)
  const row = await server.services.db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(row.token_hash).toHaveLength(32)
  const everything = JSON.stringify([row, await server.audit()])
  expect(everything).not.toContain(token)
})
