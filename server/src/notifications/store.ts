import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { composeOnce } from '../db/composeOnce.ts'
import type { Db, NotificationsTable, Tx } from '../db/schema.ts'
import { foldedContains } from '../db/search.ts'
import { findPage, sortByIds, type Listed } from '../lists/findPage.ts'
import { countRows, offsetOf, totalOf } from '../lists/listPage.ts'

export type NotificationRow = Selectable<NotificationsTable>

/** A notification with the time at which one reader first opened it. */
export interface ReadRow extends NotificationRow {
  read_at: string | null
}

export interface Reader {
  id: number
}

const withRead = (db: Db, readerId: number) =>
  db
    .selectFrom('notifications as note')
    .leftJoin('notification_reads as mine', (join) =>
      join.onRef('mine.notification_id', '=', 'note.id').on('mine.developer_id', '=', readerId),
    )

/** Returns the rule `isShown` as an SQL condition. One table of cases tests both. */
const shown = (today: string) =>
  sql<boolean>`note.visible and not note.draft and (note.show_after is null or note.show_after <= ${today}::date)`

export interface NotificationFilters {
  /** A UTC date. Only lists notifications that developers see on that day. Defaults to all. */
  shownOn?: string
  unread?: boolean | undefined
  critical?: boolean | undefined
}

const filter = (db: Db, readerId: number, { shownOn, unread, critical }: NotificationFilters) =>
  withRead(db, readerId)
    // A column of the join condition, so that PostgreSQL reads in order and stops after a page.
    .$if(unread === true, (query) => query.where('mine.notification_id', 'is', null))
    .$if(unread === false, (query) => query.where('mine.read_at', 'is not', null))
    .where(
      allOf(
        shownOn !== undefined && shown(shownOn),
        critical !== undefined && sql`note.critical = ${critical}`,
      ),
    )

const inOrder = (db: Db, readerId: number, filters: NotificationFilters) =>
  filter(db, readerId, filters)
    .selectAll('note')
    .select('mine.read_at')
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')

const readShown = composeOnce((db, readerId: number, shownOn: string, limit: number, offset: number) =>
  inOrder(db, readerId, { shownOn }).limit(limit).offset(offset),
)

function readPage(db: Db, readerId: number, filters: NotificationFilters, page: Page): Promise<ReadRow[]> {
  const { shownOn, unread, critical } = filters
  // The list that developers mostly read.
  if (shownOn !== undefined && unread === undefined && critical === undefined) {
    return readShown(db, readerId, shownOn, page.per_page, offsetOf(page))
  }
  return inOrder(db, readerId, filters).limit(page.per_page).offset(offsetOf(page)).execute()
}

async function countUnread(db: Db, readerId: number, filters: NotificationFilters): Promise<number> {
  // Without a join of all notifications with the few that the reader has read.
  const [all, read] = [undefined, false].map((unread) =>
    filter(db, readerId, { ...filters, unread }).select(sql`count(*)`.as('count')),
  )
  const { total } = await db.selectNoFrom(sql<number>`${all} - ${read}`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** Lists notifications, newest first (NOTE-21, ANOTE-30). */
export async function listNotifications(
  db: Db,
  { id: readerId }: Reader,
  filters: NotificationFilters,
  page: Page,
): Promise<Paged<ReadRow>> {
  const rows = await readPage(db, readerId, filters, page)
  const count = () =>
    filters.unread === true ? countUnread(db, readerId, filters) : countRows(filter(db, readerId, filters))
  return { rows, total: await totalOf(rows, page, count) }
}

/**
 * Lists one page of the notifications whose title or summary contains the search, newest first. Without an index,
 * because staff write few.
 */
export async function searchNotifications(
  db: Db,
  { id: readerId }: Reader,
  search: string,
  page: Page,
): Promise<Paged<ReadRow>> {
  const list: Listed = {
    queries: [
      sql`select note.id, note.created_at as key from notifications note
        where ${foldedContains('note.title', search)} or ${foldedContains('note.summary', search)}`,
    ],
    nullable: false,
    count: null,
  }
  const { ids, ...size } = await findPage(db, list, 'desc', page)
  const rows = await withRead(db, readerId)
    .selectAll('note')
    .select('mine.read_at')
    .where('note.id', '=', anyOf(ids))
    .execute()
  return { rows: sortByIds(ids, rows), ...size }
}

export async function findNotification(db: Db, reader: Reader, id: number): Promise<ReadRow | undefined> {
  return withRead(db, reader.id)
    .selectAll('note')
    .select('mine.read_at')
    .where('note.id', '=', id)
    .executeTakeFirst()
}

/** Selects those of these notifications that exist and aren't hidden. */
export async function selectVisible(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('visible', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks a notification until the transaction ends. Developers can still read it, because a read only refers to its row.
 */
export async function lockNotification(tx: Tx, id: number): Promise<NotificationRow | undefined> {
  return tx.selectFrom('notifications').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Prevents a notification from being deleted until the transaction ends. Returns undefined if it doesn't exist. */
export async function holdNotification(tx: Tx, id: number): Promise<{ id: number } | undefined> {
  return tx.selectFrom('notifications').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
}

export async function insertNotification(
  tx: Tx,
  notification: Insertable<NotificationsTable>,
): Promise<NotificationRow> {
  return tx.insertInto('notifications').values(notification).returningAll().executeTakeFirstOrThrow()
}

export async function changeNotification(
  tx: Tx,
  id: number,
  change: Updateable<NotificationsTable>,
): Promise<NotificationRow> {
  return tx
    .updateTable('notifications')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteNotification(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('notifications').where('id', '=', id).execute()
}

/** Records a read and returns false when this reader had opened it before. */
export async function insertRead(tx: Tx, reader: Reader, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('notification_reads')
    .values({ notification_id: id, developer_id: reader.id, read_at: at })
    .onConflict((conflict) => conflict.constraint('notification_reads_pkey').doNothing())
    .returning('read_at')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records a read of all notifications shown on a day, and returns how many of them this reader hadn't opened before.
 */
export async function insertAllReads(tx: Tx, { id }: Reader, shownOn: string, at: Date): Promise<number> {
  const unread = filter(tx, id, { shownOn, unread: true })
    .select(['note.id', sql<number>`${id}::bigint`.as('reader'), sql<Date>`${at}::timestamptz`.as('at')])
    // Skips notifications that are being deleted.
    .forKeyShare('note')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notification_reads')
    .columns(['notification_id', 'developer_id', 'read_at'])
    .expression(unread)
    .onConflict((conflict) => conflict.constraint('notification_reads_pkey').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}
