import type {
  ManifestContent,
  ManifestVersion,
  SchemaVersion,
  VersionableType,
} from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/convert.ts'
import { compareVersions } from '@trestle/domain/manifests/rules.ts'
import { manifestText } from './manifestText.ts'

export const newestSchema: SchemaVersion = '4.1'

export interface Draft {
  /** Null when the content cannot be written as JSON (ERR-21). */
  text: string | null
  basedOn: ManifestVersion | null
  /** The latest version was written in an older schema. */
  isConverted: boolean
  /** JSON pointers into the old document: what has no place in the newest schema. */
  dropped: string[]
}

/**
 * The version the next one starts from; in government cloud there are none but those of production.
 *
 * Lists come newest first: of a version and its promoted copy, which have the same number, the older one is the source.
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

/** A new draft starts from the latest version's next content, or else from the newest template (MAN-41). */
export function draftFrom(
  latest: ManifestVersion | undefined,
  templates: Record<SchemaVersion, ManifestContent>,
): Draft {
  if (!latest) {
    return { text: manifestText(templates[newestSchema]), basedOn: null, isConverted: false, dropped: [] }
  }
  return {
    text: manifestText(latest.next_version_content),
    basedOn: latest,
    isConverted: latest.content['schema_version'] !== latest.next_version_content['schema_version'],
    dropped: toVersion41(latest.content).dropped,
  }
}
