import { DeveloperApp, type AppPermissions } from '@trestle/domain/apps/contract.ts'
import { refuseAction } from '@trestle/domain/apps/rules.ts'
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
import { useUpdateCredentials } from './queries.ts'

const Fields = z.object(redirectSchema)

const toFields = ({ redirect_uri, allowed_cors_domain }: DeveloperApp) => ({
  redirect_uri,
  allowed_cors_domain,
})

function useProductionForm(app: DeveloperApp) {
  const { t } = useTranslation()
  const form = useSchemaForm(Fields, toFields(app))
  const { mutateAsync: update } = useUpdateCredentials(app.id)
  const stale = useStaleSave({
    schema: DeveloperApp,
    stored: app,
    save: async (values: z.infer<typeof Fields>, since) => {
      const stored = await update({ ...values, if_unchanged_since: since })
      toast('success', t('credentials.production.saved'))
      return stored
    },
    onStored: (stored) => {
      form.setInitialValues(toFields(stored))
      form.reset()
    },
  })
  return { form, stale }
}

interface ProductionFormProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Edits production's redirect URIs and CORS domains (CRED-03, CRED-06, CRED-07, CRED-18). */
export function ProductionForm({ app, permissions }: ProductionFormProps) {
  const { t } = useTranslation()
  const { form, stale } = useProductionForm(app)
  const { canEdit } = permissions
  return (
    <>
      <FormShell
        form={form}
        labels={useRedirectLabels()}
        submitLabel={t('credentials.production.save')}
        disabledReason={canEdit ? null : refuseAction('app.edit').message}
        requiredNote={canEdit}
        saveHotkey
        onSubmit={stale.submit}
      >
        <RedirectFields
          inputProps={(field) => form.getInputProps(field)}
          readOnly={!canEdit}
          corsTip={t('credentials.redirects.corsTipProduction')}
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
