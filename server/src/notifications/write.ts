import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type {
  AdminNotification,
  createNotification as creation,
  updateNotification as change,
} from '@trestle/domain/notifications/contract.ts'
import { decideNotification, decideNotificationChange } from '@trestle/domain/notifications/rules.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdmin } from '../access/lockAccount.ts'
import { changesBetween, recordAudit, unchanged } from '../audit/record.ts'
import type { Db, Tx } from '../db/schema.ts'
import { removeNotificationDraft } from '../drafts/removeDraft.ts'
import { unwrap, orNotFound, requireUnchanged } from '../errors.ts'
import { definedFields } from '../definedFields.ts'
import type { Services } from '../services.ts'
import { enqueueCriticalEmails } from './mailCritical.ts'
import { presentForStaff } from './present.ts'
import {
  deleteNotification as remove,
  findNotification,
  insertNotification,
  lockNotification,
  changeNotification,
  type NotificationRow,
} from './store.ts'

const resourceName = 'Notification'

/** Returns an announcement as stored. */
export const findForStaff = async (db: Db, actor: Actor, id: number) =>
  orNotFound(await findNotification(db, actor, id), resourceName)

export async function getForStaff(
  db: Db,
  services: Services,
  actor: Actor,
  id: number,
): Promise<AdminNotification> {
  return presentForStaff(await findForStaff(db, actor, id), services.now())
}

/**
 * Locks an announcement until the transaction ends. A caller whose session or right as a platform admin ended during
 * the wait is refused.
 */
export async function lockForStaff(tx: Tx, actor: Actor, id: number): Promise<NotificationRow> {
  const row = await lockNotification(tx, id)
  await requireAdmin(tx, actor)
  return orNotFound(row, resourceName)
}

/** Creates a notification. A job emails a critical one to every confirmed developer (NOTE-32). */
export function createNotification(
  services: Services,
  actor: Actor,
  body: InputOf<typeof creation>['body'],
): Promise<AdminNotification> {
  return services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const input = unwrap(decideNotification(body))
    const row = await insertNotification(tx, {
      ...input,
      mail_after: input.critical ? 0 : null,
      created_by: actor.id,
      created_at: now,
      updated_at: now,
    })
    await removeNotificationDraft(tx, actor, null)
    await recordAudit(tx, actor.audit, now, {
      action: 'notification.created',
      subject: { type: 'notification', id: row.id },
      changes: { title: [null, row.title], critical: [null, row.critical], draft: [null, row.draft] },
    })
    if (row.critical) await enqueueCriticalEmails(tx, now, row)
    return presentForStaff({ ...row, read_at: null }, now)
  })
}

/** Returns whether only `visible` changes: the list toggles it, independently of the form. */
const isSwitchOnly = (fields: object): boolean =>
  Object.keys(definedFields(fields)).every((field) => field === 'visible')

export function updateNotification(
  services: Services,
  actor: Actor,
  id: number,
  { if_unchanged_since: since, ...input }: InputOf<typeof change>['body'],
): Promise<AdminNotification> {
  return services.db.transaction().execute(async (tx) => {
    const stored = await lockForStaff(tx, actor, id)
    await requireUnchanged(stored.updated_at, since, () => getForStaff(tx, services, actor, id))
    const accepted = unwrap(decideNotificationChange(stored, input))
    const fields = definedFields(accepted)
    if (!isSwitchOnly(input)) await removeNotificationDraft(tx, actor, stored)
    const changes = changesBetween(stored, fields)
    if (Object.keys(changes).length === 0) return getForStaff(tx, services, actor, id)
    const now = services.now()
    await changeNotification(tx, id, { ...fields, updated_at: now })
    if (changes['visible']?.[1] === true && stored.mail_after !== null) {
      await enqueueCriticalEmails(tx, now, stored)
    }
    await recordAudit(tx, actor.audit, now, {
      action: 'notification.updated',
      subject: { type: 'notification', id },
      // The title names the notification in the log, even if it is unchanged.
      changes: { ...unchanged({ title: stored.title }), ...changes },
    })
    return getForStaff(tx, services, actor, id)
  })
}

export function deleteNotification(services: Services, actor: Actor, id: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const stored = await lockForStaff(tx, actor, id)
    await remove(tx, id)
    await recordAudit(tx, actor.audit, services.now(), {
      action: 'notification.deleted',
      subject: { type: 'notification', id },
      changes: {
        title: [stored.title, null],
        summary: [stored.summary, null],
        body: [stored.body, null],
      },
    })
  })
}
