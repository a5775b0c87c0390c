import { DeveloperApp, type AppPermissions } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useStaleSave } from '../shared/useStaleSave.ts'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useUpdateApp } from './queries.ts'
import {
  lockedFields,
  sentSettings,
  toSettingsValues,
  settingsSchema,
  type SettingsValues,
} from './settingsValues.ts'
import { useUpload } from './useUpload.ts'

/** Creates the settings form: its fields, its save, and an upload of the picture. */
export function useSettingsForm(app: DeveloperApp, permissions: AppPermissions) {
  const { t } = useTranslation()
  const hasCredentials = app.credentials !== null
  const form = useSchemaForm(settingsSchema(hasCredentials), toSettingsValues(app))
  const { mutateAsync: update } = useUpdateApp(app.id)
  const upload = useUpload()
  const locked = lockedFields(permissions)

  const send = (values: SettingsValues, since: string): Promise<DeveloperApp> => {
    const { body, files } = sentSettings(values, locked, hasCredentials)
    return upload.send(values.thumbnail !== null, (sending) =>
      update({ body: { ...body, if_unchanged_since: since }, files, ...sending }),
    )
  }

  const stale = useStaleSave({
    schema: DeveloperApp,
    stored: app,
    save: async (values: SettingsValues, since) => {
      const stored = await send(values, since)
      toast('success', t('settings.saved'))
      return stored
    },
    onStored: (stored) => {
      form.setInitialValues(toSettingsValues(stored))
      form.reset()
    },
  })

  /** Canceling an upload is not a failure. */
  const submit = async (values: SettingsValues): Promise<void> => {
    try {
      await stale.submit(values)
    } catch (error) {
      if (!upload.isCanceled()) throw error
      toast('info', t('settings.logo.canceled'))
    }
  }

  return { form, stale, submit, locked, hasCredentials, upload }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
