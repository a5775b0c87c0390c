import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { createMigratedDatabase, openWith } from '../../testing/emptyDatabase.ts'
import { connect } from '../db/connect.ts'
import { createEncryption } from '../encryption/encryption.ts'

test('npm run rotate-encryption lets the older keys be removed, and counts what still needs one or what no key decrypts', async () => {
  const settings = await createMigratedDatabase()
  const { pool, close } = await openWith(settings)
  onTestFinished(close)
  const db = connect(pool)
  const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const column = 'marketplace_salts.salt'
  const store = (day: string, key: Buffer) =>
    db
      .insertInto('marketplace_salts')
      .values({ day, salt: createEncryption([key]).encrypt(Buffer.from(day), column) })
      .execute()
  const rotate = () => {
    const ENCRYPTION_KEYS = [newer, older].map((key) => key.toString('base64')).join()
    return runCommand({ ...settings, ENCRYPTION_KEYS }, 'rotateEncryption')
  }

  await store('2026-01-01', older)
  expect(await rotate()).toEqual({ code: 0, out: '1 value re-encrypted with the first key.\n', err: '' })
  const { salt } = await db.selectFrom('marketplace_salts').select('salt').executeTakeFirstOrThrow()
  expect(createEncryption([newer]).decrypt(salt, column).toString()).toBe('2026-01-01')

  await store('2026-01-02', foreign)
  expect(await rotate()).toEqual({
    code: 1,
    out: '0 values re-encrypted with the first key.\n',
    err: '1 value could not be decrypted: add the missing key to ENCRYPTION_KEYS.\n',
  })

  await store('2026-01-03', older)
  await db.deleteFrom('marketplace_salts').where('day', '=', '2026-01-02').execute()
  await pool.query(
    `create function skip_update() returns trigger language plpgsql as 'begin return null; end'`,
  )
  await pool.query(
    'create trigger skip before update on marketplace_salts for each row execute function skip_update()',
  )
  expect(await rotate()).toEqual({
    code: 1,
    out: '0 values re-encrypted with the first key.\n',
    err: '1 value could not be re-encrypted yet: run the command again.\n',
  })
})

test('once lost signing keys are replaced, nothing needs their encryption key', async () => {
  const settings = await createMigratedDatabase()
  const [lost, key] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'))
  const run = (ENCRYPTION_KEYS = '', ...command: [string, ...string[]]) =>
    runCommand({ ...settings, ENCRYPTION_KEYS }, ...command)
  expect(await run(lost, 'rotateOauthKeys')).toMatchObject({ code: 0 })
  expect(await run(key, 'rotateEncryption')).toMatchObject({ code: 1 })
  expect(await run(key, 'rotateOauthKeys', '--replace-lost')).toMatchObject({ code: 0 })
  expect(await run(key, 'rotateEncryption')).toEqual({
    code: 0,
    out: '0 values re-encrypted with the first key.\n',
    err: '',
  })
})
