import { randomBytes } from 'node:crypto'
import { stat, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { startTestServer } from '../../testing/server.ts'
import { changeKeys } from './changeKeys.ts'
import { encryptedColumns, type EncryptedColumn } from './columns.ts'
import { createEncryption } from './encryption.ts'
import { loadKeys, parseKeys } from './keys.ts'

const [older, newer, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const secret = Buffer.from('Größe')

test('decrypts what it encrypted, even an empty value, and reveals nothing of it', () => {
  const encryption = createEncryption([newer])
  for (const plain of [secret, Buffer.alloc(0)]) {
    const value = encryption.encrypt(plain, 'a.b')
    expect(value.includes(secret)).toBe(false)
    expect(encryption.decrypt(value, 'a.b')).toEqual(plain)
    // The same value looks different each time.
    expect(encryption.encrypt(plain, 'a.b').equals(value)).toBe(false)
  }
})

test('refuses a value that was changed, moved to another column, or encrypted with another key', () => {
  const encryption = createEncryption([newer])
  const value = encryption.encrypt(secret, 'a.b')
  for (let index = 0; index < value.length; index += 1) {
    const changed = Buffer.from(value)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => encryption.decrypt(changed, 'a.b'), `byte ${index}`).toThrow(Error)
  }
  expect(() => encryption.decrypt(value, 'a.c')).toThrow(Error)
  expect(() => encryption.decrypt(value.subarray(0, 20), 'a.b')).toThrow(Error)
  const other = createEncryption([foreign])
  expect(other.canDecrypt(value)).toBe(false)
  expect(() => other.decrypt(value, 'a.b')).toThrow("a key that ENCRYPTION_KEYS doesn't have")
})

test('encrypts with the first key and decrypts with all', () => {
  const value = createEncryption([older]).encrypt(secret, 'a.b')
  const both = createEncryption([newer, older])
  expect(both.decrypt(value, 'a.b')).toEqual(secret)
  expect(both.isCurrent(value)).toBe(false)
  expect(createEncryption([newer]).decrypt(both.encrypt(secret, 'a.b'), 'a.b')).toEqual(secret)
})

test.each(['', 'short', newer.toString('hex'), `${newer.toString('base64')},`, ' , '])(
  'refuses "%s" as keys',
  (list) => expect(parseKeys(list)).toBe(null),
)

test('generates a key once in DATA_DIR, readable only by its owner, even when two processes start together', async () => {
  const settings = { ENCRYPTION_KEYS: undefined, DATA_DIR: `${await newFolder()}/data` }
  const first = loadKeys(settings)
  expect(first).toHaveLength(1)
  expect(loadKeys(settings)).toEqual(first)
  expect(loadKeys({ ...settings, DATA_DIR: await newFolder() })).not.toEqual(first)
  expect(await readdir(settings.DATA_DIR)).toEqual(['encryption-keys'])
  expect((await stat(`${settings.DATA_DIR}/encryption-keys`)).mode & 0o777).toBe(0o600)
})

test('makes no key where the settings have some', async () => {
  const folder = await newFolder()
  const ENCRYPTION_KEYS = `${newer.toString('base64')}, ${older.toString('base64')}`
  expect(loadKeys({ ENCRYPTION_KEYS, DATA_DIR: folder })).toEqual([newer, older])
  expect(await readdir(folder)).toEqual([])
})

test('re-encrypts every value with the first key, and leaves what it cannot decrypt', async () => {
  const { services } = await startTestServer()
  const { db } = services
  const column = 'marketplace_salts.salt'
  const values = [
    createEncryption([older]).encrypt(secret, column),
    createEncryption([newer]).encrypt(secret, column),
    createEncryption([foreign]).encrypt(secret, column),
  ]
  await db
    .insertInto('marketplace_salts')
    .values(values.map((salt, index) => ({ day: `2026-01-0${index + 1}`, salt })))
    .execute()
  const both = createEncryption<EncryptedColumn>([newer, older])
  expect(await changeKeys(db, both, encryptedColumns)).toEqual({ changed: 1, remaining: 0, unreadable: 1 })
  expect(await changeKeys(db, both, encryptedColumns)).toEqual({ changed: 0, remaining: 0, unreadable: 1 })

  const rows = await db.selectFrom('marketplace_salts').select('salt').orderBy('day').execute()
  const onlyNewer = createEncryption([newer])
  expect(rows.slice(0, 2).map(({ salt }) => onlyNewer.decrypt(salt, column))).toEqual([secret, secret])
  expect(rows[2]?.salt).toEqual(values[2])
})
