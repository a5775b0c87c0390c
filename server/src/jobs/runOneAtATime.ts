/**
 * Returns a function that runs the work once at a time. Callers during a run wait for it to end; the work then runs once
 * more, for what arrived in the meantime.
 */
export function runOneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false
  let working: Promise<void> | undefined
  async function runWhileRequested(): Promise<void> {
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } finally {
      // At once: a caller that came after the last check of `isRequested` would wait for a run that has ended.
      working = undefined
    }
  }
  return () => {
    isRequested = true
    working ??= runWhileRequested()
    return working
  }
}
