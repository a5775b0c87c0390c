import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import {
  optionalText,
  pathId,
  requiredLine,
  requiredString,
  requiredText,
  timestamp,
} from '../../http/fields.ts'
import { fieldMessages, mustBe, tooLong } from '../../http/messages.ts'
import * as calls from './calls.ts'
import {
  factorMethods,
  maxPasskeyName,
  maxResetReason,
  plainRecoveryCode,
  recoveryCodeCount,
  totpDigits,
} from './rules.ts'

/** Bytes in base64url. The limits exceed what authenticators send. Together they fit within the body limit. */
const encoded = (max: number) =>
  requiredString()
    .min(1, fieldMessages.required)
    .max(max, tooLong(max))
    .regex(/^[\w-]*$/, mustBe('base64url'))

/** An id has at most 1023 bytes. */
const credentialId = encoded(1_400)
const clientDataJSON = encoded(4_000)

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** The browser's answer after it created a passkey (RegistrationResponseJSON of WebAuthn). */
const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: encoded(12_000),
    // Lines instead of an enum: browsers may add ways to reach an authenticator.
    transports: z.array(requiredLine(50)).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** The browser's answer after someone used a passkey (AuthenticationResponseJSON of WebAuthn). */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: encoded(4_000),
    signature: encoded(8_000),
    // At most 64 bytes.
    userHandle: encoded(100).optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** A code of an authenticator app. Apps show a space in its middle. */
export const totpCode = requiredString()
  .max(20, `Enter the ${totpDigits} digits that your app shows`)
  .transform((code) => code.replaceAll(' ', ''))
  .pipe(
    z
      .string()
      .min(1, fieldMessages.required)
      .regex(new RegExp(`^\\d{${totpDigits}}$`), `Enter the ${totpDigits} digits that your app shows`),
  )

const recoveryCode = requiredString()
  .max(100, 'Enter a code like ABCD-EFGH-IJKL-MNOP')
  .transform(plainRecoveryCode)
  .pipe(
    z
      .string()
      .min(1, fieldMessages.required)
      .regex(/^[A-Z2-7]{16}$/, 'Enter a code like ABCD-EFGH-IJKL-MNOP'),
  )

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether the passkey is synchronized between devices. */
  backed_up: z.boolean(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactors = z.object({
  passkeys: z.number(),
  /** When an authenticator app was set up. */
  totp_confirmed_at: timestamp.nullable(),
  recovery_codes_left: z.number(),
  /** Whether the last factor can't be removed. */
  is_required: z.boolean(),
  /** When a reset that platform staff requested removes all factors. */
  reset_at: timestamp.nullable(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

export const getSecondFactors = endpoint({
  ...calls.getSecondFactors,
  summary: "Get which second factors protect the caller's account",
  reply: SecondFactors,
})

const credentialReference = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

const PasskeyRegistration = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(credentialReference),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

export const createPasskeyRegistration = endpoint({
  ...calls.createPasskeyRegistration,
  needsConfirmedEmail: true,
  confirmation: true,
  summary: 'Get the options with which the browser creates a passkey',
  body: z.strictObject({}).optional(),
  reply: PasskeyRegistration,
})

export const listPasskeys = endpoint({
  ...calls.listPasskeys,
  summary: "List the caller's passkeys",
  reply: z.array(Passkey),
})

const passkeyName = requiredLine(maxPasskeyName)

export const createPasskey = endpoint({
  ...calls.createPasskey,
  needsConfirmedEmail: true,
  confirmation: true,
  summary: 'Add the passkey that the browser created',
  body: z.strictObject({ name: passkeyName, passkey: NewPasskey }),
  reply: Passkey,
  success: 201,
})

export const updatePasskey = endpoint({
  ...calls.updatePasskey,
  summary: 'Rename a passkey',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ name: passkeyName }),
  reply: Passkey,
})

export const deletePasskey = endpoint({
  ...calls.deletePasskey,
  confirmation: true,
  summary: 'Remove a passkey',
  params: z.strictObject({ id: pathId }),
  success: 204,
})

export const createTotp = endpoint({
  ...calls.createTotp,
  needsConfirmedEmail: true,
  confirmation: true,
  summary: 'Create the secret of an authenticator app, which works once a code confirms it',
  body: z.strictObject({}).optional(),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  carriesSecret: true,
})

export const confirmTotp = endpoint({
  ...calls.confirmTotp,
  needsConfirmedEmail: true,
  summary: 'Turn the authenticator app on with a code that it shows',
  body: z.strictObject({ totp: totpCode }),
  reply: SecondFactors,
})

export const deleteTotp = endpoint({
  ...calls.deleteTotp,
  confirmation: true,
  summary: 'Remove the authenticator app',
  success: 204,
})

export const createRecoveryCodes = endpoint({
  ...calls.createRecoveryCodes,
  needsConfirmedEmail: true,
  confirmation: true,
  summary: 'Create recovery codes; the earlier ones stop working',
  body: z.strictObject({}).optional(),
  reply: z.object({ codes: z.array(z.string()).length(recoveryCodeCount) }),
  carriesSecret: true,
})

/** The purpose of a passkey check for a signed-in session, a pending sign-in or a visitor. */
export const passkeyPurposes = ['sign_in', 'second_factor', 'confirmation'] as const

const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credentialReference).optional(),
})

