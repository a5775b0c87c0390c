import type { PlatformEvent } from '@trestle/domain/metrics/contract.ts'
import { checkEventTime, tallyEvents } from '@trestle/domain/metrics/rules.ts'
import { findAppsByReference } from '../access/references.ts'
import type { Tx } from '../db/schema.ts'
import { RefusalError } from '../errors.ts'
import { lockRetainedSince } from '../retention/readRetainedSince.ts'
import type { Services } from '../services.ts'
import {
  addCalls,
  addInstallationDays,
  addViews,
  insertEvents,
  insertInstallationEvents,
  upsertInstallations,
} from './store.ts'

interface Outcome {
  accepted: number
  repeated: number
}

type Sender = { id: number } | null

/** Stores all records of a batch or none. A record with a known event ID changes nothing. */
export function recordEvents(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sender: Sender,
  events: PlatformEvent[],
): Promise<Outcome> {
  return db.transaction().execute((tx) => storeEvents(tx, sender, now(), events))
}

type EventOfApp = PlatformEvent & { developer_app_id: number }

export async function storeEvents(
  tx: Tx,
  sender: Sender,
  now: Date,
  events: PlatformEvent[],
): Promise<Outcome> {
  const ofApps = await requireApps(tx, now, events)
  // The first of several records with the same ID counts, as if the others had come in a later request.
  const byId = new Map(ofApps.toReversed().map((event) => [event.event_id, event]))
  // Sort the records, so that two requests with the same IDs can't deadlock.
  const distinct = [...byId.values()].toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))
  const fresh = await insertEvents(tx, distinct, { at: now, service_token_id: sender?.id ?? null })
  const tally = tallyEvents(distinct.filter(({ event_id }) => fresh.has(event_id)))
  await insertInstallationEvents(tx, tally.installations)
  await upsertInstallations(tx, tally.latest)
  await addInstallationDays(tx, tally.installationDays)
  await addViews(tx, tally.views)
  await addCalls(tx, tally.calls)
  return { accepted: fresh.size, repeated: events.length - fresh.size }
}

/** Returns each record with the app it names, or refuses the batch and names every invalid record by its index. */
async function requireApps(tx: Tx, now: Date, events: PlatformEvent[]): Promise<EventOfApp[]> {
  const findApp = await findAppsByReference(tx, events)
  const retainedSince = await lockRetainedSince(tx, 'events')
  const fields: Record<string, string[]> = {}
  const ofApps = events.flatMap((event, index) => {
    const developer_app_id = findApp(event)
    const badTime = checkEventTime(event.occurred_at, now.getTime(), retainedSince)
    if (badTime) fields[`events.${index}.occurred_at`] = [badTime]
    if (developer_app_id !== undefined) return [{ ...event, developer_app_id }]
    fields[`events.${index}.${event.uid === undefined ? 'app_id' : 'uid'}`] = ["This app doesn't exist"]
    return []
  })
  const [message] = Object.values(fields).flat()
  if (message === undefined) return ofApps
  throw new RefusalError({ code: 'invalid_input', message, fields })
}
