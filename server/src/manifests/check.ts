import type { EnvironmentType, ManifestError } from '@trestle/domain/manifests/contract.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import type { Services } from '../services.ts'
import { findSiblings } from './present.ts'
import { validateManifest } from './validate.ts'

/** Returns the errors of a manifest without saving it (MAN-28). */
export async function checkManifest(
  { db, settings }: Services,
  actor: Actor,
  appId: number,
  draft: {
    content: unknown
    bodyText: string
    allowEmpty: boolean
    environment: EnvironmentType | undefined
  },
): Promise<ManifestError[]> {
  requireEnvironment(settings, draft.environment)
  const { app } = await loadAppFor(db, actor, appId, 'manifest.view')
  const { authCodeLocked } = await findSiblings(db, app, settings)
  const context = { isGovernmentCloud: settings.GOV_CLOUD, allowEmpty: draft.allowEmpty, authCodeLocked }
  return validateManifest(draft.content, context, draft.bodyText)
}
