import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useStoredForm } from '../shared/useStaleSave.ts'
import '../texts/adminApp.ts'
import { toast } from '../ui/toast.ts'
import { toAdminValues, sentAdminApp, type AdminAppValues } from './adminAppValues.ts'
import { appSchema } from './lazySchema.ts'
import { useUpdateAdminApp } from './mutations.ts'
import { useUpload } from './useUpload.ts'

/** Creates the staff's app form. The page owns it, so that tabs and side panel share the unsaved changes. */
export function useAdminAppForm(app: AdminDeveloperApp) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useUpdateAdminApp(app.id)
  const upload = useUpload()
  const { form, submit, dialog } = useStoredForm<AdminAppValues, AdminDeveloperApp>({
    stored: app,
    fields: appSchema(({ adminAppSchema }) => adminAppSchema(app)),
    toValues: toAdminValues,
    save: async (changed, since) => {
      const { body, files } = sentAdminApp(changed)
      const saved = await upload.send(files !== undefined, (sending) =>
        update({ body: { ...body, if_unchanged_since: since }, files, ...sending }),
      )
      toast('success', t('adminApp.form.saved'))
      return saved
    },
  })

  return { form, dialog, upload, submit: (values: AdminAppValues) => upload.orCanceled(submit(values)) }
}

export type AdminAppFormState = ReturnType<typeof useAdminAppForm>
