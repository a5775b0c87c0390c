import type {
  ManifestContent,
  ManifestVersion,
  SchemaVersion,
  VersionableType,
} from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import { compareVersions } from '@trestle/domain/manifests/versions.ts'
import { stringifyManifest } from './manifestText.ts'

export const newestSchema: SchemaVersion = '4.1'

export interface Draft {
  /** Null when JSON can't represent the content (ERR-21). */
  text: string | null
  basedOn: ManifestVersion | null
  /** True when the latest version has an older schema. */
  isConverted: boolean
  /** JSON pointers into the old document, to what the newest schema does not support. */
  dropped: string[]
}

/**
 * Returns the version the next one starts from; in government cloud only production versions exist.
 *
 * Lists are newest first: a version and its promoted copy have the same number, and the older one is the source.
 */
export const findNewest = (
  versions: readonly ManifestVersion[],
  type: VersionableType,
): ManifestVersion | undefined =>
  versions
    .filter((version) => type === 'Sandbox' || version.versionable_type === type)
    .reduce<ManifestVersion | undefined>(
      (newest, version) => (newest && compareVersions(newest, version) > 0 ? newest : version),
      undefined,
    )

/** Returns a new draft from the latest version's next content, otherwise from the newest template (MAN-41). */
export function draftFrom(
  latest: ManifestVersion | undefined,
  templates: Record<SchemaVersion, ManifestContent>,
): Draft {
  if (!latest) {
    return {
      text: stringifyManifest(templates[newestSchema]),
      basedOn: null,
      isConverted: false,
      dropped: [],
    }
  }
  return {
    text: stringifyManifest(latest.next_version_content),
    basedOn: latest,
    isConverted: latest.content['schema_version'] !== latest.next_version_content['schema_version'],
    dropped: toVersion41(latest.content).dropped,
  }
}
