import { lazyComponent, type LazyComponent } from '../../ui/lazyComponent.ts'
import type { ManifestEditorFormProps } from './ManifestEditorForm.tsx'

/** Lazy: the editor is the largest part of the portal. */
export const ManifestEditorForm: LazyComponent<ManifestEditorFormProps> = lazyComponent(() =>
  import('./ManifestEditorForm.tsx').then((m) => m.ManifestEditorForm),
)
