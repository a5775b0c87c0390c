/** Browsers that can't tell when they are idle wait this long. */
const pauseMs = 300

/** Runs a task once the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, pauseMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task)
  return () => cancelIdleCallback(handle)
}
