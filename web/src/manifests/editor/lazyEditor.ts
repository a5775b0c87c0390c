import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { lazyPage, type LazyPage } from '../../ui/retry.ts'
import type { ManifestEditorDialogProps } from './ManifestEditorDialog.tsx'
import type { ManifestEditorFormProps } from './ManifestEditorForm.tsx'

/** Lazy: the editor is the largest part of the portal. */
export const ManifestEditorForm: LazyPage<ManifestEditorFormProps> = lazyPage(() =>
  import('./ManifestEditorForm.tsx').then((m) => m.ManifestEditorForm),
)

export const ManifestEditorDialog = lazyOverlay<ManifestEditorDialogProps>(() =>
  import('./ManifestEditorDialog.tsx').then((m) => m.ManifestEditorDialog),
)

/** Loads the editor before its button is pressed. The dialog reports what fails. */
export const preloadEditor = (): void => {
  for (const part of [ManifestEditorDialog, ManifestEditorForm]) part.preload().catch(() => undefined)
}
