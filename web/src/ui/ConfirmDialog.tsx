import type { ConfirmDialogProps } from './ConfirmModal.tsx'
import { lazyOverlay } from './LazyOverlay.tsx'

/** Asks before an action. */
export const ConfirmDialog = lazyOverlay<ConfirmDialogProps>(() =>
  import('./ConfirmModal.tsx').then((m) => m.ConfirmModal),
)
