/** Says why a process can't listen at its configured address, and what to do. */
export class ListenError extends Error {}

interface ListenAddress {
  /** The setting that the port comes from. */
  setting: 'PORT' | 'METRICS_PORT'
  port: number
  /** The value of `HOST`, if the address comes from that setting. */
  host?: string
}

export function explainListening(error: Error, { setting, port, host }: ListenAddress): ListenError {
  const code = 'code' in error ? error.code : undefined
  const isOfHost = host !== undefined && code !== 'EADDRINUSE' && code !== 'EACCES'
  const where = isOfHost ? `at HOST="${host}"` : `on port ${port}`
  const advice = isOfHost ? 'Set HOST to an address of this machine.' : `Set ${setting} to another one.`
  return new ListenError(`Trestle cannot listen ${where}: ${error.message}. ${advice}`, { cause: error })
}
