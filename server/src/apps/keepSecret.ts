import type { SecretColumns } from '../credentials/makeSecret.ts'
import type { Tx } from '../db/schema.ts'
import { changeApp } from './store.ts'

/**
 * Keeps what is stored of the app's production secret.
 *
 * The app's `updated_at` stays: a secret is no field of a form, so nobody's open form has become stale.
 */
export async function keepSecret(tx: Tx, appId: number, columns: SecretColumns): Promise<void> {
  await changeApp(tx, appId, columns)
}
