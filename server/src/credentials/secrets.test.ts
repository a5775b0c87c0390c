import { getSession } from '@trestle/domain/accounts/contract.ts'
import { deleteDeveloperApp, getDeveloperApp, undeleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createClientSecret,
  deleteClientSecret,
  listClientSecrets,
  resetAppSecret,
  resetOauthApplicationSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import {
  listAuthorizedApps,
  reportLeakedSecrets,
  suspendCredentials,
  unsuspendCredentials,
} from '@trestle/domain/oauth/contract.ts'
import { resetAdminSandboxSecret, resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import type { TokenAction } from '@trestle/domain/access/tokenActions.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { listAccountSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { byJob } from '../access/actor.ts'
import { createServiceToken, revokeServiceToken } from '../accounts/serviceToken.ts'
import { cleanUpOauth } from '../oauth/cleanUpOauth.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import {
  buildOauthApp,
  getUserTokens,
  isLive,
  refresh,
  requestOwnToken,
  type OauthApp,
} from '../../testing/oauth.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { reportLeaks } from './reportLeaks.ts'
import { addUses } from './secrets/store.ts'

let server: TestServer
let app: OauthApp
let owner: Client
let params: { id: number }
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildOauthApp(server)
  owner = server.as({ id: app.app.owner_id })
  params = { id: app.app.id }
})

let advancedMs = 0
const advance = (ms: number): void => {
  advancedMs += ms
  server.clock.advance(ms)
}
afterEach(() => advance(-advancedMs))

const works = async (secret: string): Promise<boolean> =>
  (await requestOwnToken(server, { ...app, secret })).status === 200

