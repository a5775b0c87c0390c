/** Maps the signal of each prefetch to whether a page already shows the data. */
const prefetches = new WeakMap<AbortSignal, () => boolean>()

/** Records that a call only prefetches until a page shows its data. */
export function markPrefetch(signal: AbortSignal, isShown: () => boolean): void {
  prefetches.set(signal, isShown)
}

/** Returns whether a call only prefetches, so that no one waits for it. */
export const isUnattended = (signal: AbortSignal | undefined): boolean =>
  signal !== undefined && prefetches.get(signal)?.() === false
