import { lazyOverlay } from './LazyOverlay.tsx'
import type { StaleSaveDialogProps } from './StaleSaveDialogContent.tsx'

/** Asks the second of two people who saved the same thing which version to keep. */
export const StaleSaveDialog = lazyOverlay<StaleSaveDialogProps>(() =>
  import('./StaleSaveDialogContent.tsx').then((m) => m.StaleSaveDialogContent),
)
