import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { ManifestEditorForm } from './lazyEditorForm.ts'
import type { ManifestEditorDialogProps } from './ManifestEditorDialog.tsx'

export const ManifestEditorDialog = lazyOverlay<ManifestEditorDialogProps>(() =>
  import('./ManifestEditorDialog.tsx').then((m) => m.ManifestEditorDialog),
)

/** Loads the editor before its button is pressed. The dialog reports what fails. */
export const preloadEditor = (): void => {
  for (const part of [ManifestEditorDialog, ManifestEditorForm]) part.preload().catch(() => undefined)
}
