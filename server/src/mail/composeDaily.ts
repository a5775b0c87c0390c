import {
  preferenceKinds,
  preferenceLabels,
  type PreferenceKind,
} from '@trestle/domain/notificationPreferences/kinds.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { listEntries, toEntry } from './listEntries.ts'
import { writeText } from './writeText.ts'

/** An email of the day. */
export interface DailyEmail {
  preference: PreferenceKind
  /** When it was due. */
  at: string
  subject: string
  body: string
  /** The names of its attached files, and of those that would make the email too large. */
  attached: readonly string[]
  leftOut: readonly string[]
}

const notesOn = ({ attached, leftOut }: DailyEmail): string[] => [
  ...attached.map((name) => `Attached: ${name}`),
  ...leftOut.map(
    (name) => `Left out, because this email would be too large: ${name}. Request it again if you need it.`,
  ),
]

function composeKind(kind: PreferenceKind, emails: readonly DailyEmail[]): string[] {
  const own = emails.filter(({ preference }) => preference === kind)
  if (own.length === 0) return []
  const entries = listEntries(own.map((email) => toEntry(email, notesOn(email))))
  return [`${preferenceLabels[kind]} (${own.length})`, ...entries]
}

/** Returns `2026-11-29 14:00`. */
const toMinute = (at: Date | string): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** Composes one email in place of a day's emails, by kind, oldest first. */
export function composeDaily(
  platform: string,
  emails: readonly [DailyEmail, ...DailyEmail[]],
  now: Date,
): { subject: string; body: string } {
  const count = emails.length === 1 ? 'one update' : `${emails.length} updates`
  return {
    subject: `${platform} daily email of ${utcDay(now)}: ${count}`,
    body: writeText(
      `This is what happened on the ${platform} developer portal from ${toMinute(emails[0].at)} to ${toMinute(now)} UTC.`,
      ...preferenceKinds.flatMap((kind) => composeKind(kind, emails)),
    ),
  }
}
