import type { EnvironmentType, ManifestError } from '@trestle/domain/manifests/contract.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import type { Services } from '../services.ts'
import { loadCheckContext } from './loadCheckContext.ts'
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
  const context = await loadCheckContext(db, app, settings, draft.allowEmpty)
  return validateManifest(draft.content, context, draft.bodyText)
}
