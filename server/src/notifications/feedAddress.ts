import type { NotificationFeed, NotificationFeedAddress } from '@trestle/domain/notifications/contract.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import { hashToken, makeToken } from '../accounts/token.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import { recordUse } from '../maintenance.ts'
import type { Services } from '../services.ts'
import { deleteFeed, deleteFeedSince, findFeed, findFeedOwner, insertFeed, touchFeed } from './feeds/store.ts'

/** Reads are recorded at most once a minute. */
const touchAfterMs = minuteMs

/** Returns the page on which a developer creates a feed address. */
export const feedSettingsUrl = ({ settings }: Pick<Services, 'settings'>): string =>
  `${settings.PUBLIC_URL}${pageAddress('account')}#feed`

export async function getFeed({ db }: Services, actor: Actor): Promise<NotificationFeed> {
  return (await findFeed(db, actor.id)) ?? { made_at: null, last_read_at: null }
}

/** Creates or replaces the caller's feed address. Only this reply contains it. */
export async function renewFeed(services: Services, actor: Actor): Promise<NotificationFeedAddress> {
  const token = makeToken(services.random)
  const now = services.now()
  await services.db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    const isRenewal = await deleteFeed(tx, actor.id)
    await insertFeed(tx, { developer_id: actor.id, token_hash: hashToken(token), made_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: isRenewal ? 'notification_feed.renewed' : 'notification_feed.created',
      subject: { type: 'developer', id: actor.id },
    })
  })
  const address = `${services.settings.PUBLIC_URL}/feeds/notifications/${token}`
  return {
    atom_url: `${address}.atom`,
    json_url: `${address}.json`,
    made_at: now.toISOString(),
    last_read_at: null,
  }
}

export function switchOffFeed({ db, now }: Services, actor: Actor): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor)
    if (await deleteFeed(tx, actor.id)) await recordDeletion(tx, actor.audit, now(), actor.id)
  })
}

/** Ends a feed address that was created since a time, and returns whether there was one. */
export async function deleteFeedAddressSince(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  by: AuditActor,
  developerId: number,
  since: string,
): Promise<boolean> {
  if (!(await deleteFeedSince(tx, developerId, since))) return false
  await recordDeletion(tx, by, now(), developerId)
  return true
}

const recordDeletion = (tx: Tx, by: AuditActor, now: Date, developerId: number): Promise<void> =>
  recordAudit(tx, by, now, {
    action: 'notification_feed.deleted',
    subject: { type: 'developer', id: developerId },
  })

/** Refuses an address that doesn't work, and records when a working one was read. */
export async function admitReader(services: Services, token: string): Promise<void> {
  const tokenHash = hashToken(token)
  const owner = await findFeedOwner(services.db, tokenHash)
  if (owner === undefined) {
    const message = `This feed URL no longer works. Create a new one at ${feedSettingsUrl(services)}.`
    throw refusalError('not_found', message)
  }
  const readAt = services.now()
  const staleBefore = new Date(readAt.getTime() - touchAfterMs)
  await recordUse(services, { thing: 'a notification feed', id: owner }, () =>
    touchFeed(services.db, tokenHash, { readAt, staleBefore }),
  )
}
