import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@trestle/domain/accounts/factors/contract.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const encode = (data: Buffer | Uint8Array): string => Buffer.from(data).toString('base64url')

/** Bits of the flags: present, verified, backup eligible, backed up, with credential data. */
const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

interface Credential {
  id: Buffer
  key: KeyObject
  userHandle: string
  counter: number
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId: string
}

export interface AuthenticatorOptions {
  origin?: string
  /** Whether the device verified the person, for example with a PIN. */
  isVerified?: boolean
}

/** A software authenticator with one passkey, for tests without a browser. */
export interface Authenticator {
  create: (options: CreationOptions) => NewPasskey
  /** Responds like a browser on this site, by default the one where the passkey was created. */
  get: (options: RequestOptions, site?: string) => PasskeyAnswer
  /** Sets the counter of the next response. */
  setCounter: (counter: number) => void
  /** Sets whether the device verifies the person from now on. */
  setVerified: (isVerified: boolean) => void
}

export function createAuthenticator({
  origin = 'http://localhost:3000',
  isVerified = true,
}: AuthenticatorOptions = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential: Credential = { id: randomBytes(32), key: privateKey, userHandle: '', counter: 0 }

  let verifies = isVerified
  const clientData = (type: string, challenge: string, site = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: site, crossOrigin: false }))

  function authenticatorData(rpId: string, extraFlags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    const verified = verifies ? flags.verified : 0
    head.writeUInt8(flags.present | verified | flags.backupEligible | flags.backedUp | extraFlags, 0)
    head.writeUInt32BE(credential.counter, 1)
    return Buffer.concat([sha256(rpId), head, attested])
  }

  function attestedCredential(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // A COSE key: EC2, ES256, P-256.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.id.length)
    return Buffer.concat([Buffer.alloc(16), length, credential.id, key])
  }

  const named = { id: encode(credential.id), rawId: encode(credential.id), type: 'public-key' as const }
  return {
    setCounter: (counter) => void (credential.counter = counter),
    setVerified: (next) => void (verifies = next),
    create: ({ challenge, rp, user }) => {
      credential.userHandle = user.id
      const authData = authenticatorData(rp.id, flags.attested, attestedCredential())
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<never, never> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<never, never>()],
          ['authData', Uint8Array.from(authData)],
        ]),
      )
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge)),
          attestationObject: encode(attestationObject),
          transports: ['internal'],
        },
      }
    },
    get: ({ challenge, rpId }, site) => {
      const data = clientData('webauthn.get', challenge, site)
      const authData = authenticatorData(rpId, 0)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(credential.key)
      return {
        ...named,
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(data),
          authenticatorData: encode(authData),
          signature: encode(signature),
          userHandle: credential.userHandle,
        },
      }
    },
  }
}
