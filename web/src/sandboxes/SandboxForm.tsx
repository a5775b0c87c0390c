import { Textarea, TextInput } from '@mantine/core'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { refuseAction } from '@trestle/domain/apps/rules.ts'
import { corsDomainErrors, redirectUriErrors } from '@trestle/domain/credentials/rules.ts'
import { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useStaleSave } from '../http/useStaleSave.ts'
import { LeaveGuard } from '../LeaveGuard.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useUpdateSandbox } from './queries.ts'
import classes from './SandboxCard.module.css'
import { SandboxFacts } from './SandboxFacts.tsx'

/** The shared rules, as the form's schema: one message per field, one line per fault. */
const checkedBy = (rule: (text: string) => string[]) =>
  z.string().superRefine((text, context) => {
    const errors = rule(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errors.join('\n') })
  })

const Fields = z.object({
  redirect_uri: checkedBy(redirectUriErrors),
  allowed_cors_domain: checkedBy(corsDomainErrors),
})

const fieldsOf = ({ redirect_uri, allowed_cors_domain }: Sandbox) => ({ redirect_uri, allowed_cors_domain })

interface SandboxFormProps {
  sandbox: Sandbox
  canEdit: boolean
  role: AppRole | null
}

function useSandboxForm(sandbox: Sandbox) {
  const { t } = useTranslation()
  const form = useSchemaForm(Fields, fieldsOf(sandbox))
  const { mutateAsync: update } = useUpdateSandbox(sandbox.id)
  const stale = useStaleSave({
    schema: Sandbox,
    stored: sandbox,
    save: async (values: z.infer<typeof Fields>, since) => {
      const stored = await update({ ...values, if_unchanged_since: since })
      toast('success', t('sandboxes.form.saved'))
      return stored
    },
    onStored: (stored) => {
      form.setInitialValues(fieldsOf(stored))
      form.reset()
    },
  })
  return { form, stale }
}

/** The live sandbox: its facts, and what its people may set (SBX-04, SBX-12, SBX-22). */
export function SandboxForm({ sandbox, canEdit, role }: SandboxFormProps) {
  const { t } = useTranslation()
  const { form, stale } = useSandboxForm(sandbox)
  const isGuest = role === 'user'
  const labels = {
    redirect_uri: t('sandboxes.form.redirectUris'),
    allowed_cors_domain: t('sandboxes.form.cors'),
  }
  if (isGuest) return <SandboxFacts sandbox={sandbox} isGuest />
  return (
    <>
      <SandboxFacts sandbox={sandbox} isGuest={false} />
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t('sandboxes.form.save')}
        disabledReason={canEdit ? null : refuseAction('sandbox.edit').message}
        saveHotkey
        onSubmit={stale.submit}
      >
        <Textarea
          className={classes['lines'] ?? ''}
          label={labels.redirect_uri}
          description={
            <>
              {t('sandboxes.form.redirectHint')} {t('sandboxes.form.redirectlessHint')}
            </>
          }
          required
          autosize
          minRows={3}
          readOnly={!canEdit}
          spellCheck={false}
          {...form.getInputProps('redirect_uri')}
        />
        <TextInput
          className={classes['lines'] ?? ''}
          label={labels.allowed_cors_domain}
          description={t('sandboxes.form.corsHint')}
          placeholder="https://app.example.com, example.com"
          readOnly={!canEdit}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('allowed_cors_domain')}
        />
      </FormShell>
      <StaleSaveDialog
        opened={stale.isStale}
        onKeep={stale.keep}
        onReload={stale.reload}
        onOverwrite={stale.overwrite}
      />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
