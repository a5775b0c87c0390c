import { utcDay } from '@trestle/domain/time/days.ts'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import { isShown } from '@trestle/domain/notifications/rules.ts'
import type { Actor } from '../access/actor.ts'
import { recordAudit, unchanged } from '../audit/record.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { presentNotification } from './present.ts'
import { findNotification, holdNotification, insertAllReads, insertRead, type ReadRow } from './store.ts'

const resourceName = 'Notification'

/** Loads a notification that is visible to developers. Otherwise returns 404, even to staff outside the admin area. */
async function load(db: Db, services: Services, actor: Actor, id: number): Promise<ReadRow> {
  const row = orNotFound(await findNotification(db, actor, id), resourceName)
  return orNotFound(isShown(row, utcDay(services.now())) ? row : null, resourceName)
}

export async function getNotification(services: Services, actor: Actor, id: number): Promise<Notification> {
  return presentNotification(await load(services.db, services, actor, id), services.now())
}

/** Marks a notification as read, and keeps the time of the first read. */
export function readNotification(services: Services, actor: Actor, id: number): Promise<Notification> {
  return services.db.transaction().execute(async (tx) => {
    orNotFound(await holdNotification(tx, id), resourceName)
    const { title } = await load(tx, services, actor, id)
    const now = services.now()
    if (await insertRead(tx, actor, id, now)) {
      await recordAudit(tx, actor.audit, now, {
        action: 'notification.read',
        subject: { type: 'notification', id },
        changes: unchanged({ title }),
      })
    }
    return presentNotification(await load(tx, services, actor, id), now)
  })
}

/** Marks everything that the reader sees as read, in one audit entry. */
export function readAllNotifications(services: Services, actor: Actor): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const count = await insertAllReads(tx, actor, utcDay(now), now)
    if (count === 0) return
    await recordAudit(tx, actor.audit, now, {
      action: 'notification.all_read',
      subject: { type: 'developer', id: actor.id },
      changes: { unread: [count, 0] },
    })
  })
}
