import { findAuditLabel } from '@trestle/domain/audit/actions.ts'
import type { AuditEventRow } from '@trestle/domain/audit/contract.ts'
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

/** The fields that name a subject, the best one first. */
const nameFields = new Map([
  ['app_version', ['semantic_version', 'version']],
  ['notification', ['title']],
  ['submission', ['public_name']],
])

/** Returns the name of the subject, which entries of older releases don't record, or else its ID. */
export function toSubjectName({ subject, changes }: Pick<AuditEventRow, 'subject' | 'changes'>): string {
  const fields = nameFields.get(subject.type) ?? []
  const names = fields.map((field) => changes[field]?.[1] ?? changes[field]?.[0])
  const isName = (value: unknown): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && value !== '')
  return String(names.find(isName) ?? subject.id)
}

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
