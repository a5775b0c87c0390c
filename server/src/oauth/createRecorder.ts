import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { EventOutcome } from '@trestle/domain/oauth/events.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { startOfMinute } from '@trestle/domain/time/durations.ts'
import { createBatchWriter } from '../createBatchWriter.ts'
import { addUses, type SecretUse } from '../credentials/recordUses.ts'
import type { Services } from '../services.ts'
import { insertEvents, type NewEvent } from './events/store.ts'

const writeAfterMs = 200
/** If more kinds of decisions than this are waiting, further ones are dropped and counted. */
const maxWaiting = 2_000

export interface Decision {
  environment: CredentialEnvironment
  app_id: number
  outcome: EventOutcome
  action: string
  reason: string
  detail?: string
  network: string
}

/** Writes decisions and the use of secrets in batches, so that no request waits for them. */
export interface Recorder {
  record: (decision: Decision) => void
  countUse: (secretId: number) => void
  /** Writes the waiting events and uses. */
  flush: () => Promise<void>
}

export function createRecorder({ db, now, log, settings }: Services): Recorder {
  const limits = { maxWaiting, everyMs: writeAfterMs }
  // Written separately, so that a failure of one doesn't lose the other.
  const events = createBatchWriter<NewEvent>({
    ...limits,
    write: (rows) => db.transaction().execute((tx) => insertEvents(tx, rows)),
    onError: (error) => log.warn({ err: error }, 'could not record decisions of the OAuth server'),
    onDrop: (dropped) =>
      log.warn({ dropped }, 'too many decisions of the OAuth server are waiting; some are not listed'),
  })
  const uses = createBatchWriter<SecretUse>({
    ...limits,
    write: (rows) => addUses(db, rows),
    onError: (error) => log.warn({ err: error }, 'could not record uses of client secrets'),
    onDrop: (dropped) =>
      log.warn({ dropped }, 'too many uses of client secrets are waiting; some are not counted'),
  })
  return {
    record: ({ detail = '', ...decision }) => {
      if (settings.READ_ONLY) return
      const at = now()
      const event = { ...decision, detail: detail.slice(0, 200), since: startOfMinute(at) }
      events.add(JSON.stringify(event), (known) => ({ ...event, at, count: (known?.count ?? 0) + 1 }))
    },
    countUse: (secretId) => {
      if (settings.READ_ONLY) return
      const at = now()
      const day = utcDay(at.getTime())
      uses.add(`${secretId} ${day}`, (known) => ({
        secret_id: secretId,
        day,
        tokens: (known?.tokens ?? 0) + 1,
        last_used_at: at,
      }))
    },
    flush: async () => void (await Promise.all([events.flush(), uses.flush()])),
  }
}
