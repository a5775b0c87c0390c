import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { EventOutcome } from '@trestle/domain/oauth/events.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { startOfMinute } from '@trestle/domain/time/durations.ts'
import { addUses, type SecretUse } from '../credentials/recordUses.ts'
import type { Services } from '../services.ts'
import { insertEvents, type NewEvent } from './events/store.ts'

const writeAfterMs = 200
/** More kinds of decisions than this at once are dropped and counted. */
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

/** Writes decisions and the use of secrets in batches: no request waits for them. */
export interface Recorder {
  record: (decision: Decision) => void
  countUse: (secretId: number) => void
  /** Writes what waits. */
  flush: () => Promise<void>
}

export function createRecorder({ db, now, log, settings }: Services): Recorder {
  let events = new Map<string, NewEvent>()
  let uses = new Map<string, SecretUse>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Logs why decisions or uses couldn't be stored. Each is stored by itself, so that the other isn't lost. */
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message)

  async function write(): Promise<void> {
    timer = undefined
    const batch = [...events.values()]
    const used = [...uses.values()]
    if (dropped > 0)
      log.warn({ dropped }, 'too many decisions of the OAuth server at once; some are not listed')
    events = new Map()
    uses = new Map()
    dropped = 0
    if (settings.READ_ONLY) return
    if (batch.length > 0)
      await db
        .transaction()
        .execute((tx) => insertEvents(tx, batch))
        .catch(warn('could not record decisions of the OAuth server'))
    if (used.length > 0) await addUses(db, used).catch(warn('could not record uses of client secrets'))
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), writeAfterMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    writing = writing.then(write)
    return writing
  }

  return {
    record: ({ detail = '', ...decision }) => {
      const at = now()
      const since = startOfMinute(at)
      const event = { ...decision, detail: detail.slice(0, 200), since }
      const key = JSON.stringify(event)
      const known = events.get(key)
      if (!known && events.size >= maxWaiting) {
        dropped += 1
        return
      }
      events.set(key, { ...event, at, count: (known?.count ?? 0) + 1 })
      schedule()
    },
    countUse: (secretId) => {
      const at = now()
      const day = utcDay(at.getTime())
      const key = `${secretId} ${day}`
      const known = uses.get(key)
      if (!known && uses.size >= maxWaiting) return
      uses.set(key, { secret_id: secretId, day, tokens: (known?.tokens ?? 0) + 1, last_used_at: at })
      schedule()
    },
    flush,
  }
}
