import type { OauthEvent } from '@trestle/domain/oauth/contract.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { eventMessage, maxEvents, type EventOutcome } from '@trestle/domain/oauth/events.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import type { Services } from '../services.ts'
import { listEvents } from './events/store.ts'

interface Query {
  appId: number
  environment: CredentialEnvironment
  outcome: EventOutcome | undefined
  after: number | undefined
}

/** Lists the last decisions about an app for those who may see its credentials. */
export async function listOauthEvents(
  { db, settings }: Services,
  actor: Actor,
  query: Query,
): Promise<OauthEvent[]> {
  requireEnvironment(settings, query.environment)
  await loadAppFor(db, actor, query.appId, 'credentials.viewProduction')
  const events = await listEvents(db, { ...query, limit: maxEvents })
  // A row that was counted again is newer than its id says.
  const newestFirst = events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return newestFirst.map(({ id, at, outcome, action, reason, detail, network, count }) => ({
    id,
    at,
    outcome,
    action,
    reason,
    message: eventMessage(reason, detail),
    network,
    count,
  }))
}
