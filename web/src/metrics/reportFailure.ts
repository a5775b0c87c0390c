import { CallError } from '../http/callError.ts'

/** What is said of a report that could not be requested: the server's sentence, or one of ours (ERR-27 to ERR-29). */
type ReportFailure = { message: string } | { text: 'network' | 'failed' }

export function reportFailure(error: Error): ReportFailure {
  if (!(error instanceof CallError)) return { text: 'failed' }
  if (error.code === 'network') return { text: 'network' }
  return error.isGeneric ? { text: 'failed' } : { message: error.message }
}
