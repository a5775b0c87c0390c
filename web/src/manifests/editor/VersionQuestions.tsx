import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { OvertakenDialog } from './OvertakenDialog.tsx'
import { ReleaseForm } from '../versions/ReleaseForm.tsx'
import type { VersionDraft } from './useVersionDraft.ts'

interface VersionQuestionsProps {
  draft: VersionDraft
  /** Null while the text is not a manifest. */
  content: ManifestContent | null
  /** Gets the focus of someone who wants another number. */
  numberField: RefObject<HTMLInputElement | null>
  /** Restarts from the version that someone else saved. */
  onReload: () => void
}

/** Shows the questions between Create and a saved version. */
export function VersionQuestions({ draft, content, numberField, onReload }: VersionQuestionsProps) {
  return (
    <>
      <JumpDialog draft={draft} numberField={numberField} />
      {content && <ReleaseDialog draft={draft} content={content} />}
      <OvertakenDialog draft={draft} onReload={onReload} />
    </>
  )
}

/** Confirms a version number far from the last one (MAN-34). */
function JumpDialog({ draft, numberField }: Pick<VersionQuestionsProps, 'draft' | 'numberField'>) {
  const { t } = useTranslation()
  const isAccepted = useRef(false)
  const numbers = { version: draft.wanted ?? '', highest: draft.highest ?? '' }
  return (
    <ConfirmDialog
      opened={draft.question === 'jump'}
      onClose={() => draft.dismiss('jump')}
      onClosed={() => {
        if (!isAccepted.current) {
          // Selecting the text doesn't focus the field.
          numberField.current?.focus()
          numberField.current?.select()
        }
        isAccepted.current = false
      }}
      title={t('manifests.jump.title', numbers)}
      confirmLabel={t('manifests.jump.confirm', numbers)}
      cancelLabel={t('manifests.jump.cancel')}
      onConfirm={() => {
        isAccepted.current = true
        return draft.acceptJump()
      }}
    >
      {t(draft.highest === null ? 'manifests.jump.detailFirst' : 'manifests.jump.detail', numbers)}
    </ConfirmDialog>
  )
}

/**
 * Asks for release notes on save: government cloud has no promotion, so the version is immediately available to
 * every company with its key (PROM-08).
 */
function ReleaseDialog({ draft, content }: { draft: VersionDraft; content: ManifestContent }) {
  const { t } = useTranslation()
  const title =
    draft.wanted === null
      ? t('manifests.release.titleUnnumbered')
      : t('manifests.release.title', { version: draft.wanted })
  return (
    <Modal
      opened={draft.question === 'release'}
      onClose={() => draft.dismiss('release')}
      title={title}
      size="lg"
    >
      <ReleaseForm
        content={content}
        configured={configuredContent(content)}
        newestProduction={draft.basedOn}
        consequence={t('manifests.release.create')}
        notes={draft.changelog}
        submitLabel={t('manifests.release.submit')}
        errorTitle={t('manifests.save.failed')}
        keepsErrorTitle
        onRelease={draft.release}
      />
    </Modal>
  )
}
