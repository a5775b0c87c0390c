import type { Draft } from '@trestle/domain/drafts/contract.ts'
import { useImperativeHandle, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../shared/drafts/DraftNotice.tsx'
import { DraftStatusText } from '../../shared/drafts/DraftStatusText.tsx'
import { useDraft, type DraftHandle } from '../../shared/drafts/useDraft.ts'
import '../../texts/manifests.ts'
import { manifestDraftKey, readManifestDraft, textDifference } from './manifestDraft.ts'

/** The draft of an editor whose text no other view shares. */
export interface OwnDraft {
  /** As loaded when the editor opened. */
  stored: Draft | null
  /** Receives the function that the dialog calls when it closes. */
  handle: RefObject<DraftHandle | null>
}

interface EditorDraftProps extends OwnDraft {
  appId: number
  startText: string
  text: string
  allowEmpty: boolean
  basedOn: string | null
  onText: (text: string) => void
}

/** Saves the editor's text while the user types. */
export function EditorDraft(props: EditorDraftProps) {
  const { startText, text, allowEmpty, onText, handle } = props
  const { t } = useTranslation()
  const draft = useDraft({
    draftKey: manifestDraftKey(props.appId),
    stored: props.stored,
    read: readManifestDraft,
    content: text === startText ? null : { text, allow_empty: allowEmpty },
    basedOn: props.basedOn,
    onRestore: (typed) => onText(typed.text),
    onDiscard: () => onText(startText),
    compare: (typed) => textDifference(t('manifests.editor.json'), startText, typed.text),
  })
  useImperativeHandle(handle, () => draft)
  return (
    <>
      <DraftNotice draft={draft} />
      <DraftStatusText status={draft.status} />
    </>
  )
}
