import {
  confirmTotp,
  createPasskey,
  createPasskeyRegistration,
  createRecoveryCodes,
  createTotp,
} from '@trestle/domain/accounts/factors/contract.ts'
import { Secret, TOTP } from 'otpauth'
import { createAuthenticator, type Authenticator, type AuthenticatorOptions } from './authenticator.ts'
import type { Client, TestServer } from './server.ts'

/** Returns the code that an authenticator app shows at the test's time, or `steps` later. */
export const totpCode = ({ services }: TestServer, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: services.now().getTime() + steps * 30_000 })

/** Sets up an authenticator app and returns its secret. Its current code has been used. */
export async function addTotp(server: TestServer, client: Client): Promise<string> {
  const { secret } = (await client.call(createTotp)).body
  await client.call(confirmTotp, { body: { totp: totpCode(server, secret) } })
  return secret
}

/** Adds a passkey and returns the authenticator that has it. */
export async function addPasskey(
  client: Client,
  options: AuthenticatorOptions & { name?: string } = {},
): Promise<Authenticator & { id: number }> {
  const authenticator = createAuthenticator(options)
  const registration = (await client.call(createPasskeyRegistration)).body
  const passkey = authenticator.create(registration)
  const { id } = (await client.call(createPasskey, { body: { name: options.name ?? 'Laptop', passkey } }))
    .body
  return { ...authenticator, id }
}

export const addRecoveryCodes = async (client: Client): Promise<string[]> =>
  (await client.call(createRecoveryCodes)).body.codes
