import type { Db } from '../db/schema.ts'
import { listEventsAt } from './store.ts'

interface Changes {
  type: string
  actions: string[]
  changes: readonly { id: number; at: string }[]
}

const toKey = (id: number | string, at: string): string => `${id} ${at}`

/** Returns a lookup of who made these changes; null for a change that the log no longer has. */
export async function loadActorNames(
  db: Db,
  { type, actions, changes }: Changes,
): Promise<(id: number, at: string) => string | null> {
  const events = await listEventsAt(db, {
    type,
    actions,
    ids: changes.map(({ id }) => String(id)),
    moments: changes.map(({ at }) => at),
  })
  const names = new Map(events.map(({ subject_id, at, actor_name }) => [toKey(subject_id, at), actor_name]))
  return (id, at) => names.get(toKey(id, at)) ?? null
}
