import { Stack, Text } from '@mantine/core'
import { optionalText, requiredText } from '@trestle/domain/http/fields.ts'
import { maxReviewNotes, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { needsNotes, reviewTransitionLabels, type ReviewTransition } from '@trestle/domain/manifests/rules.ts'
import { isSuperseded, versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import { useConfirmation } from '../../shared/useConfirmation.ts'
import '../../texts/manifests.ts'
import '../../texts/releases.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { ExampleNote } from '../editor/ExampleNote.tsx'
import notesClasses from '../versions/NotesDialog.module.css'
import { PermissionChanges } from '../versions/PermissionChanges.tsx'
import releaseClasses from '../versions/ReleaseForm.module.css'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useLast } from '../../ui/useLast.ts'

export interface ReviewStep {
  version: ManifestVersion
  transition: ReviewTransition
}

export interface ReviewInput {
  notes: string
  /** The user confirmed what the step removes from the marketplace. */
  confirmed: boolean
}

export interface ReviewDialogProps {
  opened: boolean
  /** Null while the dialog is closed. */
  step: ReviewStep | null
  published: ManifestVersion | null
  onReview: (step: ReviewStep, input: ReviewInput) => Promise<void>
  onClose: () => void
}

export function ReviewDialog({ opened, step, published, onReview, onClose }: ReviewDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(step)
  const title = shown
    ? t(`manifests.review.${shown.transition}.title`, { version: versionLabel(shown.version) })
    : ''
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      {shown && <ReviewForm step={shown} published={published} onReview={onReview} />}
    </Modal>
  )
}

interface ReviewFormProps {
  step: ReviewStep
  published: ManifestVersion | null
  onReview: ReviewDialogProps['onReview']
}

const NeededNotes = z.object({ notes: requiredText(maxReviewNotes) })
const Notes = z.object({ notes: optionalText(maxReviewNotes) })

/** Asks for a message to the other side, except for a withdrawal, which notifies no one. */
function ReviewForm({ step: { version, transition }, published, onReview }: ReviewFormProps) {
  const { t } = useTranslation()
  const isNeeded = needsNotes(transition)
  // A submission after a rejection or withdrawal rarely needs other notes, such as a test login.
  const notesBefore = transition === 'submit' ? version.developer_notes : null
  const form = useSchemaForm(isNeeded ? NeededNotes : Notes, { notes: notesBefore ?? '' })
  const label = transition === 'withdraw' ? '' : t(`manifests.review.${transition}.notes`)
  const { question, attempt } = useConfirmation()
  const review = ({ notes }: { notes: string }) =>
    attempt((confirmed) => onReview({ version, transition }, { notes: notes.trim(), confirmed }))
  const action = reviewTransitionLabels[transition]
  return (
    <Stack gap="md">
      <LeaveGuard unsaved={form.isDirty()} />
      <Text>
        {t(
          isSuperseded(version, published)
            ? 'manifests.review.superseded.detail'
            : `manifests.review.${transition}.detail`,
        )}
      </Text>
      {transition === 'approve' && <ApprovedContent version={version} published={published} />}
      {transition === 'submit' && <ExampleNote content={version.content} />}
      <FormShell
        form={form}
        labels={{ notes: label }}
        onSubmit={review}
        submitLabel={question === null ? action : t('ui.anyway', { action })}
        errorTitle={t('manifests.review.failed')}
        needsChange={false}
        requiredNote={false}
        danger={transition === 'reject'}
        saveHotkey
        cancel={<CancelButton />}
      >
        {transition !== 'withdraw' && (
          <GrowingTextarea
            label={label}
            description={t(`manifests.review.${transition}.notesHint`)}
            required={isNeeded}
            minRows={3}
            maxRows={10}
            data-autofocus
            {...form.getInputProps('notes')}
          />
        )}
        {question !== null && (
          <Banner tone="warning" announce>
            <p>{question}</p>
          </Banner>
        )}
      </FormShell>
    </Stack>
  )
}

/** Shows what staff are about to approve. */
function ApprovedContent({
  version,
  published,
}: {
  version: ManifestVersion
  published: ManifestVersion | null
}) {
  const { t } = useTranslation()
  // The list of versions is loaded again, with this one approved, before the dialog has closed.
  const [before] = useState(published)
  const { configured_manifest_content: content, developer_notes: notes } = version
  return (
    <div className={releaseClasses['consequences']}>
      <h3>{t('releases.promotion.permissions')}</h3>
      <PermissionChanges permissions={content.permissions} before={before} step="approval" />
      {notes && (
        <>
          <h3>{t('manifests.section.developerNotes')}</h3>
          <p className={notesClasses['text']}>{notes}</p>
        </>
      )}
    </div>
  )
}
