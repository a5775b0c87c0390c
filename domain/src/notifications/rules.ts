import type { Decision } from '../http/errors.ts'

interface Choice {
  critical: boolean
  draft: boolean
  show_after: string | null
}

type ChoiceInput = { [Field in keyof Choice]?: Choice[Field] | undefined }

/** A critical notification reaches everyone at once: it has no draft, and no day to wait for (ANOTE-20). */
export const settleCritical = <T extends Choice>(choice: T): T =>
  choice.critical ? { ...choice, draft: false, show_after: null } : choice

/** A critical notification that says it is a draft, or waits for a day, contradicts itself (ANOTE-19). */
export function decideNotification<T extends Choice>(choice: T): Decision<T> {
  if (choice.critical && choice.draft) {
    return refuse('draft', 'A critical notification cannot be a draft: every developer is alerted at once.')
  }
  if (choice.critical && choice.show_after !== null) {
    return refuse(
      'show_after',
      'A critical notification cannot wait for a day: every developer is alerted at once.',
    )
  }
  return { ok: true, value: choice }
}

/** Critical is chosen once, at creation: its readers were alerted, or were not (ANOTE-21). */
export function decideNotificationChange<T extends ChoiceInput>(
  stored: Choice,
  input: T,
): Decision<T & Choice> {
  if (input.critical !== undefined && input.critical !== stored.critical) {
    return refuse('critical', 'Whether a notification is critical is chosen when it is created.')
  }
  return decideNotification({
    ...input,
    critical: stored.critical,
    draft: input.draft ?? stored.draft,
    show_after: input.show_after === undefined ? stored.show_after : input.show_after,
  })
}

function refuse(field: string, message: string): Decision<never> {
  return { ok: false, refusal: { code: 'invalid_input', message, fields: { [field]: [message] } } }
}

const badDate = 'Show after must be a date like 2026-01-31'

/** What is wrong with a day typed as text; an empty text is no day (ANOTE-15). */
export function dateProblem(text: string): string | null {
  if (text.trim() === '') return null
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? []
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const isReal = Number(year) >= 1000 && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1
  return isReal && Number(day) <= days ? null : badDate
}

/** `today` is a UTC date. */
export const hasCome = (showAfter: string | null, today: string): boolean =>
  showAfter === null || showAfter <= today

/** What developers see, and what the list of staff marks as visible (NOTE-22, NOTE-23, ANOTE-07). */
export const isShown = (
  notification: { draft: boolean; visible: boolean; show_after: string | null },
  today: string,
): boolean => notification.visible && !notification.draft && hasCome(notification.show_after, today)

export const maxCardSummary = 160

/** The summary on a card, cut between two words where one ends near enough (NOTE-15). */
export function cutSummary(summary: string): string {
  if (summary.length <= maxCardSummary) return summary
  const room = summary.slice(0, maxCardSummary - 1)
  const lastSpace = room.lastIndexOf(' ')
  const end = lastSpace > maxCardSummary - 30 ? lastSpace : room.length
  return `${room.slice(0, end).trimEnd()}…`
}
