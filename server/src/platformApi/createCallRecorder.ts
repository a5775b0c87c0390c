import { maxEventsPerCall, type PlatformEvent } from '@trestle/domain/metrics/contract.ts'
import { createBatchWriter } from '../createBatchWriter.ts'
import { RefusalError } from '../errors.ts'
import { recordEvents } from '../metrics/recordEvents.ts'
import { newUuid } from '../newUuid.ts'
import type { Services } from '../services.ts'

type ApiCall = Extract<PlatformEvent, { kind: 'api_call' }>

/** A call of the platform's API, by the pattern of its path. */
export interface AnsweredCall extends Pick<ApiCall, 'http_method' | 'normalized_route' | 'response_code'> {
  uid: string
}

export interface CallRecorder {
  record: (call: AnsweredCall) => void
  /** Stores the waiting calls. A failure is only logged: the calls themselves have been answered. */
  flush: () => Promise<void>
}

type RecorderServices = Pick<Services, 'db' | 'now' | 'log' | 'random' | 'settings'>

const flushMs = 2_000

/**
 * Creates a recorder that stores calls as platform events every two seconds, equal ones as one event with a count. It
 * can hold as many kinds of calls as one batch, and drops and counts the others. Calls during maintenance are not
 * recorded.
 */
export function createCallRecorder(services: RecorderServices): CallRecorder {
  const { log, now, settings } = services
  const calls = createBatchWriter<ApiCall>({
    write: (events) => store(services, events),
    onError: (error) => log.error({ err: error }, 'API calls were not recorded'),
    onDrop: (dropped) => log.warn({ dropped }, 'some API calls were not recorded'),
    maxWaiting: maxEventsPerCall,
    everyMs: flushMs,
  })
  return {
    record: (call) => {
      if (settings.READ_ONLY) return
      const occurredAt = now().toISOString()
      // Events count toward their day.
      calls.add(JSON.stringify([call, occurredAt.slice(0, 10)]), (known) =>
        known
          ? { ...known, count: known.count + 1 }
          : { kind: 'api_call', event_id: newUuid(services), occurred_at: occurredAt, count: 1, ...call },
      )
    },
    flush: calls.flush,
  }
}

/** Stores a batch. If an app in it no longer exists, stores each event separately, so that only that app's are lost. */
async function store(services: RecorderServices, events: ApiCall[]): Promise<void> {
  try {
    await recordEvents(services, null, events)
  } catch (error) {
    if (!(error instanceof RefusalError) || events.length === 1) throw error
    for (const event of events) {
      await store(services, [event]).catch((cause: unknown) =>
        services.log.warn({ err: cause }, 'an API call was not recorded'),
      )
    }
  }
}
