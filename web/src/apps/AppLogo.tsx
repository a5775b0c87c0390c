import type { UseFormReturnType } from '@mantine/form'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { LogoField } from './LogoField.tsx'
import type { SettingsValues } from './settingsValues.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { useUpload } from './useUpload.ts'

type LogoForm = Pick<
  UseFormReturnType<SettingsValues>,
  'values' | 'errors' | 'setFieldValue' | 'setFieldError'
>

interface AppLogoProps {
  app: Pick<DeveloperApp, 'internal_name' | 'thumbnail_url'>
  form: LogoForm
  upload: Pick<ReturnType<typeof useUpload>, 'share' | 'cancel'>
  readOnly: boolean
}

/** Shows the logo field of a form about an app. */
export function AppLogo({ app, form, upload, readOnly }: AppLogoProps) {
  const { thumbnail, remove_thumbnail: isRemoved } = form.values
  const set = (file: File | null, remove: boolean) => {
    form.setFieldValue('thumbnail', file)
    form.setFieldValue('remove_thumbnail', remove)
  }
  const { share, cancel } = upload
  return (
    <LogoField
      appName={app.internal_name}
      stored={app.thumbnail_url}
      picked={thumbnail}
      isRemoved={isRemoved}
      readOnly={readOnly}
      error={form.errors['thumbnail']}
      upload={share === null ? null : <UploadProgress share={share} onCancel={cancel} />}
      onPick={(file) => set(file, false)}
      onRefuse={(message) => form.setFieldError('thumbnail', message)}
      onRemove={() => set(null, true)}
      onUndo={() => set(null, false)}
    />
  )
}
