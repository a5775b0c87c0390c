/** Browsers that can't tell when they are idle wait this long. */
const pauseMs = 300
/** On a busy machine, or in the background, a browser may be idle only every ten seconds, or never. */
const timeoutMs = 2000

/** Runs a task once the browser has nothing else to do, or after two seconds. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, pauseMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
