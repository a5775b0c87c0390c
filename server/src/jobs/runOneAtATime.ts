/**
 * Returns a function that never runs the work concurrently. Callers during a run wait for it to end; the work then runs
 * once more, for what arrived since it began.
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
      // Immediately: a caller that came after the last check of `isRequested` would wait for a run that has ended.
      working = undefined
    }
  }
  return () => {
    isRequested = true
    working ??= runWhileRequested()
    return working
  }
}
