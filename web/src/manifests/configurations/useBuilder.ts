import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import { withConfigured } from '@trestle/domain/manifests/configurations/configured.ts'
import type {
  ConfiguredContent,
  ManifestContent,
  ManifestError,
  ManifestVersion,
  SchemaVersion,
} from '@trestle/domain/manifests/contract.ts'
import { toVersion41 } from '@trestle/domain/manifests/document/convert.ts'
import { schemaVersionText } from '@trestle/domain/manifests/document/parts.ts'
import { instructionFields, type InstructionField } from '@trestle/domain/manifests/saving.ts'
import { useState } from 'react'
import { draftFrom, newestSchema, type Draft } from '../editor/draft.ts'
import type { ManifestDraft } from '../editor/manifestDraft.ts'
import { parseManifest, stringifyManifest } from '../editor/manifestText.ts'
import { isSame } from '../../ui/isSame.ts'

/** The one document that the cards and the JSON editor both edit. */
interface Edits extends Omit<Draft, 'text'> {
  document: ManifestContent
  /** The text as typed into the editor; null once a card has changed the document. */
  text: string | null
  /** The document has parts from the JSON editor, which accepts what the cards can't check. */
  isTyped: boolean
  /** Set by the data connector card, reset when a version is loaded (CONF-45 to CONF-47). */
  allowEmpty: boolean
  /** Instruction fields the user has left, whose problems may be shown (CONF-39). */
  left: readonly InstructionField[]
}

/** The errors the server reported for a document. */
interface Refusal {
  document: ManifestContent
  errors: readonly ManifestError[]
}

type Templates = Record<SchemaVersion, ManifestContent>

function startFrom(base: ManifestVersion | undefined, templates: Templates): Edits {
  const { text: _, ...draft } = draftFrom(base, templates)
  const document = base ? base.next_version_content : templates[newestSchema]
  return { ...draft, document, text: null, isTyped: false, allowEmpty: false, left: [] }
}

/** Applies a change from the cards; a document in an older schema is converted. */
function changed(edits: Edits, configured: ConfiguredContent, allowEmpty: boolean): Edits {
  const document = withConfigured(edits.document, configured)
  const isOld = schemaVersionText(edits.document) !== newestSchema
  const conversion = isOld
    ? { basedOn: edits.basedOn, isConverted: true, dropped: toVersion41(edits.document).dropped }
    : {}
  return { ...edits, ...conversion, document, text: null, allowEmpty }
}

const typed = (draft: Edits, document: ManifestContent, text: string): Edits => {
  if (isSame(document, draft.document)) return draft
  return {
    ...draft,
    document,
    text,
    isTyped: true,
    isConverted: false,
    dropped: [],
    left: instructionFields,
  }
}

/** Returns the draft of the next version, which follows the newest version until something is edited (MAN-41). */
export function useBuilder(newest: ManifestVersion | undefined, templates: Templates) {
  const [edits, setEdits] = useState<Edits | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isChanged = (each: Edits) =>
    !isSame(each.document, startFrom(each.basedOn ?? undefined, templates).document)
  /** Edits without a change fall back to the newest version, even if it is newer than their base. */
  const toDraft = (each: Edits | null): Edits =>
    each && isChanged(each) ? each : { ...startFrom(newest, templates), left: each?.left ?? [] }
  const edit = (change: (draft: Edits) => Edits) => setEdits((latest) => change(toDraft(latest)))
  const draft = toDraft(edits)

  return {
    ...draft,
    configured: configuredContent(draft.document),
    /** Initial text of the JSON editor. */
    text: draft.text ?? stringifyManifest(draft.document) ?? '',
    isDirty: edits !== null && isChanged(edits),
    refused: refusal !== null && isSame(refusal.document, draft.document) ? refusal.errors : [],
    change: (configured: ConfiguredContent, allowEmpty?: boolean) =>
      edit((latest) => changed(latest, configured, allowEmpty ?? latest.allowEmpty)),
    leave: (...fields: readonly InstructionField[]) =>
      edit((latest) => ({ ...latest, left: [...new Set([...latest.left, ...fields])] })),
    /** Applies what was typed into the JSON editor; a string that is not a manifest changes nothing. */
    type: (text: string) => {
      const document = parseManifest(text)
      if (document !== null) edit((latest) => typed(latest, document, text))
    },
    /** Restores unsaved input on top of the newest version. Returns false for a string that is not a manifest. */
    restore: ({ text, allow_empty: allowEmpty }: ManifestDraft): boolean => {
      const document = parseManifest(text)
      if (document === null) return false
      setEdits(typed({ ...startFrom(newest, templates), allowEmpty }, document, text))
      return true
    },
    refuse: (errors: readonly ManifestError[]) => setRefusal({ document: draft.document, errors }),
    reset: () => {
      setEdits(null)
      setRefusal(null)
    },
  }
}

export type Builder = ReturnType<typeof useBuilder>
