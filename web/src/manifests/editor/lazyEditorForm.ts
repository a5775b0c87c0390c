import { lazyPage, type LazyPage } from '../../ui/retry.ts'
import type { ManifestEditorFormProps } from './ManifestEditorForm.tsx'

/** Lazy: the editor is the largest part of the portal. */
export const ManifestEditorForm: LazyPage<ManifestEditorFormProps> = lazyPage(() =>
  import('./ManifestEditorForm.tsx').then((m) => m.ManifestEditorForm),
)
