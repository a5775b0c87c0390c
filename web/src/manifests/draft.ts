import type { ManifestContent, ManifestVersion, SchemaVersion } from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/convert.ts'
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
