import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { deleteClaimOfFile } from './claims/store.ts'
import { markUnused, markUsed } from './store.ts'

/** Marks a file as used, in the transaction of the change that shows it. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  orNotFound(await markUsed(tx, key), 'File')
}

/**
 * How long a file stays in the storage after nothing shows it any more. A backup copies the database first and the
 * files after it, so it needs the files that were dropped in between.
 */
export const droppedFileMs = dayMs

/** Marks a file as unused: it no longer counts and isn't served, and is deleted a day later. */
export async function releaseFile(tx: Tx, now: Date, key: string): Promise<void> {
  await markUnused(tx, key, now)
  await deleteClaimOfFile(tx, key)
  await enqueue(tx, now, {
    kind: 'file.delete',
    key,
    payload: { key },
    delayMs: droppedFileMs,
  })
}

export const fileAddress = (key: string): string => `/files/${key}`
