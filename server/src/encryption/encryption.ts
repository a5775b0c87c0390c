import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts values for the database, so that a copy of the database alone doesn't reveal them. */
export interface Encryption<Column extends string> {
  encrypt: (plain: Buffer, column: Column) => Buffer
  /** Throws for a value of another column, and for one that these keys can't decrypt. */
  decrypt: (value: Buffer, column: Column) => Buffer
  /** Returns whether the value is encrypted with one of the keys. */
  canDecrypt: (value: Buffer) => boolean
  /** Returns whether the value is encrypted with the first key. */
  isCurrent: (value: Buffer) => boolean
  /**
   * Returns keyed hashes of a string, one for each key, the first key's first. Without a key, no one can find the text
   * by hashing guesses. The hash of a string is different for each purpose.
   */
  hash: (text: string, purpose: string) => Buffer[]
}

export const keyBytes = 32
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
/** The first bytes of each value: the format, in case there is ever a second one. */
const format = Buffer.from('TE1')
/** How many bytes of a value name its format and its key. */
export const headerBytes = format.length + idBytes

/**
 * Creates the encryption with these keys: the first one encrypts, all of them decrypt. A value is the format, the id of
 * its key, a nonce, the tag and the text, encrypted with AES-256-GCM.
 */
export function createEncryption<Column extends string>(keys: readonly Buffer[]): Encryption<Column> {
  const byHeader = new Map(keys.map((key) => [toHeader(key).toString('hex'), key]))
  const [first] = keys
  if (!first) throw new Error('Encryption needs a key.')
  const header = toHeader(first)
  const findKey = (value: Buffer) => byHeader.get(value.subarray(0, headerBytes).toString('hex'))
  return {
    encrypt: (plain, column) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', first, nonce).setAAD(Buffer.from(column))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([header, nonce, cipher.getAuthTag(), text])
    },
    decrypt: (value, column) => {
      const key = findKey(value)
      if (!key) {
        throw new Error(`A value of ${column} is encrypted with a key that ENCRYPTION_KEYS doesn't have.`)
      }
      const body = value.subarray(headerBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(column))
        .setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(body.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
    canDecrypt: (value) => findKey(value) !== undefined,
    isCurrent: (value) => value.subarray(0, headerBytes).equals(header),
    hash: (text, purpose) =>
      keys.map((key) => {
        const own = createHmac('sha256', key).update(`hash ${purpose}`).digest()
        return createHmac('sha256', own).update(text).digest()
      }),
  }
}

/** Returns the beginning of every value that this key encrypts. The id reveals nothing about the key. */
function toHeader(key: Buffer): Buffer {
  const id = createHmac('sha256', key).update('key id').digest().subarray(0, idBytes)
  return Buffer.concat([format, id])
}
