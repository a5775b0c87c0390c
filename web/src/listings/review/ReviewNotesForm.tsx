import type { Submission } from '@trestle/domain/listings/contract.ts'
import { useTranslation } from 'react-i18next'
import { PartLeaveGuard } from '../../shared/LeaveGuard.tsx'
import { useStoredForm } from '../../shared/useStaleSave.ts'
import '../../texts/listings.ts'
import { FormShell } from '../../ui/FormShell.tsx'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { lazySchemas } from '../../ui/lazySchema.ts'
import { Section } from '../../ui/Section.tsx'
import { StaleSaveDialog } from '../../ui/StaleSaveDialog.tsx'
import { toast } from '../../ui/toast.ts'
import { saveMarks } from '../mutations.ts'

interface ReviewNotesFormProps {
  current: Submission
  readOnly: boolean
  onMarked: (stored: Submission) => void
}

const schema = lazySchemas(() => import('./schemas.ts'))(({ notesSchema }) => notesSchema)

const toFields = ({ admin_notes }: Submission) => ({ admin_notes: admin_notes ?? '' })

/** Edits the reviewers' internal notes about a listing, which its developers never see (LADM-16, LADM-17). */
export function ReviewNotesForm({ current, readOnly, onMarked }: ReviewNotesFormProps) {
  const { t } = useTranslation()
  const { form, submit, dialog } = useStoredForm({
    stored: current,
    fields: schema,
    toValues: toFields,
    save: async (changed, since) => {
      const saved = await saveMarks(current.id, { ...changed, if_unchanged_since: since })
      toast('success', t('listings.staff.saved'))
      onMarked(saved)
      return saved
    },
  })
  return (
    <Section title={t('listings.staff.admin_notes')} description={t('listings.staff.admin_notesDetail')}>
      <FormShell
        form={form}
        labels={{ admin_notes: t('listings.staff.admin_notes') }}
        submitLabel={t('listings.staff.saveNotes')}
        isForStaff
        requiredNote={false}
        disabledReason={readOnly ? t('listings.actions.why.decideDeleted') : null}
        onSubmit={submit}
      >
        <GrowingTextarea
          label={t('listings.staff.admin_notes')}
          readOnly={readOnly}
          minRows={3}
          maxRows={12}
          {...form.getInputProps('admin_notes')}
        />
      </FormShell>
      <PartLeaveGuard unsaved={form.isDirty()} question={t('listings.leave')} />
      <StaleSaveDialog {...dialog} />
    </Section>
  )
}
