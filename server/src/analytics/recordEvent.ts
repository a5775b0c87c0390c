import type { AnalyticsKey } from '@trestle/domain/analytics/contract.ts'
import { minuteMs, startOfMinute } from '@trestle/domain/time/durations.ts'
import type { Actor } from '../access/actor.ts'
import { addAttempt } from '../accounts/limit.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { insertAnalyticsEvent } from './store.ts'

/** Many more than normal use of the portal causes. */
const eventsPerMinute = 60

/** Records an event of the browser, unless its developer has already reported many in this minute. */
export async function recordEvent(
  { db, now }: Services,
  actor: Actor,
  event: { key: AnalyticsKey; properties: Record<string, unknown> },
): Promise<void> {
  const at = now()
  const minute = startOfMinute(at)
  if ((await addAttempt(db, `analytics:${actor.id}`, minute)) > eventsPerMinute) {
    throw new RefusalError({
      code: 'rate_limited',
      message: 'Too many events. Wait a minute and try again.',
      retryAfterSeconds: Math.ceil((minute.getTime() + minuteMs - at.getTime()) / 1000),
    })
  }
  await insertAnalyticsEvent(db, { developer_id: actor.id, ...event, at })
}
