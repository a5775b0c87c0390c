import { scrubText } from '@trestle/domain/shell/rules.ts'
import type { Settings } from './settings.ts'

interface ErrorInLog {
  [more: string]: unknown
  type: string
  message: string
  stack: string
}

/** A longer chain of causes means an error that causes itself. */
const maxCauses = 8

/** Returns an error and its causes, outermost first. Each error of an aggregate is a cause. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  const waiting = [error]
  while (waiting.length > 0 && chain.length <= maxCauses) {
    const next = waiting.shift()
    chain.push(next)
    if (next instanceof AggregateError) waiting.push(...(next.errors as unknown[]))
    if (next instanceof Error && next.cause !== undefined) waiting.push(next.cause)
  }
  return chain
}

/** Describes one error for the log. Databases and email servers quote addresses, in the message and in other fields. */
function describeOne(error: unknown): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubText(String(error)), stack: '' }
  return {
    type: error.name,
    message: scrubText(error.message),
    ...('code' in error && { code: String(error.code) }),
    stack: scrubText(error.stack ?? ''),
  }
}

/** Describes an error for the log, with the chain of its causes. */
export function describeError(error: unknown): ErrorInLog {
  const [first, ...causes] = chainOf(error).map(describeOne)
  return { ...(first ?? describeOne(error)), ...(causes.length > 0 && { causes }) }
}

/** A line of OpenSSL: a thread, a number, the library, the function, the reason, and a place in its source code. */
const openSslLine = /\b[\dA-F]+:error:[\dA-F]+:[^:\n]*:[^:\n]*:([^:\n]*):[^\n]*/g

/** Describes an error and its causes in one line, for a row. A string in a row can't have a zero byte. */
export const reasonFor = (error: unknown): string =>
  chainOf(error)
    .map(describeOne)
    .map(({ code, message }) => (typeof code === 'string' ? `${code}: ${message}` : message))
    .filter((text) => text !== '')
    .join(': ')
    .replaceAll('\0', '')
    .replaceAll(openSslLine, 'TLS: $1')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()

export const loggerOptions = ({ LOG_LEVEL: level }: Pick<Settings, 'LOG_LEVEL'>) => ({
  level,
  formatters: { level: (label: string) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: ['*.password', '*.token', '*.secret', 'headers.cookie'], censor: '[removed]' },
  serializers: { err: describeError },
})
