import { crc32 } from 'node:zlib'

/** Names the purpose of a secret, so that anyone who finds one knows what to revoke. */
export const secretPrefixes = {
  personalToken: 'trp',
  productionClientSecret: 'trk',
  sandboxClientSecret: 'trx',
  refreshToken: 'trr',
  serviceToken: 'trs',
} as const
export type SecretPrefix = (typeof secretPrefixes)[keyof typeof secretPrefixes]

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomBytes = 32
/** The fewest base62 characters that can write 256 bits. */
const randomLength = 43
const checksumLength = 6

const form = new RegExp(
  `^(?:${Object.values(secretPrefixes).join('|')})_[0-9A-Za-z]{${randomLength + checksumLength}}$`,
)

function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (rest > 0n) {
    text = digits.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text.padStart(length, '0')
}

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), checksumLength)

/**
 * Returns a new secret: a prefix, 256 random bits and a checksum.
 *
 * The form lets scanners find leaked secrets in files, and the checksum tells a secret from a string that looks like
 * one.
 */
export function makeSecret(prefix: SecretPrefix, random: (bytes: number) => Buffer): string {
  const bits = BigInt(`0x${random(randomBytes).toString('hex')}`)
  const text = `${prefix}_${toBase62(bits, randomLength)}`
  return text + checksum(text)
}

/**
 * Returns whether a string has the form and the checksum of a secret with this prefix. Secrets from before this form
 * don't.
 */
export const isWellFormedSecret = (prefix: SecretPrefix, text: string): boolean =>
  form.test(text) && text.startsWith(`${prefix}_`) && text.endsWith(checksum(text.slice(0, -checksumLength)))
