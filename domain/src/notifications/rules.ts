import { refuse, type Decision } from '../http/errors.ts'
import { parseUtcDay } from '../time/days.ts'

export const maxTitle = 200
export const maxSummary = 1_000
export const maxBody = 50_000

interface Choice {
  critical: boolean
  draft: boolean
  show_after: string | null
}

type ChoiceInput = { [Field in keyof Choice]?: Choice[Field] | undefined }

/** Clears the draft flag and the day of a critical notification, which reaches everyone immediately (ANOTE-20). */
export const normalizeCritical = <T extends Choice>(choice: T): T =>
  choice.critical ? { ...choice, draft: false, show_after: null } : choice

/** Refuses a critical notification that is a draft or waits for a day (ANOTE-19). */
export function decideNotification<T extends Choice>(choice: T): Decision<T> {
  if (choice.critical && choice.draft) {
    return refuse(
      'invalid_input',
      "A critical notification can't be a draft, because every developer is alerted immediately.",
      'draft',
    )
  }
  if (choice.critical && choice.show_after !== null) {
    return refuse(
      'invalid_input',
      "A critical notification can't have a date, because every developer is alerted immediately.",
      'show_after',
    )
  }
  return { ok: true, value: choice }
}

/** Refuses to change whether a notification is critical: creating it alerted its readers, or did not (ANOTE-21). */
export function decideNotificationChange<T extends ChoiceInput>(
  stored: Choice,
  input: T,
): Decision<T & Choice> {
  if (input.critical !== undefined && input.critical !== stored.critical) {
    return refuse(
      'invalid_input',
      "You can't change whether a notification is critical after it's created.",
      'critical',
    )
  }
  return decideNotification({
    ...input,
    critical: stored.critical,
    draft: input.draft ?? stored.draft,
    show_after: input.show_after === undefined ? stored.show_after : input.show_after,
  })
}

const badDate = 'Show after must be a date like 2026-01-31'

/** Returns what is wrong with a typed day, or null. An empty text means no day (ANOTE-15). */
export function dateProblem(text: string): string | null {
  const day = text.trim()
  // A year that begins with a zero is a typing error.
  return day === '' || (parseUtcDay(day) !== null && !day.startsWith('0')) ? null : badDate
}

/** Returns whether the day has been reached. `today` is a UTC date. */
export const hasCome = (showAfter: string | null, today: string): boolean =>
  showAfter === null || showAfter <= today

/** Returns whether developers see it, which the staff list marks as visible (NOTE-22, NOTE-23, ANOTE-07). */
export const isShown = (
  notification: { draft: boolean; visible: boolean; show_after: string | null },
  today: string,
): boolean => notification.visible && !notification.draft && hasCome(notification.show_after, today)

export const maxCardSummary = 160

/** Links, addresses, bold text and code. A part of one would show its syntax or lead elsewhere. */
const indivisible = /\[[^\]\n]*\]\([^)\n]*\)|https?:\/\/\S+|\*\*[^*\n]+\*\*|`[^`\n]+`/g

/** Returns the last position up to `end` that splits neither a character nor Markdown. */
function wholeEnd(text: string, end: number): number {
  const character = new Intl.Segmenter().segment(text).containing(end)?.index ?? end
  const cut = [...text.matchAll(indivisible)].find(({ index, 0: { length } }) => index + length > character)
  return cut && cut.index > 0 ? Math.min(cut.index, character) : character
}

/** Returns the Markdown summary for a card, cut at a word boundary if one is close enough (NOTE-15). */
export function cutSummary(summary: string): string {
  if (summary.length <= maxCardSummary) return summary
  const room = summary.slice(0, maxCardSummary - 1)
  const lastSpace = room.lastIndexOf(' ')
  const end = lastSpace > maxCardSummary - 30 ? lastSpace : room.length
  return `${summary.slice(0, wholeEnd(summary, end)).trimEnd()}…`
}
