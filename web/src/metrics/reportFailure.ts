import { CallError } from '../http/callError.ts'

/** The message for a failed request: the server's own, or one of ours (ERR-27 to ERR-29). */
type ReportFailure = { message: string } | { text: 'network' | 'failed' }

export function reportFailure(error: Error): ReportFailure {
  if (!(error instanceof CallError)) return { text: 'failed' }
  if (error.code === 'network') return { text: 'network' }
  return error.isGeneric ? { text: 'failed' } : { message: error.message }
}
