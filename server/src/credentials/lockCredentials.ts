import { noProductionCredentials } from '@trestle/domain/credentials/rules.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import { hasPromotedDataConnector } from '../manifests/dataConnector.ts'
import type { Services } from '../services.ts'
import { lockSandboxForSecrets } from './secrets/store.ts'

/** An app whose secrets of one environment no other request can change until the transaction ends. */
export interface LockedCredentials {
  app: AppRow
  /** The client id. */
  uid: string
}

/** Locks the same rows as a reset, in the same order: the app, then its sandbox. */
export async function lockCredentials(
  tx: Tx,
  { settings }: Services,
  actor: Actor,
  { id, environment }: { id: number; environment: CredentialEnvironment },
): Promise<LockedCredentials> {
  requireEnvironment(settings, environment)
  const { app } = await lockAppFor(tx, actor, id, 'credentials.rotate')
  if (environment === 'production') {
    if (!(await hasPromotedDataConnector(tx, app.id))) throw refusalError('conflict', noProductionCredentials)
    return { app, uid: app.uid }
  }
  const sandbox = await lockSandboxForSecrets(tx, id)
  if (!sandbox?.app_id || sandbox.status !== 'live') {
    throw refusalError('conflict', "The sandbox has no client secret until it's live.")
  }
  return { app, uid: sandbox.app_id }
}
