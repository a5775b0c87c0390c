import { pastLimitFor } from './kinds.ts'
import { countEqual, listEntries, times, toEntry } from './listEntries.ts'
import { rule } from './composeFooter.ts'
import type { HeldMail } from './store.ts'

interface Digest {
  kind: string
  recipient: string
  subject: string
  body: string
}

const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

const notesOn = ({ files }: HeldMail): string[] =>
  files > 0 ? ['An attachment was omitted. Request it again if you need it.'] : []

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

const listMails = (group: MailGroup): Composed => ({
  subject: manySubject(group),
  body: [`${introFor(group)}:`, ...listEntries(group.mails.map((mail) => toEntry(mail, notesOn(mail))))].join(
    '\n\n',
  ),
})

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
