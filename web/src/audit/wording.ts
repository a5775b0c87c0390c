import { findAuditLabel } from '@trestle/domain/audit/actions.ts'
import { toSecond } from '../ui/dates.ts'
import { humanize } from '../ui/humanize.ts'
import { isSame } from '../ui/isSame.ts'

export type Reading =
  | { kind: 'nothing' }
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }

/** Returns the label of an action or a subject. One that this release doesn't know becomes readable text. */
export const toAuditLabel = (code: string): string => findAuditLabel(code) ?? humanize(code)

/** Some entries also record unchanged values, to say where the change was made. */
export const isChanged = ([before, after]: readonly unknown[]): boolean => !isSame(before, after)

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Returns how to show the value of a changed field. */
export function toReading(value: unknown): Reading {
  if (value === null || value === undefined || value === '') return { kind: 'nothing' }
  if (typeof value === 'boolean') return { kind: value ? 'yes' : 'no' }
  if (typeof value === 'string') {
    return { kind: 'text', text: instant.test(value) ? `${toSecond(value)} UTC` : value }
  }
  if (typeof value === 'number') return { kind: 'text', text: String(value) }
  return { kind: 'code', text: JSON.stringify(value, null, 2) }
}
