import type { AccountSession } from '@trestle/domain/accounts/contract.ts'
import { browserName } from '@trestle/domain/accounts/rules.ts'
import { sessionEnd } from '@trestle/domain/accounts/sessions.ts'
import type { Actor } from '../../access/actor.ts'
import { toSubnet } from '../../access/network.ts'
import { requireSession } from '../../access/tokenRights.ts'
import type { Services } from '../../services.ts'
import { sessionLimits } from '../session.ts'
import { listSessions } from './store.ts'

/** Loads the caller's sessions that haven't ended, most recently used first. */
export async function loadSessions(services: Services, actor: Actor): Promise<AccountSession[]> {
  const now = services.now()
  const limits = sessionLimits(services, actor)
  const current = requireSession(actor).id
  const rows = await listSessions(services.db, actor.id, now)
  return rows.flatMap((row) => {
    const end = sessionEnd({ ...row, authenticated_at: row.authenticated_at ?? row.created_at }, limits)
    if (end <= now.getTime()) return []
    const { id, created_at, last_seen_at, address, user_agent } = row
    return {
      id,
      current: id === current,
      created_at,
      last_seen_at,
      ends_at: new Date(end).toISOString(),
      network: toSubnet(address),
      browser: browserName(user_agent),
    }
  })
}
