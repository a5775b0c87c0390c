import { scrubText } from '@trestle/domain/shell/rules.ts'
import type { Settings } from './settings.ts'

interface ErrorInLog {
  [more: string]: unknown
  type: string
  message: string
  stack: string
}

/** Describes an error for the log. Databases and email servers quote addresses, in the message and in other fields. */
export function describeError(error: unknown): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)), stack: '' }
  return {
    type: error.name,
    message: scrubText(error.message),
    ...('code' in error && { code: String(error.code) }),
    stack: scrubText(error.stack ?? ''),
  }
}

/** Describes an error in one line, for a row. */
export function reasonFor(error: unknown): string {
  const { code, message } = describeError(error)
  return typeof code === 'string' ? `${code}: ${message}` : message
}

export const loggerOptions = ({ LOG_LEVEL: level }: Pick<Settings, 'LOG_LEVEL'>) => ({
  level,
  redact: { paths: ['*.password', '*.token', '*.secret', 'headers.cookie'], censor: '[removed]' },
  serializers: { err: describeError },
})
