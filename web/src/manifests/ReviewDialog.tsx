import { Stack, Text, Textarea } from '@mantine/core'
import { maxReviewNotes, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { reviewMoveLabels, versionLabel, type ReviewMove } from '@trestle/domain/manifests/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { CancelButton } from './CancelButton.tsx'

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

export function ReviewDialog({ step, ...props }: ReviewDialogProps) {
  const { t } = useTranslation()
  const [isDirty, setIsDirty] = useState(false)
  const title = step ? t(`manifests.review.${step.move}.title`, { version: versionLabel(step.version) }) : ''
  return (
    <Modal opened={step !== null} onClose={props.onClose} title={title} unsaved={isDirty}>
      {step && <ReviewForm {...props} step={step} onDirty={setIsDirty} />}
    </Modal>
  )
}

interface ReviewFormProps extends ReviewDialogProps {
  step: ReviewStep
  onDirty: (isDirty: boolean) => void
}

const Notes = z.object({
  notes: z.string().trim().max(maxReviewNotes, `Character limit exceeded (${maxReviewNotes})`),
})

function ReviewForm({ step, onReview, onClose, onDirty }: ReviewFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(Notes, { notes: '' })
  form.watch('notes', ({ value }) => onDirty(value !== ''))
  const label = t(`manifests.review.${step.move}.notes`)
  const review = async ({ notes }: { notes: string }) => {
    await onReview(step, notes.trim())
    onDirty(false)
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
        actions={<CancelButton isDirty={form.isDirty()} onCancel={onClose} />}
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
