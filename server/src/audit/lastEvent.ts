import type { Db } from '../db/schema.ts'
import type { AuditEntry } from './record.ts'
import { findLastEvent, type PastEvent } from './store.ts'

/** Loads the last audit event of an object, which says who brought it into its current state. */
export const findLastEventFor = (
  db: Db,
  { type, id }: AuditEntry['subject'],
): Promise<PastEvent | undefined> => findLastEvent(db, type, String(id))
