import type { Tx } from '../db/schema.ts'
import type { SecretColumns } from './makeSecret.ts'

/** Stores the app's production secret. Leaves `updated_at` alone: open forms don't become stale. */
export async function storeSecret(tx: Tx, appId: number, columns: SecretColumns): Promise<void> {
  await tx.updateTable('developer_apps').set(columns).where('id', '=', appId).execute()
}
