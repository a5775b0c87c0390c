import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { batchLoads } from '../db/batchLoads.ts'
import type { StoredTokenKind } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { findCallers, type Caller, type CallerQuery } from './callers/store.ts'
import { isClientId } from './clients/store.ts'
import { toAttempts, refuseGuessing, type CallingClient } from './limit.ts'
import { hashId } from './tokens/hashing.ts'

/** The parameter that each grant type redeems. */
const redeemable: ReadonlyMap<string | null, { parameter: string; kind: StoredTokenKind }> = new Map([
  ['authorization_code', { parameter: 'code', kind: 'AuthorizationCode' }],
  ['refresh_token', { parameter: 'refresh_token', kind: 'RefreshToken' }],
])

/** Loads the data about a call's client, and refuses a network that has failed too often, reporting the app it names. */
export type LoadCaller = (
  calling: CallingClient,
  form: Buffer,
  onGuessing: (appId: number) => void,
) => Promise<Caller>

/**
 * Creates the function that loads the client of a call in one statement. Later changes also apply to the call's tokens,
 * because the state check compares them with the state when it runs.
 */
export function createLoadCaller(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  environment: CredentialEnvironment,
): LoadCaller {
  const { db, now } = services
  const load = batchLoads<CallerQuery, Caller>((queries) => findCallers(db, environment, queries, now()))
  return async (calling, form, onGuessing) => {
    const attempts = toAttempts(calling, now())
    const { clientId } = calling
    const parameters = new URLSearchParams(form.toString())
    const caller = await load({
      clientId: clientId !== null && isClientId(clientId) ? clientId : null,
      attempts,
      withContent: parameters.get('grant_type') === 'client_credentials',
      tokenHash: hashRedeemed(environment, parameters),
    })
    const { failed, client } = caller
    refuseGuessing(services, calling, {
      failed,
      windowStart: attempts.windowStart,
      onRefused: () => client && onGuessing(client.app_id),
    })
    return caller
  }
}

/** Returns the hash of the code or refresh token that a call redeems. */
function hashRedeemed(environment: CredentialEnvironment, parameters: URLSearchParams): Buffer | null {
  const redeemed = redeemable.get(parameters.get('grant_type'))
  const token = redeemed && parameters.get(redeemed.parameter)
  return token ? hashId({ environment, kind: redeemed.kind }, token) : null
}
