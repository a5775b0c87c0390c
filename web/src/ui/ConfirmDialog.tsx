import type { ConfirmDialogProps } from './ConfirmDialogContent.tsx'
import { lazyOverlay } from './LazyOverlay.tsx'

/** Asks before an action. */
export const ConfirmDialog = lazyOverlay<ConfirmDialogProps>(() =>
  import('./ConfirmDialogContent.tsx').then((m) => m.ConfirmDialogContent),
)
