import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { refuseAction } from '@trestle/domain/apps/rules.ts'
import { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useStaleSave } from '../shared/useStaleSave.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { RedirectFields } from '../shared/RedirectFields.tsx'
import { redirectSchema, useRedirectLabels } from '../shared/redirects.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useUpdateSandbox } from './queries.ts'
import { SandboxFacts } from './SandboxFacts.tsx'

const Fields = z.object(redirectSchema)

const toFields = ({ redirect_uri, allowed_cors_domain }: Sandbox) => ({ redirect_uri, allowed_cors_domain })

interface SandboxFormProps {
  sandbox: Sandbox
  canEdit: boolean
  role: AppRole | null
  secret: ReactNode
}

function useSandboxForm(sandbox: Sandbox) {
  const { t } = useTranslation()
  const form = useSchemaForm(Fields, toFields(sandbox))
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
      form.setInitialValues(toFields(stored))
      form.reset()
    },
  })
  return { form, stale }
}

/** Shows the live sandbox: its facts, and the settings its developers may change (SBX-04, SBX-12, SBX-22). */
export function SandboxForm({ sandbox, canEdit, role, secret }: SandboxFormProps) {
  const { t } = useTranslation()
  const { form, stale } = useSandboxForm(sandbox)
  const isGuest = role === 'user'
  const labels = useRedirectLabels()
  if (isGuest) return <SandboxFacts sandbox={sandbox} secret={secret} isGuest />
  return (
    <>
      <SandboxFacts sandbox={sandbox} secret={secret} isGuest={false} />
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t('sandboxes.form.save')}
        disabledReason={canEdit ? null : refuseAction('sandbox.edit').message}
        requiredNote={canEdit}
        saveHotkey
        onSubmit={stale.submit}
      >
        <RedirectFields
          inputProps={(field) => form.getInputProps(field)}
          readOnly={!canEdit}
          corsTip={t('credentials.redirects.corsTipSandbox')}
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
