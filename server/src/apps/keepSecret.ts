import type { SecretColumns } from '../credentials/makeSecret.ts'
import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

/**
 * Stores the columns of the app's production secret.
 *
 * Leaves `updated_at` alone: a secret is not a form field, so open forms don't become stale.
 */
export async function keepSecret(tx: Tx, appId: number, columns: SecretColumns): Promise<void> {
  await changeApp(tx, appId, columns)
}
