import { lazyOverlay } from './LazyOverlay.tsx'
import type { ModalProps } from './Modal.tsx'

/** A modal whose code loads when it opens for the first time, for pages that don't need one otherwise. */
export const LazyModal = lazyOverlay<ModalProps>(() => import('./Modal.tsx').then((m) => m.Modal))
