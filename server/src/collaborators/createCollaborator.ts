import type { AppRole, Tx } from '../db/schema.ts'
import { insertCollaborator } from './store.ts'

interface NewCollaborator {
  app_id: number
  developer_id: number
  role: AppRole
}

/** Gives someone a role on an app. */
export async function createCollaborator(tx: Tx, now: Date, collaborator: NewCollaborator): Promise<void> {
  await insertCollaborator(tx, { ...collaborator, created_at: now, updated_at: now })
}
