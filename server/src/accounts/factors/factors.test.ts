import { argon2Sync } from 'node:crypto'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import {
  confirmTotp,
  createPasskey,
  createPasskeyRegistration,
  createRecoveryCodes,
  createTotp,
  deletePasskey,
  deleteTotp,
  getSecondFactors,
  listPasskeys,
  updatePasskey,
} from '@trestle/domain/accounts/factors/contract.ts'
import { maxPasskeys } from '@trestle/domain/accounts/factors/rules.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../testing/authenticator.ts'
import { buildDeveloper } from '../../../testing/build.ts'
import { addPasskey, addRecoveryCodes, addTotp, totpCode } from '../../../testing/factors.ts'
import { listEmailsTo } from '../../../testing/emails.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { toSecret } from '../totp/validateTotp.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

async function newPerson() {
  const developer = await buildDeveloper(server)
  return { developer, client: server.as(developer) }
}

const listActions = async (id: number): Promise<string[]> =>
  (await server.audit()).filter((event) => event.actor_id === id).map(({ action }) => action)

const listEmails = async (email: string): Promise<string[]> =>
  (await listEmailsTo(server, email)).map(({ kind }) => kind)

describe('an authenticator app', () => {
  test('an authenticator app works once a code has confirmed its secret, which is stored encrypted', async () => {
    const { developer, client } = await newPerson()
    const { secret, uri } = (await client.call(createTotp)).body
    expect(uri).toBe(
      `otpauth://totp/Trestle:${encodeURIComponent(developer.email)}?issuer=Trestle&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await client.call(getSecondFactors)).body.totp_confirmed_at).toBeNull()
    const stored = await server.services.db
      .selectFrom('totp_secrets')
      .select('secret')
      .where('developer_id', '=', developer.id)
      .executeTakeFirstOrThrow()
    const plain = server.services.encryption.decrypt(stored.secret, 'totp_secrets.secret')
    expect(toSecret(plain).base32).toBe(secret)
    expect(stored.secret.includes(plain)).toBe(false)
    const factors = (await client.call(confirmTotp, { body: { totp: totpCode(server, secret) } })).body
    expect(factors).toMatchObject({ passkeys: 0, recovery_codes_left: 0, is_required: false })
    expect(factors.totp_confirmed_at).not.toBeNull()
    expect(await listActions(developer.id)).toEqual(['totp.added'])
    expect(await listEmails(developer.email)).toEqual(['factor_added'])
  })

  test('a wrong code does not confirm it, and neither does one for a secret that was replaced', async () => {
    const { client } = await newPerson()
    const { secret } = (await client.call(createTotp)).body
    const replaced = totpCode(server, secret)
    await client.call(createTotp)
    const refused = await client.refusal(confirmTotp, { body: { totp: replaced } })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['totp']])
    expect((await client.call(getSecondFactors)).body.totp_confirmed_at).toBeNull()
  })

  test('a code without a secret is refused', async () => {
    const { client } = await newPerson()
    expect((await client.refusal(confirmTotp, { body: { totp: '123456' } })).status).toBe(422)
  })

  test('a second one needs the removal of the first', async () => {
    const { client } = await newPerson()
    const secret = await addTotp(server, client)
    expect((await client.refusal(createTotp)).status).toBe(409)
    const again = await client.refusal(confirmTotp, { body: { totp: totpCode(server, secret, 1) } })
    expect(again.status).toBe(422)
    await client.call(deleteTotp)
    const removed = await client.refusal(deleteTotp)
    expect(removed.body.message).toBe('Authenticator app not found. It may have been removed already.')
    expect(removed.status).toBe(404)
    await client.call(createTotp)
    expect((await client.refusal(deleteTotp)).status, 'no code has confirmed it').toBe(404)
  })

  test('refuses the eleventh wrong code in 15 minutes', async () => {
    const limited = await startTestServer()
    const client = limited.as(await buildDeveloper(limited))
    const { secret } = (await client.call(createTotp)).body
    const wrong = totpCode(limited, secret, 5)
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await client.refusal(confirmTotp, { body: { totp: wrong } })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
    limited.clock.advance(16 * minuteMs)
    await client.call(confirmTotp, { body: { totp: totpCode(limited, secret) } })
  })
})

describe('a passkey', () => {
  test('a passkey is added, renamed and removed, with an email and an entry in the audit log', async () => {
    const { developer, client } = await newPerson()
    const { id } = await addPasskey(client, { name: 'Work laptop' })
    expect((await client.call(listPasskeys)).body).toEqual([
      { id, name: 'Work laptop', backed_up: true, created_at: expect.any(String), last_used_at: null },
    ])
    const renamed = await client.call(updatePasskey, { params: { id }, body: { name: 'Old laptop' } })
    expect(renamed.body.name).toBe('Old laptop')
    await client.call(updatePasskey, { params: { id }, body: { name: 'Old laptop' } })
    await client.call(deletePasskey, { params: { id } })
    expect((await client.call(listPasskeys)).body).toEqual([])
    expect(await listActions(developer.id)).toEqual(['passkey.added', 'passkey.renamed', 'passkey.removed'])
    expect(await listEmails(developer.email)).toEqual(['factor_added', 'factor_removed'])
  })

  test('belongs to a random person id, not to the id or the address of the account', async () => {
    const { developer, client } = await newPerson()
    const first = (await client.call(createPasskeyRegistration)).body
    const second = (await client.call(createPasskeyRegistration)).body
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32)
    expect(second.user.id).toBe(first.user.id)
    expect(first).toMatchObject({
      rp: { id: 'localhost', name: 'Trestle' },
      user: { name: developer.email, displayName: developer.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const other = (await newPerson()).client
    expect((await other.call(createPasskeyRegistration)).body.user.id).not.toBe(first.user.id)
  })

  test('names the passkeys that the authenticator must not create again', async () => {
    const { client } = await newPerson()
    await addPasskey(client)
    expect((await client.call(createPasskeyRegistration)).body.excludeCredentials).toHaveLength(1)
  })

  test('uses each challenge once, even if the answer to it is refused', async () => {
    const { client } = await newPerson()
    const options = (await client.call(createPasskeyRegistration)).body
    const elsewhere = createAuthenticator({ origin: 'https://phishing.example' }).create(options)
    const refused = await client.refusal(createPasskey, { body: { name: 'x', passkey: elsewhere } })
    expect(refused.body.fields).toHaveProperty('passkey')
    const late = createAuthenticator().create(options)
    expect(
      (await client.refusal(createPasskey, { body: { name: 'x', passkey: late } })).body.message,
    ).toMatch(/expired or was used/)
  })

  test("refuses the challenge of another person's session, and one older than five minutes", async () => {
    const timed = await startTestServer()
    const one = timed.as(await buildDeveloper(timed))
    const other = timed.as(await buildDeveloper(timed))
    const options = (await one.call(createPasskeyRegistration)).body
    const passkey = createAuthenticator().create(options)
    expect((await other.refusal(createPasskey, { body: { name: 'x', passkey } })).status).toBe(422)
    timed.clock.advance(5 * minuteMs)
    expect((await one.refusal(createPasskey, { body: { name: 'x', passkey } })).status).toBe(422)
  })

  test.each([
    ['a device that did not ask for a PIN or a fingerprint', { isVerified: false }],
    ['another origin', { origin: 'http://localhost:3001' }],
  ])('a passkey is refused from %s', async (_, options) => {
    const { client } = await newPerson()
    const passkey = createAuthenticator(options).create((await client.call(createPasskeyRegistration)).body)
    expect((await client.refusal(createPasskey, { body: { name: 'x', passkey } })).status).toBe(422)
  })

  test('a passkey is refused when it is registered already', async () => {
    const { client } = await newPerson()
    const authenticator = await addPasskey(client)
    const passkey = authenticator.create((await client.call(createPasskeyRegistration)).body)
    const refused = await client.refusal(createPasskey, { body: { name: 'x', passkey } })
    expect(refused.body.message).toMatch(/already registered/)
  })

  test('a passkey of someone else is not found', async () => {
    const { id } = await addPasskey((await newPerson()).client)
    const { client } = await newPerson()
    expect((await client.refusal(updatePasskey, { params: { id }, body: { name: 'x' } })).status).toBe(404)
    expect((await client.refusal(deletePasskey, { params: { id } })).status).toBe(404)
  })

  test('a passkey that was removed in another browser says so when it is renamed', async () => {
    const { developer, client } = await newPerson()
    const { id } = await addPasskey(client)
    await server.as(developer).call(deletePasskey, { params: { id } })
    const refused = await client.refusal(updatePasskey, { params: { id }, body: { name: 'Work laptop' } })
    expect([refused.status, refused.body.message]).toEqual([
      404,
      'Passkey not found. It may have been removed already.',
    ])
  })

  test('number 21 is refused', async () => {
    const { developer, client } = await newPerson()
    const options = (await client.call(createPasskeyRegistration)).body
    const now = server.services.now()
    await server.services.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: maxPasskeys }, (_, index) => ({
          developer_id: developer.id,
          credential_id: Buffer.from(`${developer.id} ${index}`),
          public_key: Buffer.alloc(1),
          counter: 0,
          transports: [],
          backed_up: false,
          name: `Passkey ${index}`,
          created_at: now,
        })),
      )
      .execute()
    const passkey = createAuthenticator().create(options)
    expect((await client.refusal(createPasskey, { body: { name: 'x', passkey } })).status).toBe(409)
    expect((await client.refusal(createPasskeyRegistration)).status).toBe(409)
  })
})

describe('recovery codes', () => {
  test('recovery codes are ten, stored only as hashes, and replace the earlier ones', async () => {
    const { developer, client } = await newPerson()
    expect((await client.refusal(createRecoveryCodes)).status).toBe(409)
    await addTotp(server, client)
    const codes = await addRecoveryCodes(client)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const again = await addRecoveryCodes(client)
    expect(again.filter((code) => codes.includes(code))).toEqual([])
    expect((await client.call(getSecondFactors)).body.recovery_codes_left).toBe(10)
    const rows = await server.services.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('developer_id', '=', developer.id)
      .execute()
    // A salt and a hash that is as slow as a password hash.
    const salts = new Set(rows.map(({ code_hash }) => code_hash.subarray(0, 16).toString('hex')))
    expect(salts.size).toBe(1)
    const salt = rows[0]?.code_hash.subarray(0, 16) ?? Buffer.alloc(16)
    const hashes = again.map((code) =>
      argon2Sync('argon2id', {
        message: code.replaceAll('-', ''),
        nonce: salt,
        parallelism: 1,
        tagLength: 32,
        memory: 19_456,
        passes: 2,
      }).toString('hex'),
    )
    expect(rows.map(({ code_hash }) => code_hash.subarray(16).toString('hex')).toSorted()).toEqual(
      hashes.toSorted(),
    )
    expect(await listEmails(developer.email)).toEqual([
      'factor_added',
      'recovery_codes_created',
      'recovery_codes_created',
    ])
    const bodies = (await listEmailsTo(server, developer.email))
      .filter(({ kind }) => kind === 'recovery_codes_created')
      .map(({ body }) => body.includes('The earlier ones no longer work.'))
    expect(bodies, 'the first codes replace none').toEqual([false, true])
  })

  test('codes whose reply got lost can be replaced, because they leave the session as it is', async () => {
    const { client } = await newPerson()
    await addTotp(server, client)
    const lost = await client.call(createRecoveryCodes)
    expect(lost.headers['set-cookie']).toBeUndefined()
    expect(await addRecoveryCodes(client)).toHaveLength(10)
  })

  test('recovery codes can be created five times an hour', async () => {
    const { client } = await newPerson()
    await addTotp(server, client)
    for (let index = 0; index < 5; index += 1) await addRecoveryCodes(client)
    expect((await client.refusal(createRecoveryCodes)).status).toBe(429)
  })

  test('never remain without a factor, even if it is removed while they are created', async () => {
    const { developer, client } = await newPerson()
    await addTotp(server, client)
    const other = server.asAgain(developer)
    await other.call(getSession)
    const [, removed] = await Promise.all([client.attempt(createRecoveryCodes), other.call(deleteTotp)])
    expect(removed.status).toBe(204)
    const { rowCount } = await server.database.pool.query(
      'select from recovery_codes where developer_id = $1',
      [developer.id],
    )
    expect(rowCount).toBe(0)
  })

  test('end with the last factor', async () => {
    const { client } = await newPerson()
    await addTotp(server, client)
    const { id } = await addPasskey(client)
    await addRecoveryCodes(client)
    await client.call(deleteTotp)
    expect((await client.call(getSecondFactors)).body.recovery_codes_left).toBe(10)
    await client.call(deletePasskey, { params: { id } })
    expect((await client.call(getSecondFactors)).body).toMatchObject({ passkeys: 0, recovery_codes_left: 0 })
  })
})

test('adding and removing a factor renews the token of the session', async () => {
  const { developer, client } = await newPerson()
  await client.call(getSession)
  const findToken = async () => {
    const row = await server.services.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('developer_id', '=', developer.id)
      .executeTakeFirstOrThrow()
    return row.token_hash.toString('hex')
  }
  const seen = [await findToken()]
  let passkey = 0
  const changes = [
    () => addTotp(server, client),
    async () => void (passkey = (await addPasskey(client)).id),
    () => client.call(deletePasskey, { params: { id: passkey } }),
    () => client.call(deleteTotp),
  ]
  for (const change of changes) {
    await change()
    seen.push(await findToken())
    // The browser has the new token.
    expect((await client.call(getSession)).body.developer?.id).toBe(developer.id)
  }
  expect(new Set(seen).size).toBe(changes.length + 1)
})

test('staff cannot remove their last factor where one is required', async () => {
  const strict = await startTestServer({ env: { STAFF_SECOND_FACTOR: 'required' } })
  const client = strict.as(await buildDeveloper(strict, { is_employee: true }))
  await addTotp(strict, client)
  expect((await client.call(getSecondFactors)).body.is_required).toBe(true)
  expect((await client.refusal(deleteTotp)).status).toBe(409)
  const { id } = await addPasskey(client)
  await client.call(deleteTotp)
  expect((await client.refusal(deletePasskey, { params: { id } })).status).toBe(409)
  expect((await client.call(listPasskeys)).body).toHaveLength(1)
})
