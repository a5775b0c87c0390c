import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { batchLoads } from '../db/batchLoads.ts'
import type { Services } from '../services.ts'
import { findCallers, type Caller, type CallerQuery } from './clients/store.ts'
import { toAttempts, refuseGuessing, type CallingClient } from './limit.ts'

/** The library accepts no other characters in a client id. */
const printable = /^[\x20-\x7e]{1,200}$/

/** Loads what a call needs to know of its client, and refuses a network that has failed too often. */
export type LoadCaller = (calling: CallingClient, form: Buffer) => Promise<Caller>

/**
 * Creates the function that loads the client of a call in one statement. What changes afterwards counts for the tokens
 * of the call too: the state check compares them with the state of its own time.
 */
export function createLoadCaller(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  environment: CredentialEnvironment,
): LoadCaller {
  const { db, now } = services
  const load = batchLoads<CallerQuery, Caller>((queries) => findCallers(db, environment, queries, now()))
  return async (calling, form) => {
    const attempts = toAttempts(calling, now())
    const { clientId } = calling
    const grantType = new URLSearchParams(form.toString()).get('grant_type')
    const caller = await load({
      clientId: clientId !== null && printable.test(clientId) ? clientId : null,
      attempts,
      withContent: grantType === 'client_credentials',
    })
    refuseGuessing(services, calling, { failed: caller.failed, windowStart: attempts.windowStart })
    return caller
  }
}
