import { z } from 'zod'
import type { Difference } from '../../shared/drafts/useDraft.ts'

/** The draft of an app's next version. The text is stored as typed, so it may not be JSON yet. */
export const ManifestDraft = z.object({
  text: z.string(),
  /** CONF-45 */
  allow_empty: z.boolean(),
})
export type ManifestDraft = z.infer<typeof ManifestDraft>

export const manifestDraftKey = (appId: number) => ({ kind: 'manifest', subject_id: appId }) as const

/** Returns the difference between two manifests as text. */
export const textDifference = (label: string, saved: string, typed: string): Difference[] =>
  saved === typed ? [] : [{ label, saved, typed }]
