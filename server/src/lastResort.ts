interface LastResort {
  /** Writes one line to the log. */
  log: (error: unknown) => void
  /** Sends the error to the team; resolves when it has been sent. */
  report: (error: Error) => Promise<void>
  /** Ends the server as a signal would. */
  stop: () => Promise<void>
}

/** A server that doesn't stop in this time is terminated. */
const stopTimeoutMs = 10_000

/**
 * Ends the process in order on an uncaught error: its state may be wrong from then on, and the next process starts
 * with a clean one.
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
