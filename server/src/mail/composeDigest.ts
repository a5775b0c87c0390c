import { pastLimitOf } from './kinds.ts'
import type { HeldMail } from './store.ts'

/** So many different mails a digest names; the rest is a number. */
const mostListed = 50

interface Digest {
  kind: string
  recipient: string
  subject: string
  body: string
}

const rule = '—'.repeat(20)

const oftenWords = ['never', 'once', 'twice']

const times = (count: number): string => oftenWords[count] ?? `${count} times`

const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** Equal ones together, in the order in which each was due last. */
function countEqual(texts: string[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1
    counts.delete(text)
    counts.set(text, count)
  }
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** What the reader needs to go on: the subject and the addresses in the text. */
const entryOf = ({ subject, body, files }: HeldMail): string =>
  [
    subject,
    ...(body.match(/^https?:\/\/\S+$/gm) ?? []),
    ...(files > 0 ? ['A file that came with it was left out. Request it again if you need it.'] : []),
  ].join('\n')

function listMails(held: HeldMail[], since: string): Pick<Digest, 'subject' | 'body'> {
  const entries = countEqual(held.map(entryOf))
  const listed = entries
    .slice(0, mostListed)
    .map(({ text, count }) => (count === 1 ? text : `${text}\n(${times(count)})`))
  const more = entries.length - listed.length
  return {
    subject: `${held.length} more: ${held.at(-1)?.subject ?? ''}`,
    body: [
      `We held back ${held.length === 1 ? 'one mail' : `${held.length} mails`} to you since ${since}, because you had already got ten like it within an hour:`,
      ...listed,
      ...(more > 0 ? [`And ${more} more.`] : []),
    ].join('\n\n'),
  }
}

function sendNewest(held: HeldMail[], since: string): Pick<Digest, 'subject' | 'body'> {
  const newest = held.at(-1)
  return {
    subject: newest?.subject ?? '',
    body: `This mail was due ${times(held.length)} since ${since}. Only the newest link works, which is this one:\n\n${rule}\n\n${newest?.body ?? ''}`,
  }
}

function foldMails(held: HeldMail[], since: string): Pick<Digest, 'subject' | 'body'> {
  const newest = held.at(-1)
  const texts = countEqual(held.map(({ subject, body }) => `${subject}\n\n${body.trim()}`))
  return {
    subject: texts.length === 1 ? (newest?.subject ?? '') : `${held.length} more: ${newest?.subject ?? ''}`,
    body: [
      `We held back ${held.length === 1 ? 'one mail' : `${held.length} mails`} to you since ${since}, because you had already got ten like it within an hour. Nothing was left out:`,
      ...texts.map(({ text, count }) => `${rule}\n\nDue ${times(count)}: ${text}`),
    ].join('\n\n'),
  }
}

/** One mail in the place of several of one kind to one recipient, the oldest first. */
export function composeDigest(held: readonly [HeldMail, ...HeldMail[]]): Digest {
  const [{ kind, recipient, created_at: firstAt }] = held
  const since = clockTime(firstAt)
  const compose = { listed: listMails, folded: foldMails, newest: sendNewest }[pastLimitOf(kind)]
  const text = compose([...held], since)
  return { kind, recipient, ...text, body: `${text.body.trimEnd()}\n` }
}
