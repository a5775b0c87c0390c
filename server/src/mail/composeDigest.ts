import { pastLimitFor } from './kinds.ts'
import { countEqual, listEntries, times, toEntry } from './listEntries.ts'
import { rule } from './composeFooter.ts'
import type { HeldEmail } from './store.ts'

interface Digest {
  kind: string
  recipient: string
  subject: string
  body: string
}

const clockTime = (at: string): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

const notesOn = ({ files }: HeldEmail): string[] =>
  files > 0 ? ['An attachment was omitted. Request it again if you need it.'] : []

/** Emails of one kind to one recipient that were held back, oldest first. */
interface MailGroup {
  emails: readonly HeldEmail[]
  newest: HeldEmail
  /** When the first one was due. */
  since: string
}

type Composed = Pick<Digest, 'subject' | 'body'>

const manySubject = ({ emails, newest }: MailGroup): string => `${emails.length} more: ${newest.subject}`

const introFor = ({ emails, since }: MailGroup): string =>
  `We held back ${emails.length === 1 ? 'one email' : `${emails.length} emails`} to you since ${since}, because you had already received ten similar emails within an hour`

const listEmails = (group: MailGroup): Composed => ({
  subject: manySubject(group),
  body: [
    `${introFor(group)}:`,
    ...listEntries(group.emails.map((email) => toEntry(email, notesOn(email)))),
  ].join('\n\n'),
})

const sendNewest = ({ emails, newest, since }: MailGroup): Composed => ({
  subject: newest.subject,
  body: `This email was due ${times(emails.length)} since ${since}. Only the newest link works:\n\n${rule}\n\n${newest.body}`,
})

function foldEmails(group: MailGroup): Composed {
  const texts = countEqual(group.emails.map(({ subject, body }) => `${subject}\n\n${body.trim()}`))
  return {
    subject: texts.length === 1 ? group.newest.subject : manySubject(group),
    body: [
      `${introFor(group)}. This email contains all of them:`,
      ...texts.map(({ text, count }) => `${rule}\n\nDue ${times(count)}: ${text}`),
    ].join('\n\n'),
  }
}

const composers = { listed: listEmails, folded: foldEmails, newest: sendNewest }

/** Composes one email in place of several of one kind to one recipient, oldest first. */
export function composeDigest(emails: readonly [HeldEmail, ...HeldEmail[]]): Digest {
  const [{ kind, recipient, created_at: firstAt }] = emails
  const newest = emails.at(-1) ?? emails[0]
  const { subject, body } = composers[pastLimitFor(kind)]({ emails, newest, since: clockTime(firstAt) })
  return { kind, recipient, subject, body: `${body.trimEnd()}\n` }
}
