import { stringifyBrackets } from './brackets.ts'
import type { ApiCall } from './apiCall.ts'

/** Returns a call's address, with parameters in the path and the rest in bracket notation. */
export function toAddress(
  endpoint: Pick<ApiCall, 'path'>,
  parts: { params?: unknown; query?: unknown },
): string {
  const params = (parts.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = stringifyBrackets((parts.query ?? {}) as Record<string, unknown>)
  return query === '' ? path : `${path}?${query}`
}
