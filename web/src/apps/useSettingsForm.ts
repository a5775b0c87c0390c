import { DeveloperApp, type AppPermissions } from '@trestle/domain/apps/contract.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStaleSave } from '../http/useStaleSave.ts'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useUpdateApp } from './queries.ts'
import {
  lockedFields,
  sentSettings,
  settingsOf,
  settingsSchema,
  type SettingsValues,
} from './settingsValues.ts'

/** The settings form: its fields, its one save, and the picture that may be on its way with it. */
export function useSettingsForm(app: DeveloperApp, permissions: AppPermissions) {
  const { t } = useTranslation()
  const hasCredentials = app.credentials !== null
  const form = useSchemaForm(settingsSchema(hasCredentials), settingsOf(app))
  const { mutateAsync: update } = useUpdateApp(app.id)
  const [share, setShare] = useState<number | null>(null)
  const sending = useRef<AbortController>(null)
  const locked = lockedFields(permissions)

  const send = async (values: SettingsValues, since: string): Promise<DeveloperApp> => {
    const { body, files } = sentSettings(values, locked, hasCredentials)
    const controller = new AbortController()
    sending.current = controller
    if (values.thumbnail) setShare(0)
    try {
      return await update({
        body: { ...body, if_unchanged_since: since },
        files,
        signal: controller.signal,
        ...(values.thumbnail && { onProgress: setShare }),
      })
    } finally {
      setShare(null)
    }
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
      form.setInitialValues(settingsOf(stored))
      form.reset()
    },
  })

  /** Taking an upload back is no failure. */
  const submit = async (values: SettingsValues): Promise<void> => {
    try {
      await stale.submit(values)
    } catch (error) {
      if (!sending.current?.signal.aborted) throw error
      toast('info', t('settings.logo.canceled'))
    }
  }

  return { form, stale, submit, locked, hasCredentials, share, cancel: () => sending.current?.abort() }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
