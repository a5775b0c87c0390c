import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { Db } from '../db/schema.ts'
import { parseContent } from '../manifests/present.ts'
import type { AccessTokenClaims } from './checkToken.ts'
import { findNewestVersion, type ClientRow } from './clients/store.ts'

interface AppClaims {
  /** What every token of the app says. */
  claims: Pick<AccessTokenClaims, 'gen' | 'app_version_id'>
  /** What the app's service account may do; null if the newest manifest has none. */
  permissions: AccessTokenClaims['permissions'] | null
}

/** Loads what tokens of an app say about its credentials and its newest manifest. */
export async function loadAppClaims(
  db: Db,
  environment: CredentialEnvironment,
  { app_id: appId, generation }: Pick<ClientRow, 'app_id' | 'generation'>,
): Promise<AppClaims> {
  const version = await findNewestVersion(db, environment, appId)
  const content = version && parseContent(version.content)
  const hasServiceAccount = content && splitManifest(content).permissions !== null
  return {
    claims: { gen: generation, ...(version && { app_version_id: version.app_version_id }) },
    permissions: hasServiceAccount ? configuredContent(content).permissions : null,
  }
}
