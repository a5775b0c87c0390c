interface LastResort {
  /** Writes one line to the log. */
  log: (error: unknown) => void
  /** Sends the error to the team; resolves when it has been sent. */
  report: (error: Error) => Promise<void>
  /** Stops the server, as a signal would. */
  stop: () => Promise<void>
  /** How long `stop` gives requests and jobs to finish. */
  shutdownMs: number
}

/** A server that takes longer than this to close its connections, after its requests and jobs, is terminated. */
const closingMs = 10_000

/**
 * Ends the process cleanly after an uncaught error, because its state may be wrong. The next process starts with a
 * clean one.
 */
export function stopOnUncaughtErrors({ log, report, stop, shutdownMs }: LastResort): void {
  let isStopping = false
  const end = (): never => process.exit(1)

  function onError(error: unknown): void {
    log(error)
    if (isStopping) return
    isStopping = true
    setTimeout(end, shutdownMs + closingMs)
    const reported = report(error instanceof Error ? error : new Error(String(error)))
    Promise.allSettled([reported, stop()]).then(end, end)
  }

  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}
