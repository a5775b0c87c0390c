import type { Difference } from '../../shared/drafts/useDraft.ts'

/** The draft of an app's next version. The text is stored as typed, so it may not be JSON yet. */
export interface ManifestDraft {
  text: string
  /** CONF-45 */
  allow_empty: boolean
}

/** Returns a stored draft, or null for anything else. */
export function readManifestDraft(content: unknown): ManifestDraft | null {
  const { text, allow_empty }: Partial<Record<keyof ManifestDraft, unknown>> = Object(content)
  return typeof text === 'string' && typeof allow_empty === 'boolean' ? { text, allow_empty } : null
}

export const manifestDraftKey = (appId: number) => ({ kind: 'manifest', subject_id: appId }) as const

/** Returns the difference between two manifests as text. */
export const textDifference = (label: string, saved: string, typed: string): Difference[] =>
  saved === typed ? [] : [{ label, saved, typed }]
