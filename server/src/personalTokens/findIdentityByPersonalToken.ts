import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { Identity } from '../access/actor.ts'
import { toSubnet } from '../access/network.ts'
import { isWellFormedSecret, secretPrefixes } from '../accounts/secretFormat.ts'
import { areTermsDue, loadEnrollment } from '../accounts/session.ts'
import { hashToken } from '../accounts/token.ts'
import { recordUse } from '../maintenance.ts'
import type { Services } from '../services.ts'
import { findToken, touchToken } from './store.ts'

/** Uses are recorded at most once a minute. */
const touchAfterMs = minuteMs

/**
 * Returns the developer of a personal access token as an identity without the rights of staff, or null when the token
 * is unknown, expired or revoked.
 */
export async function findIdentityByPersonalToken(
  services: Services,
  text: string,
  address: string,
): Promise<Identity | null> {
  if (!isWellFormedSecret(secretPrefixes.personalToken, text)) return null
  const now = services.now()
  const found = await findToken(services.db, hashToken(text), now)
  if (!found) return null
  const { token, developer } = found
  if (token.last_used_at === null || now.getTime() - Date.parse(token.last_used_at) >= touchAfterMs) {
    await touch(services, token.id, address)
  }
  return {
    id: developer.id,
    email: developer.email,
    name: developer.name,
    is_admin: false,
    is_employee: false,
    is_partner: developer.is_partner,
    email_confirmed: developer.email_confirmed_at !== null,
    session: null,
    enrollment: await loadEnrollment(services, developer),
    terms_due: areTermsDue(services, developer),
    token: { id: token.id, actions: token.actions, app_ids: token.app_ids },
  }
}

function touch(services: Services, id: number, address: string): Promise<void> {
  const usedAt = services.now()
  const staleBefore = new Date(usedAt.getTime() - touchAfterMs)
  return recordUse(services, { thing: 'a personal access token', id }, () =>
    touchToken(services.db, id, { usedAt, staleBefore, network: toSubnet(address) }),
  )
}
