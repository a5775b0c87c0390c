interface LastResort {
  /** Writes one line to the log. */
  log: (error: unknown) => void
  /** Sends the error to the team; fulfilled when it has left. */
  report: (error: Error) => Promise<void>
  /** Ends the server as a signal would. */
  stop: () => Promise<void>
}

/** A server that doesn't manage to stop in this time is ended all the same. */
const stopTimeoutMs = 10_000

/**
 * Ends the process in order when an error reaches no one: what the process believes may be wrong from here on, and the
 * next one starts with a clean state.
 */
export function stopOnUncaughtErrors({ log, report, stop }: LastResort): void {
  let isStopping = false
  const end = (): never => process.exit(1)

  function onError(error: unknown): void {
    log(error)
    if (isStopping) return
    isStopping = true
    setTimeout(end, stopTimeoutMs)
    const reported = report(error instanceof Error ? error : new Error(String(error)))
    Promise.allSettled([reported, stop()]).then(end, end)
  }

  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}
