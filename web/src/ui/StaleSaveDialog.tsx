import { lazyOverlay } from './LazyOverlay.tsx'
import type { StaleSaveDialogProps } from './StaleSaveModal.tsx'

/** Asks the second of two people who saved the same thing whose version stays. */
export const StaleSaveDialog = lazyOverlay<StaleSaveDialogProps>(() =>
  import('./StaleSaveModal.tsx').then((m) => m.StaleSaveModal),
)
