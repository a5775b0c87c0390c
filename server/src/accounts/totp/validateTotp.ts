import { totpDigits, totpSeconds } from '@trestle/domain/accounts/factors/rules.ts'
import { Secret, TOTP } from 'otpauth'

/** The values that authenticator apps expect. Some ignore any others. */
export const totpOptions = { algorithm: 'SHA1', digits: totpDigits, period: totpSeconds } as const

/** A clock may be wrong by one step. */
const window = 1

export const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** Returns the time step that a code belongs to, or null. */
export function validateTotp(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({
    ...totpOptions,
    token: code,
    secret: toSecret(secret),
    timestamp: nowMs,
    window,
  })
  return delta === null ? null : TOTP.counter({ period: totpOptions.period, timestamp: nowMs }) + delta
}
