import type { Actor } from '../../access/actor.ts'
import { requireAdmin } from '../../access/lockAccount.ts'
import { requireSession } from '../../access/tokenRights.ts'
import { orNotFound, refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { recordAccountEvent } from '../recordAccountEvent.ts'
import { lockDeveloper } from '../store.ts'
import { deleteSession, deleteSessionsFor } from './store.ts'

/** Ends another session of the caller. */
export async function endOtherSession(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  id: number,
): Promise<void> {
  if (id === requireSession(actor).id) {
    throw refusalError('conflict', 'This is the browser you are using. Sign out instead.')
  }
  await services.db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    orNotFound(await deleteSession(tx, actor.id, id), 'Session', 'It may have ended already.')
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'session.ended',
      developer_id: actor.id,
      subject: { type: 'session', id },
      client,
    })
  })
}

/** Ends every session of a developer, for platform admins. */
export async function endAllSessions(services: Services, actor: Actor, developerId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // Locked, as during a sign-in, so that a session that begins at the same time begins either before this or after.
    const { id } = orNotFound(await lockDeveloper(tx, developerId), 'Developer')
    await requireAdmin(tx, actor)
    const ended = await deleteSessionsFor(tx, id, null)
    await recordAccountEvent(tx, services, actor.audit, {
      action: 'sessions.ended',
      developer_id: id,
      changes: { sessions: [ended, 0] },
      details: { count: ended },
    })
  })
}
