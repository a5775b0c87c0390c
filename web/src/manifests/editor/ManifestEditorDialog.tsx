import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import type { Failure } from '../../ui/failure.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ManifestEditorForm } from './lazyEditorForm.ts'
import type { ManifestEditorFormProps } from './ManifestEditorForm.tsx'

export interface ManifestEditorDialogProps {
  opened: boolean
  onClose: () => void
  appName: string
  /** Null until all of the editor's initial data has loaded. */
  form: ManifestEditorFormProps | null
  /** A new number restarts the editor. */
  edition: number
  error: Failure | null
  onRetry: () => void
}

/** Shows the dialog's frame immediately, so that the focus moves into it and returns correctly. */
export function ManifestEditorDialog(props: ManifestEditorDialogProps) {
  const { opened, onClose, appName, form, edition, error, onRetry } = props
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('manifests.editor.title', { app: appName })}
      fullScreen
      discardQuestion={form?.onText ? t('manifests.editor.discardQuestion') : undefined}
    >
      {!form && error && (
        <FailedState title={t('manifests.newVersion.loadFailed')} error={error} onRetry={onRetry} />
      )}
      {!form && !error && <FormSkeleton />}
      {form && (
        <Suspense fallback={<FormSkeleton />}>
          <ManifestEditorForm key={edition} {...form} />
        </Suspense>
      )}
    </Modal>
  )
}
