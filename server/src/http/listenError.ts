/** Why a process can't listen where its settings say, and what to do. */
export class ListenError extends Error {}

/** `HOST` is given if the address comes from that setting. */
interface Place {
  setting: 'PORT' | 'METRICS_PORT'
  port: number
  host?: string
}

export function explainListening(error: Error, { setting, port, host }: Place): ListenError {
  const code = 'code' in error ? error.code : undefined
  const isOfHost = host !== undefined && code !== 'EADDRINUSE' && code !== 'EACCES'
  const place = isOfHost ? `at HOST="${host}"` : `on port ${port}`
  const advice = isOfHost ? 'Set HOST to an address of this machine.' : `Set ${setting} to another one.`
  return new ListenError(`Trestle cannot listen ${place}: ${error.message}. ${advice}`, { cause: error })
}
