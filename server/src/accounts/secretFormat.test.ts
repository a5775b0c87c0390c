import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isWellFormedSecret, makeSecret, secretPrefixes } from './secretFormat.ts'

/** Made with another program: the base62 digits and the CRC-32 of Python. */
const vectors = [
  ['trp', '00'.repeat(32), 'trp_00000000000000000000000000000000000000000004XCeYP'],
  ['trk', 'ff'.repeat(32), 'trk_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp11ILeyf'],
  [
    'trx',
    '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    'trx_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf3d7hQo',
  ],
  ['trr', `${'00'.repeat(31)}3e`, 'trr_000000000000000000000000000000000000000001026UA9t'],
  ['trs', 'a5'.repeat(32), 'trs_dHMOUNLh0UTx6gmQ9MHQdRUvZdbXMLLlzChlYYN1shx29ZDZX'],
] as const

describe('the format of secrets', () => {
  test.each(vectors)('writes a secret %s of the bytes %s as %s', (prefix, bytes, secret) => {
    expect(makeSecret(prefix, () => Buffer.from(bytes, 'hex'))).toBe(secret)
    expect(isWellFormedSecret(prefix, secret)).toBe(true)
    expect(isWellFormedSecret(prefix === 'trp' ? 'trs' : 'trp', secret)).toBe(false)
  })

  test('asks for 256 random bits', () => {
    const lengths: number[] = []
    makeSecret('trp', (bytes) => {
      lengths.push(bytes)
      return randomBytes(bytes)
    })
    expect(lengths).toEqual([32])
  })

  const secret = vectors[0][2]
  test.each([
    ['another digit', secret.replace('_0', '_1')],
    ['another prefix', secret.replace('trp', 'trk')],
    ['an unknown prefix', secret.replace('trp', 'trq')],
    ['another checksum', `${secret.slice(0, -1)}Q`],
    ['a digit less', secret.slice(0, -1)],
    ['a digit more', `${secret}0`],
    ['text around it', ` ${secret}`],
    ['a line break', `${secret}\n`],
    ['nothing', ''],
    ['a secret from before this format', randomBytes(32).toString('base64url')],
  ])('does not recognize a secret with %s', (_, text) => {
    for (const prefix of Object.values(secretPrefixes)) expect(isWellFormedSecret(prefix, text)).toBe(false)
  })
})
