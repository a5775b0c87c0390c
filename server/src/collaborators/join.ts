import type { AppRole, Tx } from '../db/schema.ts'
import { insertCollaborator } from './store.ts'

interface Newcomer {
  app_id: number
  developer_id: number
  role: AppRole
}

/** Adds someone to an app. */
export async function join(tx: Tx, now: Date, newcomer: Newcomer): Promise<void> {
  await insertCollaborator(tx, { ...newcomer, created_at: now, updated_at: now })
}
