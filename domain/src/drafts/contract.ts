import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { inOneDirection, pathId, timestamp } from '../http/fields.ts'
import * as calls from './calls.ts'

/** The kinds of drafts: an app's next manifest, an app's listing, an announcement. */
export const draftKinds = ['manifest', 'listing', 'notification'] as const
export type DraftKind = (typeof draftKinds)[number]

const byKey = z.strictObject({
  kind: z.enum(draftKinds, { error: `Kind must be one of ${draftKinds.join(', ')}` }),
  /** An app or an announcement. `new` for an announcement that doesn't exist yet. */
  subject_id: z.union([z.literal('new'), pathId], 'Subject id must be a whole number from 1, or new'),
})
export type DraftKey = z.infer<typeof byKey>

const maxBasedOn = 200

const basedOn = z
  .string({ error: 'Based on must be a string or null' })
  .max(maxBasedOn, `Based on can have at most ${maxBasedOn} characters`)

/** Unsaved content of one person in an editor. Only the page that wrote it can read it. */
const Draft = z.object({
  content: z.unknown(),
  /** Identifies the state of the subject when editing began; null for none. */
  based_on: basedOn.nullable(),
  updated_at: timestamp,
})
export type Draft = z.infer<typeof Draft>

export const getDraft = endpoint({
  ...calls.getDraft,
  tokenActions: ['manifest.edit', 'listing.edit'],
  summary:
    "Get the caller's unsaved draft; null if there is none, or if they may see the app but not edit it",
  params: byKey,
  reply: z.object({ draft: Draft.nullable() }),
})

export const putDraft = endpoint({
  ...calls.putDraft,
  tokenActions: ['manifest.edit', 'listing.edit'],
  summary: "Store the caller's draft and replace an earlier one; saving the subject deletes it",
  params: byKey,
  body: z.strictObject({
    content: z.unknown().refine((content) => content !== undefined, 'Content is required'),
    based_on: basedOn.refine(...inOneDirection).nullable(),
  }),
  bodyLimit: { kilobytes: 1024, values: 10_000 },
  reply: Draft.pick({ updated_at: true }),
})

export const deleteDraft = endpoint({
  ...calls.deleteDraft,
  tokenActions: ['manifest.edit', 'listing.edit'],
  summary: "Delete the caller's draft if there is one",
  params: byKey,
  success: 204,
})
