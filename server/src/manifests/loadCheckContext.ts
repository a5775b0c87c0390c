import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import type { CheckContext } from '@trestle/domain/manifests/validation/checks.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import type { Db } from '../db/schema.ts'
import type { Settings } from '../settings.ts'
import { loadSiblings, parseContent } from './present.ts'
import { findVersion, listNumbers } from './store.ts'

/** Loads the inputs to the checks of an app's next version. */
export async function loadCheckContext(
  db: Db,
  app: AppRow,
  settings: Settings,
  allowEmpty: boolean,
): Promise<CheckContext> {
  const { authCodeLocked } = await loadSiblings(db, app, settings)
  return {
    isGovernmentCloud: settings.GOV_CLOUD,
    allowEmpty,
    authCodeLocked,
    isServiceAccountBarred: !app.confidential && !(await hasServiceAccount(db, app.id)),
  }
}

/**
 * Returns whether the newest version has a service account. The team of an app that became public keeps it and can
 * still change something else.
 */
async function hasServiceAccount(db: Db, appId: number): Promise<boolean> {
  const [newest] = await listNumbers(db, appId)
  const version = newest && (await findVersion(db, newest.id))
  return version !== undefined && splitManifest(parseContent(version.content)).permissions !== null
}
