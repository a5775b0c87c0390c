import type { Failure } from './ErrorBanner.tsx'

type WithFields = Failure & { fields?: Record<string, string[]> }

/** Anything thrown, as something that can be shown. */
export function failureOf(error: unknown): WithFields {
  if (error instanceof Error) return error
  return { message: String(error) }
}

/** `contacts[0][name]` and `contacts.0.name` are the same field. */
const dotted = (path: string) => path.replaceAll(/\[(\w+)\]/g, '.$1')

/** A refusal's parts: sentences that belong beside a field of this form, and what is left for the banner. */
export function splitFailure(
  failure: WithFields,
  known: string[],
): { fields: Record<string, string>; rest: Failure | null } {
  const entries = Object.entries(failure.fields ?? {}).map(
    ([path, messages]) => [dotted(path), messages] as const,
  )
  const mine = entries.filter(([path]) => known.includes(path))
  const fields = Object.fromEntries(mine.map(([path, messages]) => [path, messages.join(', ')]))
  const shown = new Set(mine.flatMap(([, messages]) => messages))
  const left = (failure.errors ?? [failure.message]).filter((sentence) => !shown.has(sentence))
  if (mine.length > 0 && left.length === 0) return { fields, rest: null }
  const { message, requestId = null, status } = failure
  return { fields, rest: { message, errors: left, requestId, ...(status !== undefined && { status }) } }
}