describe('an app replaces its secret without an outage', () => {
  test('an app replaces its secret with a second one, until the first ends', async () => {
    const { status, body } = await owner.call(createClientSecret, { params, body: { label: 'New server' } })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        uid: app.clientId,
        secret: expect.stringMatching(/^trk_\w{49}$/),
        label: 'New server',
        last_four: body.secret.slice(-4),
        state: 'live',
        created_at: expect.any(String),
        created_by: expect.any(String),
        last_used_at: null,
        recent_tokens: 0,
        enable_until: null,
        ends_at: null,
        leaked_at: null,
      },
    ])
    expect([await works(app.secret), await works(body.secret)]).toEqual([true, true])
    const first = { params: { ...params, secret_id: app.secretId } }
    const ended = await owner.call(updateClientSecret, { ...first, body: { ends_in: '24h' } })
    expect(ended.body.state).toBe('ending')
    expect(await works(app.secret)).toBe(true)
    await owner.call(deleteClientSecret, first)
    expect([await works(app.secret), await works(body.secret)]).toEqual([false, true])
    const listed = await owner.call(listClientSecrets, { params })
    expect(listed.body.map(({ id }) => id)).toEqual([body.id])
    expect(listed.text).not.toContain(body.secret)
  })

  test.each([
    ['24h', 1],
    ['7d', 7],
    ['30d', 30],
  ] as const)('with a grace of %s for the first', async (grace, days) => {
    const { body } = await owner.call(createClientSecret, { params })
    await owner.call(updateClientSecret, {
      params: { ...params, secret_id: app.secretId },
      body: { ends_in: grace },
    })
    advance(days * dayMs - minuteMs)
    expect(await works(app.secret)).toBe(true)
    advance(60_001)
    expect([await works(app.secret), await works(body.secret)]).toEqual([false, true])
  })

  test('an app replaces its secret and ends the first immediately', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    const first = { params: { ...params, secret_id: app.secretId } }
    await owner.call(updateClientSecret, { ...first, body: { ends_in: 'now' } })
    expect([await works(app.secret), await works(body.secret)]).toEqual([false, true])
  })

  test.each([
    ['disabled', { disabled: true }],
    ['ended', { ends_in: 'now' }],
  ] as const)('and tokens of a secret that is %s end, but not what people allowed', async (_how, change) => {
    const person = server.as(await buildDeveloper(server))
    const tokens = await getUserTokens(server, person, app)
    const { body: own } = await requestOwnToken(server, app)
    const { body: second } = await owner.call(createClientSecret, { params })
    await owner.call(updateClientSecret, { params: { ...params, secret_id: app.secretId }, body: change })
    expect(await isLive(server, app, tokens.access)).toBe(false)
    expect(await isLive(server, app, own.access_token)).toBe(false)
    const renewed = await refresh(server, { ...app, secret: second.secret }, tokens.refresh)
    expect([renewed.status, await isLive(server, app, renewed.body.access_token)]).toEqual([200, true])
    expect((await person.call(listAuthorizedApps)).body).toHaveLength(1)
  })

  test('an app replaces its secret in the sandbox too, which has its own secrets', async () => {
    const environment = 'sandbox' as const
    const sandbox = await buildOauthApp(server, { environment })
    const request = { params: { id: sandbox.app.id }, query: { environment } }
    const its = server.as({ id: sandbox.app.owner_id })
    const { body } = await its.call(createClientSecret, request)
    expect(body.uid).toBe(sandbox.clientId)
    const reply = await requestOwnToken(server, { ...sandbox, secret: body.secret })
    expect(reply.status).toBe(200)
    expect((await its.call(listClientSecrets, request)).body).toHaveLength(2)
    expect((await its.call(listClientSecrets, { params: request.params })).body).toEqual([])
  })

  test('an app can enable a disabled secret again only for 7 days', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    const second = { params: { ...params, secret_id: body.id } }
    await owner.call(updateClientSecret, { ...second, body: { disabled: true } })
    advance(7 * dayMs)
    owner = server.asAgain({ id: app.app.owner_id })
    const late = await owner.refusal(updateClientSecret, { ...second, body: { disabled: false } })
    expect([late.status, await works(body.secret)]).toEqual([404, false])
  })

  test('an app can have two secrets that work, and cannot enable a disabled one as a third', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    const second = { params: { ...params, secret_id: body.id } }
    await owner.call(updateClientSecret, { ...second, body: { disabled: true } })
    const third = await owner.call(createClientSecret, { params })
    expect([third.status, await works(third.body.secret)]).toEqual([201, true])
    const refused = await owner.refusal(updateClientSecret, { ...second, body: { disabled: false } })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'An app can have 2 client secrets that work. Revoke or disable one of them first.',
    ])
    await owner.call(deleteClientSecret, { params: { ...params, secret_id: third.body.id } })
    await owner.call(updateClientSecret, { ...second, body: { disabled: false } })
    expect(await works(body.secret)).toBe(true)
  })

  test('an app can enable a disabled secret again', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    const second = { params: { ...params, secret_id: body.id } }
    expect((await owner.call(updateClientSecret, { ...second, body: { disabled: true } })).body.state).toBe(
      'disabled',
    )
    expect(await works(body.secret)).toBe(false)
    await owner.call(updateClientSecret, { ...second, body: { disabled: false } })
    expect(await works(body.secret)).toBe(true)
    const actions = (await server.audit())
      .filter((event) => event.app_id === params.id)
      .map(({ action }) => action)
    expect(actions).toEqual(['client_secret.created', 'client_secret.disabled', 'client_secret.enabled'])
  })

  const newestShown = async () => {
    const { body } = await owner.call(getDeveloperApp, { params })
    return body.stored_secret?.last_four
  }

  test.each([
    ['disabled', { disabled: true }],
    ['ended', { ends_in: 'now' }],
  ] as const)('and its page names the other one once the newest is %s', async (_how, change) => {
    const { body } = await owner.call(createClientSecret, { params })
    expect(await newestShown()).toBe(body.last_four)
    await owner.call(updateClientSecret, { params: { ...params, secret_id: body.id }, body: change })
    expect(await newestShown()).toBe(app.secret.slice(-4))
  })

  test('the email about a second secret does not say that the first stopped working', async () => {
    await owner.call(createClientSecret, { params })
    const made = (await server.emails()).findLast(({ kind }) => kind.startsWith('secret_'))
    expect([made?.kind, made?.body.includes('revoked')]).toEqual(['secret_made', false])
  })

  test('a change to the current values leaves no entry in the audit log', async () => {
    const { body } = await owner.call(createClientSecret, { params, body: { label: 'New server' } })
    const { body: saved } = await owner.call(updateClientSecret, {
      params: { ...params, secret_id: body.id },
      body: { label: 'New server', disabled: false },
    })
    expect(saved).toMatchObject({ label: 'New server', state: 'live' })
    const entries = (await server.audit()).filter(({ app_id: id }) => id === params.id)
    expect(entries.map(({ action }) => action)).toEqual(['client_secret.created'])
  })

  test('the audit log has the environment, the label and the end of the second secret', async () => {
    const { body } = await owner.call(createClientSecret, { params, body: { label: 'New server' } })
    const second = { params: { ...params, secret_id: body.id } }
    await owner.call(updateClientSecret, { ...second, body: { label: 'Old server' } })
    await owner.call(updateClientSecret, { ...second, body: { ends_in: '24h' } })
    const entries = (await server.audit()).filter(({ app_id: id }) => id === params.id)
    expect(entries).toMatchObject([
      {
        action: 'client_secret.created',
        changes: { environment: [null, 'production'], label: [null, 'New server'] },
      },
      { action: 'client_secret.renamed', changes: { label: ['New server', 'Old server'] } },
      { action: 'client_secret.ended', changes: { ends_at: [null, expect.any(String)] } },
    ])
  })

  test('an app hides from strangers which secrets it has', async () => {
    const stranger = server.as(await buildDeveloper(server))
    const rename = async (secretId: number) => {
      const request = { params: { ...params, secret_id: secretId }, body: { label: 'Mine' } }
      const { status, body } = await stranger.refusal(updateClientSecret, request)
      return [status, body.message]
    }
    const known = await rename(app.secretId)
    expect(known[0]).toBe(404)
    expect(await rename(app.secretId + 1000)).toEqual(known)
  })

  test('an app gets no third secret, and keeps the last one', async () => {
    const last = { params: { ...params, secret_id: app.secretId } }
    expect((await owner.refusal(deleteClientSecret, last)).status).toBe(409)
    expect((await owner.refusal(updateClientSecret, { ...last, body: { disabled: true } })).status).toBe(409)
    await owner.call(createClientSecret, { params })
    expect((await owner.refusal(createClientSecret, { params })).status).toBe(409)
  })

  test('an app gets one second secret from two requests at the same time', repeated, async () => {
    const create = () => owner.attempt(createClientSecret, { params })
    await owner.call(listClientSecrets, { params })
    const replies = await race(server, holdRow('developer_apps', params.id), [create, create])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('an app gets one second sandbox secret from two requests at the same time', repeated, async () => {
    const environment = 'sandbox' as const
    const sandbox = await buildOauthApp(server, { environment })
    const client = server.as({ id: sandbox.app.owner_id })
    const call = { params: { id: sandbox.app.id }, query: { environment } }
    await client.call(listClientSecrets, call)
    const create = () => client.attempt(createClientSecret, call)
    const replies = await race(server, holdRow('developer_apps', sandbox.app.id), [create, create])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('an app replaces its secret with a personal access token that may rotate', async () => {
    const person = { id: app.app.owner_id }
    const { token } = await buildPersonalToken(server, person, { actions: ['credentials.rotate'] })
    const url = `/api/v1/developer_apps/${params.id}/client_secrets`
    const created = await server.bearer(token).send({ method: 'POST', url, payload: { label: 'CI' } })
    expect([created.status, await works(created.body.secret)]).toEqual([201, true])
    const other = await buildPersonalToken(server, person, { actions: ['app.view'] })
    expect((await server.bearer(other.token).send({ method: 'POST', url, payload: {} })).status).toBe(403)
    const statusFor = async (action: TokenAction) => {
      const reader = await buildPersonalToken(server, person, { actions: [action] })
      return (await server.bearer(reader.token).get(url)).status
    }
    expect(await statusFor('credentials.rotate')).toBe(200)
    expect(await statusFor('credentials.viewProduction')).toBe(200)
    expect(await statusFor('credentials.viewSandbox')).toBe(403)
  })

  test('an app sees how many tokens each secret has issued lately', async () => {
    await works(app.secret)
    await works(app.secret)
    const read = async () => (await owner.call(listClientSecrets, { params })).body[0]
    await expect.poll(read, { interval: 40 }).toMatchObject({ recent_tokens: 2 })
    expect((await read())?.last_used_at).toEqual(expect.any(String))
  })

  test('an app sees the tokens of the last 7 days, including today', async () => {
    const use = (daysAgo: number, tokens: number) => {
      const at = new Date(server.services.now().getTime() - daysAgo * dayMs)
      return { secret_id: app.secretId, day: utcDay(at.getTime()), tokens, last_used_at: at }
    }
    await addUses(server.services.db, [use(7, 100), use(6, 20), use(0, 3)])
    expect((await owner.call(listClientSecrets, { params })).body[0]?.recent_tokens).toBe(23)
  })

  test('an app sees the last use of a secret, in whatever order its uses are stored', async () => {
    const { db, now } = server.services
    const use = (daysAgo: number) => {
      const last_used_at = new Date(now().getTime() - daysAgo * dayMs)
      return { secret_id: app.secretId, day: utcDay(last_used_at.getTime()), tokens: 1, last_used_at }
    }
    const [today, yesterday, earlier] = [use(0), use(1), use(2)]
    await addUses(db, [earlier, today, yesterday])
    await addUses(db, [yesterday])
    const { body } = await owner.call(listClientSecrets, { params })
    expect(body[0]?.last_used_at).toBe(today.last_used_at.toISOString())
  })
})

describe('an app that cannot keep a secret', { tags: ['CRED-05'] }, () => {
  const isRefused = {
    status: 409,
    message:
      "This app is public and can't keep a client secret. Ask platform staff to make it confidential first.",
  }
  const makeConfidential = (confidential: boolean) =>
    server.services.db
      .updateTable('developer_apps')
      .set({ confidential })
      .where('id', '=', app.app.id)
      .execute()
  const findSandboxId = async () =>
    (
      await server.services.db
        .selectFrom('sandboxes')
        .select('id')
        .where('developer_app_id', '=', app.app.id)
        .executeTakeFirstOrThrow()
    ).id
  const createIn = (environment: 'production' | 'sandbox') =>
    owner.refusal(createClientSecret, { params, query: { environment } })

  test.each([
    ['its first or next one', () => owner.refusal(resetAppSecret, { params, body: { confirmed: true } })],
    [
      'one under its other name',
      () => owner.refusal(resetOauthApplicationSecret, { params, body: { confirmed: true } }),
    ],
    [
      'one in the sandbox',
      async () => {
        const sandbox = { params: { id: await findSandboxId() }, body: { confirmed: true } }
        return owner.refusal(resetSandboxSecret, sandbox)
      },
    ],
    [
      'one in the sandbox, from staff',
      async () => {
        const staff = server.as(await buildDeveloper(server, { is_admin: true }))
        return staff.refusal(resetAdminSandboxSecret, { params, body: { confirmed: true } })
      },
    ],
    ['a second one', () => createIn('production')],
    ['a second one in the sandbox', () => createIn('sandbox')],
  ])('an app that cannot keep a secret gets none: %s', async (_what, ask) => {
    await makeConfidential(false)
    const audited = (await server.audit()).length
    const { status, body } = await ask()
    expect({ status, message: body.message }).toEqual(isRefused)
    expect(await server.audit()).toHaveLength(audited)
    expect((await owner.call(listClientSecrets, { params })).body.map(({ id }) => id)).toEqual([app.secretId])
  })

  test('an app that cannot keep a secret has earlier ones, which work again once it is confidential', async () => {
    await makeConfidential(false)
    expect(await works(app.secret)).toBe(false)
    await makeConfidential(true)
    expect(await works(app.secret)).toBe(true)
  })

  test('the page of an app that cannot keep a secret still lists a disabled one once the others ended', async () => {
    const { body: second } = await owner.call(createClientSecret, { params })
    const disable = { params: { ...params, secret_id: second.id }, body: { disabled: true } }
    await owner.call(updateClientSecret, disable)
    await makeConfidential(false)
    await owner.call(deleteClientSecret, { params: { ...params, secret_id: app.secretId } })
    expect((await owner.call(listClientSecrets, { params })).body).toMatchObject([{ state: 'disabled' }])
    expect((await owner.call(getDeveloperApp, { params })).body.stored_secret).not.toBeNull()
  })

  test('an app that cannot keep a secret can end its last earlier one, and gets its first one again when it is confidential', async () => {
    await makeConfidential(false)
    await owner.call(deleteClientSecret, { params: { ...params, secret_id: app.secretId } })
    expect((await owner.call(listClientSecrets, { params })).body).toEqual([])
    expect((await owner.call(getDeveloperApp, { params })).body.stored_secret).toBeNull()
    await makeConfidential(true)
    expect(await works(app.secret)).toBe(false)
    const { body } = await owner.call(resetAppSecret, { params })
    expect(await works(body.credentials.secret)).toBe(true)
  })
})

describe('a report of leaked secrets', () => {
  let service: string
  beforeAll(async () => {
    service = await createServiceToken(server.services, 'scanner', { scopes: ['leaked_secrets'] })
  })

  const send = (payload: object[]) =>
    server
      .bearer(service)
      .send({ method: reportLeakedSecrets.method, url: reportLeakedSecrets.path, payload })

  const report = (token: string) => send([{ token, url: 'https://code.example/file' }])

  test('handles the others when one fails, and reads the app of a secret once', async () => {
    const person = await buildDeveloper(server)
    const { token } = await buildPersonalToken(server, person)
    const leaks = [token, app.secret].map((leaked) => ({ token: leaked, url: 'https://code.example/file' }))
    const statements = await statementsDuring(server, async () => {
      const fail = () => Promise.reject(new Error('It fails.'))
      const reported = reportLeaks(server.services, byJob, leaks, {
        revokeLeakedToken: fail,
        revokeLeakedOauthToken: () => Promise.resolve(false),
      })
      await expect(reported).rejects.toThrow('It fails.')
    })
    const { leaked_at } = await server.services.db
      .selectFrom('client_secrets')
      .select('leaked_at')
      .where('id', '=', app.secretId)
      .executeTakeFirstOrThrow()
    expect(leaked_at).toEqual(expect.any(String))
    expect(statements.filter((text) => text.includes('from "developer_apps" where "id"'))).toHaveLength(1)
  })

  test('revokes a personal access token and tells its owner once', async () => {
    const person = await buildDeveloper(server)
    const { token } = await buildPersonalToken(server, person)
    const reply = await report(token)
    expect([reply.status, reply.text]).toEqual([202, ''])
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'personal_token.revoked',
      changes: { revoked_at: [null, expect.any(String)] },
    })
    expect((await server.bearer(token).get('/api/v1/developer_apps')).status).toBe(401)
    // Scanners report secrets again while they still find them.
    const entries = (await server.audit()).length
    expect((await report(token)).status).toBe(202)
    expect((await server.audit()).length).toBe(entries)
    const emails = await listEmailsTo(server, person.email)
    expect(emails.map(({ kind }) => kind)).toEqual(['secret_leaked'])
    expect(emails[0]?.body).toContain('https://code.example/file')
    expect(emails[0]?.body).not.toContain(token)
    const log = await server.as(person).call(listAccountSecurityEvents)
    expect(log.body).toMatchObject([
      { kind: 'token.revoked', by: 'portal', network: null, details: { name: expect.any(String) } },
    ])
  })

  /** Returns the emails about leaks of the app's secrets. */
  const listLeakEmails = async () =>
    (await server.emails()).filter(
      ({ kind, body }) => kind === 'secret_leaked' && body.includes(`/developer_apps/${app.app.id}/`),
    )

  test('marks a client secret, which keeps working, and tells the owner and admins once', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    const admin = await buildCollaborator(server, app.app, 'admin')
    await buildCollaborator(server, app.app, 'developer')
    expect((await report(body.secret)).status).toBe(202)
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'client_secret.reported',
      actor_kind: 'service',
      app_id: app.app.id,
      subject_id: String(body.id),
      changes: { leaked_at: [null, expect.any(String)] },
    })
    const listed = await owner.call(listClientSecrets, { params })
    expect(listed.body.map(({ leaked_at: at }) => at)).toEqual([expect.any(String), null])
    expect(await works(body.secret)).toBe(true)
    await report(body.secret)
    const emails = await listLeakEmails()
    const { developer } = (await owner.call(getSession)).body
    expect(emails.map(({ recipient }) => recipient)).toEqual([developer?.email, admin.email])
    expect(emails[0]?.body).toContain('https://code.example/file')
    expect(emails[0]?.body).not.toContain(body.secret)
  })

  test(
    'tells the team once of a client secret that is reported twice at the same time',
    repeated,
    async () => {
      const { body } = await owner.call(createClientSecret, { params })
      const reportIt = () => report(body.secret)
      await race(server, holdRow('client_secrets', body.id), [reportIt, reportIt])
      expect(await listLeakEmails()).toHaveLength(1)
    },
  )

  test('says what a secret of an app that became public is good for', async () => {
    await server.services.db
      .updateTable('developer_apps')
      .set({ confidential: false })
      .where('id', '=', app.app.id)
      .execute()
    await report(app.secret)
    const [email] = await listLeakEmails()
    expect(email?.body).toContain(
      "It doesn't work while the app is public. Revoke it, so that it doesn't work again if the app becomes confidential:",
    )
    expect(email?.body).not.toMatch(/can get tokens|second secret/)
  })

  test('revokes an access token of an app, and tells its owner and admins once', async () => {
    const admin = await buildCollaborator(server, app.app, 'admin')
    await buildCollaborator(server, app.app, 'developer')
    const { body: leaked } = await requestOwnToken(server, app)
    const { body: other } = await requestOwnToken(server, app)
    const { status, text } = await report(leaked.access_token)
    expect([status, text]).toEqual([202, ''])
    await cleanUpOauth(server.services)
    const live = [leaked, other].map(({ access_token: token }) => isLive(server, app, token))
    expect(await Promise.all(live)).toEqual([false, true])
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'access_token.revoked',
      actor_kind: 'service',
      app_id: app.app.id,
      subject_id: String(app.app.id),
      changes: { environment: ['production', null] },
    })
    const entries = (await server.audit()).length
    await report(leaked.access_token)
    expect((await server.audit()).length).toBe(entries)
    const emails = await listLeakEmails()
    const { developer } = (await owner.call(getSession)).body
    expect(emails.map(({ recipient }) => recipient)).toEqual([developer?.email, admin.email])
    expect(emails[0]?.subject).toMatch(/^An access token of .* was found in public and revoked$/)
    expect(emails[0]?.body).toContain('https://code.example/file')
    expect(emails[0]?.body).not.toContain(leaked.access_token)
  })

  test('revokes an access token of someone who authorized an app, in the sandbox too', async () => {
    const sandbox = await buildOauthApp(server, { environment: 'sandbox' })
    const person = server.as(await buildDeveloper(server))
    const tokens = await getUserTokens(server, person, sandbox)
    expect((await report(tokens.access)).status).toBe(202)
    expect(await isLive(server, sandbox, tokens.access)).toBe(false)
    expect((await refresh(server, sandbox, tokens.refresh)).status).toBe(200)
    expect((await server.audit()).at(-1)?.changes).toEqual({ environment: ['sandbox', null] })
  })

  test('revokes a refresh token with the access that it stands for, and tells the owner and admins once', async () => {
    const person = server.as(await buildDeveloper(server))
    const tokens = await getUserTokens(server, person, app)
    expect((await report(tokens.refresh)).status).toBe(202)
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'oauth_grant.revoked',
      actor_kind: 'service',
      app_id: app.app.id,
      changes: { environment: ['production', null] },
    })
    expect(await isLive(server, app, tokens.access)).toBe(false)
    expect((await refresh(server, app, tokens.refresh)).status).toBe(400)
    expect((await person.call(listAuthorizedApps)).body).toEqual([])
    await report(tokens.refresh)
    const emails = await listLeakEmails()
    expect(emails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^A refresh token of .* was found in public and revoked$/),
    ])
    expect(emails[0]?.body).toContain('https://code.example/file')
    expect(emails[0]?.body).not.toContain(tokens.refresh)
  })

  test('a report of a refresh token that was already replaced ends no access', async () => {
    const tokens = await getUserTokens(server, server.as(await buildDeveloper(server)), app)
    const { body: next } = await refresh(server, app, tokens.refresh)
    await report(tokens.refresh)
    expect(await isLive(server, app, String(next['access_token']))).toBe(true)
    expect(await listLeakEmails()).toEqual([])
  })

  test('revokes an access token of an app whose credentials are suspended, for when they work again', async () => {
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const { body } = await requestOwnToken(server, app)
    const suspension = { environment: 'production', reason: 'Leaked' } as const
    await staff.call(suspendCredentials, { params, body: suspension })
    await report(body.access_token)
    await staff.call(unsuspendCredentials, { params, body: { environment: 'production' } })
    expect(await isLive(server, app, body.access_token)).toBe(false)
    expect(await listLeakEmails()).not.toEqual([])
  })

  test('revokes an access token once that is reported twice at the same time', async () => {
    const { body } = await requestOwnToken(server, app)
    const both = await Promise.all([report(body.access_token), report(body.access_token)])
    expect(both.map(({ status }) => status)).toEqual([202, 202])
    expect(await listLeakEmails()).toHaveLength(1)
  })

  test('tells platform admins of a service token, which keeps working until it is revoked', async () => {
    const admin = await buildDeveloper(server, { is_admin: true })
    const leaked = await createServiceToken(server.services, 'gateway')
    const reply = await report(leaked)
    expect([reply.status, reply.text]).toEqual([202, ''])
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'service_token.reported',
      actor_kind: 'service',
      subject_type: 'service_token',
    })
    const [email] = await listEmailsTo(server, admin.email)
    expect(email).toMatchObject({
      kind: 'secret_leaked',
      subject: 'The service token "gateway" was found in public',
    })
    expect(email?.body).toContain('at https://code.example/file. It still works')
    expect(email?.body).not.toContain(leaked)
    await revokeServiceToken(server.services, 'gateway')
    await report(leaked)
    expect(await listEmailsTo(server, admin.email)).toHaveLength(1)
  })

  test('reports of signed tokens that are not ours change nothing', async () => {
    const { body } = await requestOwnToken(server, app)
    const [header, payload = '', signature] = String(body.access_token).split('.')
    const foreign = [header, payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), signature].join('.')
    const entries = (await server.audit()).length
    for (const token of [foreign, 'a.b.c']) expect((await report(token)).status).toBe(202)
    expect((await server.audit()).length).toBe(entries)
    expect(await listLeakEmails()).toEqual([])
  })

  test('revokes a token in a report with unusual entries, and says "in public" for an unknown address', async () => {
    const person = await buildDeveloper(server)
    const { token } = await buildPersonalToken(server, person)
    const { body: own } = await requestOwnToken(server, app)
    const url = 'https://code.example/file'
    const entries = [
      { token: own['access_token'], url },
      { token: '', url: '' },
      { token: 'x'.repeat(10_000), url },
    ]
    expect((await send([...entries, { token, url: '' }, { token: app.secret }])).status).toBe(202)
    expect((await server.bearer(token).get('/api/v1/developer_apps')).status).toBe(401)
    expect((await listEmailsTo(server, person.email)).at(-1)?.body).toContain(
      'was found in public. It no longer',
    )
    expect((await listLeakEmails()).at(-1)?.body).toContain('was found in public. Anyone')
  })

  test('accepts an empty report, and refuses more than a hundred entries', async () => {
    expect((await send([])).status).toBe(202)
    const { status, body } = await send(Array.from({ length: 101 }, () => ({ token: 'x', url: '' })))
    expect([status, body.errors]).toEqual([422, ['Report at most 100 secrets at once']])
  })

  test('answers the same for what no one knows', async () => {
    expect((await report('unknown')).status).toBe(202)
  })

  test('a report of leaked secrets does not bother the team with a secret that has ended', async () => {
    const { body } = await owner.call(createClientSecret, { params })
    await owner.call(deleteClientSecret, { params: { ...params, secret_id: body.id } })
    expect((await report(body.secret)).status).toBe(202)
    expect(await listLeakEmails()).toEqual([])
  })

  test('a report of a secret of a deleted app sends no email, and its page shows it once the app is restored', async () => {
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    await owner.call(deleteDeveloperApp, { params })
    expect((await report(app.secret)).status).toBe(202)
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'client_secret.reported',
      app_id: app.app.id,
      subject_id: String(app.secretId),
    })
    expect(await listLeakEmails()).toEqual([])
    await staff.call(undeleteDeveloperApp, { params })
    const [secret] = (await owner.call(listClientSecrets, { params })).body
    expect(secret?.leaked_at).toEqual(expect.any(String))
  })
})