export const createPasskeyRequest = endpoint({
  ...calls.createPasskeyRequest,
  summary: 'Get the options with which the browser asks for a passkey',
  body: z.strictObject({ purpose: z.enum(passkeyPurposes).default('sign_in') }).optional(),
  reply: PasskeyRequest,
})

/** A sign-in that waits for a second factor. */
export const PendingSignIn = z.object({
  methods: z.array(z.enum(factorMethods)),
  expires_at: timestamp,
})
export type PendingSignIn = z.infer<typeof PendingSignIn>

/** The deadline for staff to set up a second factor. */
export const FactorEnrollment = z.object({
  due_at: timestamp,
  /** Whether every call except those for enrollment is refused. */
  is_due: z.boolean(),
})

/** The second step of a sign-in: one of these. */
export const SecondFactorInput = z
  .strictObject({
    totp: totpCode.optional(),
    recovery_code: recoveryCode.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine((factor) => Object.values(factor).filter((value) => value !== undefined).length === 1, {
    path: ['totp'],
    message: 'Send a totp, a recovery_code or a passkey',
  })
export type SecondFactorInput = z.output<typeof SecondFactorInput>

export const TotpForm = z.strictObject({ totp: totpCode })
export const RecoveryCodeForm = z.strictObject({ recovery_code: recoveryCode })

/** A reset of second factors that staff requested. */
export const FactorReset = z.object({
  reason: z.string(),
  requested_at: timestamp,
  effective_at: timestamp,
})

export const requestFactorReset = endpoint({
  ...calls.requestFactorReset,
  confirmation: true,
  summary: "Request a reset of a developer's second factors, which they can cancel for 24 hours",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ reason: requiredText(maxResetReason) }),
  reply: FactorReset,
  success: 202,
})

export const cancelFactorReset = endpoint({
  ...calls.cancelFactorReset,
  summary: "Cancel the reset of a developer's second factors",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ reason: optionalText(maxResetReason).optional() }).optional(),
  success: 204,
})

export const cancelOwnFactorReset = endpoint({
  ...calls.cancelOwnFactorReset,
  confirmation: true,
  summary: "Cancel the reset of the caller's second factors",
  success: 204,
})

const linkToken = z.string().min(1).max(200)

export const getFactorResetRejection = endpoint({
  ...calls.getFactorResetRejection,
  summary: 'Check whether the token from the email can still cancel the reset, and when that takes effect',
  params: z.strictObject({ token: linkToken }),
  reply: z.object({ reset_at: timestamp }),
})

export const rejectFactorReset = endpoint({
  ...calls.rejectFactorReset,
  summary: 'Cancel the reset of second factors with the token from the email',
  body: z.strictObject({ token: linkToken }),
  success: 204,
})
