import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteClaimOfFile } from './claims/store.ts'
import { markUnused, markUsed } from './store.ts'

/** Marks a file as used, in the transaction of the change that shows it. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  orNotFound(await markUsed(tx, key), 'File')
}

/** Marks a file as unused: it no longer counts, and is deleted once the transaction commits. */
export async function releaseFile(tx: Tx, now: Date, key: string): Promise<void> {
  await markUnused(tx, key, now)
  await deleteClaimOfFile(tx, key)
  await enqueue(tx, now, { kind: 'file.delete', key, payload: { key } })
}

export const fileAddress = (key: string): string => `/files/${key}`
