import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { parseContent } from '../manifests/present.ts'
import type { AccessTokenClaims } from './checkToken.ts'
import type { ClientRow, NewestVersion } from './clients/store.ts'

interface AppClaims {
  /** The claims of every token of the app. */
  claims: Pick<AccessTokenClaims, 'gen' | 'app_version_id'>
  /** The permissions of the app's service account; null if the newest manifest has none. */
  permissions: AccessTokenClaims['permissions'] | null
}

/** Returns the claims of an app's tokens about its credentials and its newest version, if it has one. */
export function composeAppClaims(
  { generation }: Pick<ClientRow, 'generation'>,
  version: NewestVersion | undefined,
): AppClaims {
  const content = version?.content ? parseContent(version.content) : undefined
  const hasServiceAccount = content && splitManifest(content).permissions !== null
  return {
    claims: { gen: generation, ...(version && { app_version_id: version.app_version_id }) },
    permissions: hasServiceAccount ? configuredContent(content).permissions : null,
  }
}
