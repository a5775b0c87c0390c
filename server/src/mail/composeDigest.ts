import { pastLimitFor } from './kinds.ts'
import type { HeldMail } from './store.ts'

/** How many different emails a digest lists. The rest is counted. */
const mostListed = 50

interface Digest {
  kind: string
  recipient: string
  subject: string
  body: string
}

const rule = '—'.repeat(20)

const times = (count: number): string => ['never', 'once', 'twice'][count] ?? `${count} times`

const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** Counts equal texts, ordered by when each was last due. */
function countEqual(texts: string[]): { text: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1
    counts.delete(text)
    counts.set(text, count)
  }
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** Returns what the reader needs to act: the subject and the addresses in the text. */
const toEntry = ({ subject, body, files }: HeldMail): string =>
  [
    subject,
    ...(body.match(/^https?:\/\/\S+$/gm) ?? []),
    ...(files > 0 ? ['An attachment was left out. Request it again if you need it.'] : []),
  ].join('\n')

/** Emails of one kind to one recipient that were held back, oldest first. */
interface MailGroup {
  mails: readonly HeldMail[]
  newest: HeldMail
  /** When the first one was due. */
  since: string
}

type Composed = Pick<Digest, 'subject' | 'body'>

const manySubject = ({ mails, newest }: MailGroup): string => `${mails.length} more: ${newest.subject}`

const introFor = ({ mails, since }: MailGroup): string =>
  `We held back ${mails.length === 1 ? 'one email' : `${mails.length} emails`} to you since ${since}, because you had already received ten similar emails within an hour`

function listMails(group: MailGroup): Composed {
  const entries = countEqual(group.mails.map(toEntry))
  const listed = entries
    .slice(0, mostListed)
    .map(({ text, count }) => (count === 1 ? text : `${text}\n(${times(count)})`))
  const more = entries.length - listed.length
  return {
    subject: manySubject(group),
    body: [`${introFor(group)}:`, ...listed, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n'),
  }
}

const sendNewest = ({ mails, newest, since }: MailGroup): Composed => ({
  subject: newest.subject,
  body: `This email was due ${times(mails.length)} since ${since}. Only the newest link works:\n\n${rule}\n\n${newest.body}`,
})

function foldMails(group: MailGroup): Composed {
  const texts = countEqual(group.mails.map(({ subject, body }) => `${subject}\n\n${body.trim()}`))
  return {
    subject: texts.length === 1 ? group.newest.subject : manySubject(group),
    body: [
      `${introFor(group)}. This email contains all of them:`,
      ...texts.map(({ text, count }) => `${rule}\n\nDue ${times(count)}: ${text}`),
    ].join('\n\n'),
  }
}

const composers = { listed: listMails, folded: foldMails, newest: sendNewest }

/** Composes one email in place of several of one kind to one recipient, oldest first. */
export function composeDigest(mails: readonly [HeldMail, ...HeldMail[]]): Digest {
  const [{ kind, recipient, created_at: firstAt }] = mails
  const newest = mails.at(-1) ?? mails[0]
  const { subject, body } = composers[pastLimitFor(kind)]({ mails, newest, since: clockTime(firstAt) })
  return { kind, recipient, subject, body: `${body.trimEnd()}\n` }
}
