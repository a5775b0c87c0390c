import type { Draft } from '@trestle/domain/drafts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../shared/drafts/useDraft.ts'
import '../../texts/manifests.ts'
import { manifestDraftKey, readManifestDraft, textDifference } from '../editor/manifestDraft.ts'
import type { Builder } from './useBuilder.ts'

/** Returns the text that only the open JSON editor has, and the draft of both views. */
export function useTypedText(
  app: { id: number },
  stored: Draft | null,
  builder: Builder,
  isPaused: boolean,
  onUnreadable: () => void,
) {
  const { t } = useTranslation()
  /** Null while the builder has the same text. */
  const [typed, setTyped] = useState<string | null>(null)
  const [restoredText, setRestoredText] = useState<string | null>(null)
  const clear = () => {
    setTyped(null)
    setRestoredText(null)
  }
  const text = typed ?? builder.text
  const isUnsaved = builder.isDirty || text !== builder.text
  const draft = useDraft({
    draftKey: manifestDraftKey(app.id),
    stored,
    read: readManifestDraft,
    content: isUnsaved ? { text, allow_empty: builder.allowEmpty } : null,
    basedOn: builder.basedOn?.app_version_id ?? null,
    isPaused,
    onRestore: (content) => {
      if (builder.restore(content)) return
      setTyped(content.text)
      setRestoredText(content.text)
      onUnreadable()
    },
    onDiscard: () => {
      clear()
      builder.reset()
    },
    compare: (content) => textDifference(t('manifests.editor.json'), builder.text, content.text),
  })
  return { draft, restoredText, type: setTyped, clear }
}
