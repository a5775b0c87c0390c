import type { Db } from '../db/schema.ts'
import type { AuditEntry } from './record.ts'
import { findLastEvent, type PastEvent } from './store.ts'

/** The last entry of the trail about a thing: who brought it into the state it is in. */
export const findLastEventFor = (
  db: Db,
  { type, id }: AuditEntry['subject'],
): Promise<PastEvent | undefined> => findLastEvent(db, type, String(id))
