import { jobKindLabels } from '@trestle/domain/jobs/kinds.ts'
import type { Db } from '../db/schema.ts'
import { refuseUnknown } from '../lists/refuseUnknown.ts'
import { hasJobOfKind } from './store.ts'

/** Refuses a kind that this release doesn't know and no job has. */
export const refuseUnknownKind = (db: Db, path: string, value: string | undefined): Promise<void> =>
  refuseUnknown({ path, value, known: jobKindLabels, isStored: (kind) => hasJobOfKind(db, kind) })
