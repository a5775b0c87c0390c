import type { Subscription } from '@trestle/domain/notificationPreferences/kinds.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { signToken } from '../notificationPreferences/signToken.ts'
import type { Services } from '../services.ts'
import type { MailSubscription } from './findSubscription.ts'

/** The line that separates the parts of an email. */
export const rule = '—'.repeat(20)

const subjectsFor = (isGovernmentCloud: boolean): Record<Subscription, string> => ({
  announcements: 'emails about announcements',
  reviews: 'emails about reviews',
  collaborators: 'emails about collaborators',
  reports: isGovernmentCloud ? 'emails about reports' : 'emails about reports and sandboxes',
  daily: 'the daily email',
})

interface Footer {
  text: string
  /** For email programs: the link, and that a POST to it needs nothing else (RFC 2369, RFC 8058). */
  headers: Record<string, string>
}

/**
 * Composes the end of an optional email, which says how to stop it. Each email has its own link, which needs no
 * session.
 */
export function composeFooter(
  services: Pick<Services, 'settings' | 'encryption'>,
  { subscriber, subscription }: MailSubscription,
): Footer {
  const { PUBLIC_URL, GOV_CLOUD } = services.settings
  const link = `${PUBLIC_URL}${pageAddress('unsubscribe', { token: signToken(services, subscriber, subscription) })}`
  return {
    text: [
      rule,
      `Stop ${subjectsFor(GOV_CLOUD)[subscription]}:\n${link}`,
      `Choose which emails you get, and how often:\n${PUBLIC_URL}${pageAddress('account')}#notifications`,
    ].join('\n\n'),
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}
