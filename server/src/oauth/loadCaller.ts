import type { Services } from '../services.ts'
import { findCaller, type Caller } from './clients/store.ts'
import { attemptsOf, refuseGuessing, type CallingClient } from './limit.ts'

/** The library accepts no other characters in a client id. */
const printable = /^[\x20-\x7e]{1,200}$/

/**
 * Loads what a call of a client needs in one statement, and refuses a network that has failed too often. What changes
 * afterwards counts for the tokens of the call too: the state check compares them with the state of its own time.
 */
export async function loadCaller(
  services: Pick<Services, 'db' | 'log' | 'now'>,
  calling: CallingClient,
  form: Buffer,
): Promise<Caller> {
  const now = services.now()
  const attempts = attemptsOf(calling, now)
  const { clientId, environment } = calling
  const grantType = new URLSearchParams(form.toString()).get('grant_type')
  const caller = await findCaller(services.db, environment, {
    clientId: clientId !== null && printable.test(clientId) ? clientId : null,
    attempts,
    withContent: grantType === 'client_credentials',
    now,
  })
  refuseGuessing(services, calling, { failed: caller.failed, windowStart: attempts.windowStart })
  return caller
}
