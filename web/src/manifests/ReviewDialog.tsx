import { Stack, Text, Textarea } from '@mantine/core'
import { maxReviewNotes, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { reviewMoveLabels, versionLabel, type ReviewMove } from '@trestle/domain/manifests/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormShell } from '../ui/FormShell.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { CancelButton, GuardedModal, useUnsaved } from './GuardedModal.tsx'
import { useLast } from './useLast.ts'

export interface ReviewStep {
  version: ManifestVersion
  move: ReviewMove
}

interface ReviewDialogProps {
  /** Null while the dialog is closed. */
  step: ReviewStep | null
  onReview: (step: ReviewStep, notes: string) => Promise<void>
  onClose: () => void
}

export function ReviewDialog({ step, onReview, onClose }: ReviewDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(step)
  const title = shown
    ? t(`manifests.review.${shown.move}.title`, { version: versionLabel(shown.version) })
    : ''
  return (
    <GuardedModal opened={step !== null} onClose={onClose} title={title}>
      {shown && <ReviewForm step={shown} onReview={onReview} />}
    </GuardedModal>
  )
}

interface ReviewFormProps {
  step: ReviewStep
  onReview: ReviewDialogProps['onReview']
}

const Notes = z.object({
  notes: z.string().trim().max(maxReviewNotes, `Character limit exceeded (${maxReviewNotes})`),
})

function ReviewForm({ step, onReview }: ReviewFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(Notes, { notes: '' })
  useUnsaved(form.isDirty())
  const label = t(`manifests.review.${step.move}.notes`)
  const review = async ({ notes }: { notes: string }) => {
    await onReview(step, notes.trim())
  }
  return (
    <Stack gap="md">
      <Text>{t(`manifests.review.${step.move}.detail`)}</Text>
      <FormShell
        form={form}
        labels={{ notes: label }}
        onSubmit={review}
        submitLabel={reviewMoveLabels[step.move]}
        errorTitle={t('manifests.review.failed')}
        needsChange={false}
        requiredNote={false}
        saveHotkey
        actions={<CancelButton />}
      >
        <Textarea
          label={label}
          description={t(`manifests.review.${step.move}.notesHint`)}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...form.getInputProps('notes')}
        />
      </FormShell>
    </Stack>
  )
}
