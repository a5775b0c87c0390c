interface LastResort {
  /** Writes one line to the log. */
  log: (error: unknown) => void
  /** Sends the error to the team; resolves when it has been sent. */
  report: (error: Error) => Promise<void>
  /** Stops the server, as a signal would. Must end in time. */
  stop: () => Promise<void>
}

/** A server that takes longer than this to close its connections, after its requests and jobs, is terminated. */
const closingMs = 10_000

/**
 * Ends the process if it doesn't end within the time that its requests and jobs have, and ten seconds more. It may wait
 * for a database that doesn't reply, and the process manager waits for the process.
 */
export function endInTime(graceMs: number, log: (message: string) => void): void {
  const end = (): never => {
    log('the server did not stop in time and ends now')
    process.exit(1)
  }
  setTimeout(end, graceMs + closingMs)
}

/**
 * Ends the process cleanly after an uncaught error, because its state may be wrong. The next process starts with a
 * clean one.
 */
export function stopOnUncaughtErrors({ log, report, stop }: LastResort): void {
  let isStopping = false
  const end = (): never => process.exit(1)

  function onError(error: unknown): void {
    log(error)
    if (isStopping) return
    isStopping = true
    const reported = report(error instanceof Error ? error : new Error(String(error)))
    Promise.allSettled([reported, stop()]).then(end, end)
  }

  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}
