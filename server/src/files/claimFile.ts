import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteClaimOfFile } from './claims/store.ts'
import { markUnused, markUsed } from './store.ts'

/** Says, with the change that shows it, that a file is needed. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  orNotFound(await markUsed(tx, key), 'File')
}

/** Says that a file is no longer needed: it stops counting, and is deleted once the change that dropped it is committed. */
export async function releaseFile(tx: Tx, now: Date, key: string): Promise<void> {
  await markUnused(tx, key, now)
  await deleteClaimOfFile(tx, key)
  await enqueue(tx, now, { kind: 'file.delete', key, payload: { key } })
}

export const fileAddress = (key: string): string => `/files/${key}`
