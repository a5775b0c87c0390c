import type { RemovedAccess } from '@trestle/domain/accounts/emailChanges/contract.ts'
import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'

/** Ends the access to an account that was added since a time in features other than accounts, and returns it. */
export type EndAccessSince = (
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  developerId: number,
  since: string,
) => Promise<Pick<RemovedAccess, 'personal_tokens' | 'apps' | 'invitations' | 'feed'>>

const counted = (count: number, one: string, many: string): string | false =>
  count > 0 && (count === 1 ? one : `${count} ${many}`)

/** Lists what was removed, without the names of passkeys and tokens, because someone else may have chosen them. */
export function listRemoved(
  { passkeys, totp, recovery_codes, personal_tokens, apps, invitations, feed }: RemovedAccess,
  when: string,
): string[] {
  const items = [
    counted(passkeys, 'a passkey', 'passkeys'),
    totp && 'the authenticator app',
    recovery_codes && 'the recovery codes',
    counted(personal_tokens, 'a personal access token', 'personal access tokens'),
    apps > 0 && (apps === 1 ? 'the authorization of an app' : `the authorizations of ${apps} apps`),
    counted(invitations, 'an invitation to an app', 'invitations to apps'),
    feed && 'the URL of the announcement feed',
  ].filter((item) => item !== false)
  if (items.length === 0) return []
  const list = new Intl.ListFormat('en').format(items)
  return [`We removed what was added ${when}: ${list}.`]
}
