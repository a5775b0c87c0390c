import { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useFollowStored, useStaleSave } from '../shared/useStaleSave.ts'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { adminAppSchema, toAdminValues, sentAdminApp, type AdminAppValues } from './adminAppValues.ts'
import { useUpdateAdminApp } from './queries.ts'
import { useUpload } from './useUpload.ts'

/** Creates the staff's app form. The page owns it, so that tabs and side panel share the unsaved changes. */
export function useAdminAppForm(app: AdminDeveloperApp) {
  const { t } = useTranslation()
  const stored = toAdminValues(app)
  const form = useSchemaForm(adminAppSchema(app), stored)
  const { mutateAsync: update } = useUpdateAdminApp(app.id)
  const upload = useUpload()
  const stale = useStaleSave({
    schema: AdminDeveloperApp,
    stored: app,
    save: async (values: AdminAppValues, since) => {
      const { body, files } = sentAdminApp(values, form.getInitialValues())
      const saved = await upload.send(files !== undefined, (sending) =>
        update({ body: { ...body, if_unchanged_since: since }, files, ...sending }),
      )
      toast('success', t('adminApp.form.saved'))
      return saved
    },
    onStored: (saved) => {
      form.setInitialValues(toAdminValues(saved))
      form.reset()
    },
  })

  useFollowStored(app, form.isDirty(), stale.adopt)

  /** Canceling an upload is not a failure. */
  const submit = async (values: AdminAppValues): Promise<void> => {
    try {
      await stale.submit(values)
    } catch (error) {
      if (!upload.isCanceled()) throw error
      toast('info', t('settings.logo.canceled'))
    }
  }

  return { form, stale, submit, upload }
}

export type AdminAppFormState = ReturnType<typeof useAdminAppForm>
