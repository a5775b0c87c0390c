import { refuse, type Decision } from '../http/errors.ts'
import { parseUtcDay } from '../time/days.ts'
import { dayMs } from '../time/durations.ts'

/** The scopes of a service token: report events, check quotas, introspect tokens, and report leaked secrets. */
export const serviceScopes = ['events', 'quota_checks', 'introspect', 'leaked_secrets'] as const
/** The scopes that a platform server needs. The other scopes read or revoke what belongs to apps. */
export const defaultServiceScopes = ['events', 'quota_checks'] as const
export type ServiceScope = (typeof serviceScopes)[number]

const isScope = (name: string): name is ServiceScope => serviceScopes.some((scope) => scope === name)

/** Reads scopes from comma-separated names. */
export function decideScopes(text: string): Decision<ServiceScope[]> {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined) {
    return refuse(
      'invalid_input',
      `"${unknown}" isn't a scope. The scopes are ${serviceScopes.slice(0, -1).join(', ')} and ${serviceScopes.at(-1)}.`,
    )
  }
  return { ok: true, value: serviceScopes.filter((scope) => names.includes(scope)) }
}

const maxDays = 3650
const formats = `Write a date like 2027-01-31, or a number of days from 1 to ${maxDays}.`

/** Reads an expiry: the last day a token works (UTC), or the number of days from now. */
export function decideExpiry(text: string, nowMs: number): Decision<number> {
  if (/^\d{1,4}$/.test(text)) {
    const days = Number(text)
    return days >= 1 && days <= maxDays
      ? { ok: true, value: nowMs + days * dayMs }
      : refuse('invalid_input', formats)
  }
  const day = parseUtcDay(text)
  if (day === null) return refuse('invalid_input', formats)
  const end = day + dayMs
  if (end <= nowMs) return refuse('invalid_input', `${text} is in the past. ${formats}`)
  return end - nowMs <= maxDays * dayMs ? { ok: true, value: end } : refuse('invalid_input', formats)
}
