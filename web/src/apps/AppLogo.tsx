import type { UseFormReturnType } from '@mantine/form'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { LogoField } from './LogoField.tsx'
import type { SettingsValues } from './settingsValues.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { useUpload } from './useUpload.ts'

interface AppLogoProps<Values extends SettingsValues> {
  app: Pick<DeveloperApp, 'internal_name' | 'thumbnail_url'>
  form: UseFormReturnType<Values>
  upload: Pick<ReturnType<typeof useUpload>, 'share' | 'cancel'>
  readOnly: boolean
}

/** Shows the logo field of a form about an app. */
export function AppLogo<Values extends SettingsValues>({
  app,
  form,
  upload,
  readOnly,
}: AppLogoProps<Values>) {
  const { thumbnail, remove_thumbnail: isRemoved } = form.values
  const set = (file: File | null, remove: boolean) => {
    form.setValues({ ...form.values, thumbnail: file, remove_thumbnail: remove })
    // Changing several values clears the errors of all fields.
    form.setErrors({ ...form.errors, thumbnail: null })
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
