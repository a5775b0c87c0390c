import { z } from 'zod'
import type { Difference } from '../drafts/useDraft.ts'

/** What is drafted of an app's next version. The text is as it was typed: it may be no JSON yet. */
export const ManifestDraft = z.object({
  text: z.string(),
  /** CONF-45 */
  allow_empty: z.boolean(),
})
export type ManifestDraft = z.infer<typeof ManifestDraft>

export const manifestDraftKey = (appId: number) => ({ kind: 'manifest', subject_id: appId }) as const

/** Compares two manifests as text. */
export const textDifference = (label: string, saved: string, typed: string): Difference[] =>
  saved === typed ? [] : [{ label, saved, typed }]
