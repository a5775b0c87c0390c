import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useStoredForm } from '../shared/useStaleSave.ts'
import '../texts/settings.ts'
import { toast } from '../ui/toast.ts'
import { appSchema } from './lazySchema.ts'
import { useUpdateApp } from './mutations.ts'
import { lockedFields, sentSettings, toSettingsValues, type SettingsValues } from './settingsValues.ts'
import { useUpload } from './useUpload.ts'

/** Creates the settings form: its fields, its save, and an upload of the picture. */
export function useSettingsForm(app: DeveloperApp, permissions: AppPermissions) {
  const { t } = useTranslation()
  const showsCredentials = app.role !== 'user'
  const { mutateAsync: update } = useUpdateApp(app.id)
  const upload = useUpload()
  const locked = lockedFields(permissions)

  const send = (changed: Partial<SettingsValues>, since: string): Promise<DeveloperApp> => {
    const { body, files } = sentSettings(changed)
    return upload.send(Boolean(changed.thumbnail), (sending) =>
      update({ body: { ...body, if_unchanged_since: since }, files, ...sending }),
    )
  }

  const { form, submit, dialog } = useStoredForm<SettingsValues, DeveloperApp>({
    stored: app,
    fields: appSchema(({ settingsSchema }) => settingsSchema(showsCredentials)),
    toValues: toSettingsValues,
    save: async (changed, since) => {
      const stored = await send(changed, since)
      toast('success', t('settings.saved'))
      return stored
    },
  })

  return {
    form,
    dialog,
    submit: (values: SettingsValues) => upload.orCanceled(submit(values)),
    locked,
    showsCredentials,
    upload,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
