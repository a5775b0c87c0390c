import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { anyOf } from '../../db/anyOf.ts'
import type { AppRole, Db, Tx, UsageReportsTable } from '../../db/schema.ts'

export type UsageReportRow = Selectable<UsageReportsTable>

export async function findNewestReport(db: Db, appId: number): Promise<UsageReportRow | undefined> {
  return db
    .selectFrom('usage_reports')
    .selectAll()
    .where('developer_app_id', '=', appId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertReport(tx: Tx, report: Insertable<UsageReportsTable>): Promise<UsageReportRow> {
  return tx.insertInto('usage_reports').values(report).returningAll().executeTakeFirstOrThrow()
}

export async function lockReport(tx: Tx, id: number): Promise<UsageReportRow | undefined> {
  return tx.selectFrom('usage_reports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Lists the reports that these emails contain, with the role that the requester has on the app now. It is null if they
 * left the app, or if the app was deleted.
 */
export async function listReportsOfEmails(
  db: Db,
  mailIds: readonly number[],
): Promise<{ mail_id: number; role: AppRole | null }[]> {
  return db
    .selectFrom('usage_reports as report')
    .innerJoin('developer_apps as app', 'app.id', 'report.developer_app_id')
    .leftJoin('collaborators as requester', (join) =>
      join
        .onRef('requester.app_id', '=', 'app.id')
        .onRef('requester.developer_id', '=', 'report.requested_by')
        .on('app.deleted_at', 'is', null),
    )
    .select(['report.mail_id', 'requester.role'])
    .where('report.mail_id', '=', anyOf(mailIds))
    .$narrowType<{ mail_id: number }>()
    .execute()
}

/** Ends a developer's requested reports that haven't been generated. Their jobs find nothing to send. */
export async function failPendingReports(tx: Tx, now: Date, developerId: number): Promise<void> {
  await tx
    .updateTable('usage_reports')
    .set({ state: 'failed', finished_at: now })
    .where('requested_by', '=', developerId)
    .where('state', '=', 'generating')
    .execute()
}

export async function changeReport(tx: Tx, id: number, change: Updateable<UsageReportsTable>): Promise<void> {
  await tx.updateTable('usage_reports').set(change).where('id', '=', id).execute()
}

/** Records when a report's email was found to be undeliverable. Does nothing for any other email. */
export async function markUndelivered(db: Db, mailId: number, at: Date): Promise<void> {
  await db
    .updateTable('usage_reports')
    .set({ undelivered_at: at })
    .where('mail_id', '=', mailId)
    // PostgreSQL evaluates it first and once, so that it searches the reports of no other email.
    .where(sql<boolean>`exists (select from mails where id = ${mailId} and kind = 'usage_report')`)
    .execute()
}

/** Reverts `markUndelivered` for emails that are sent again. */
export async function unmarkUndelivered(tx: Tx, mailIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('usage_reports')
    .set({ undelivered_at: null })
    .where('mail_id', '=', anyOf(mailIds))
    .where('undelivered_at', 'is not', null)
    .execute()
}

/** Replaces the address to which the reports of a developer were sent. */
export async function replaceRecipient(tx: Tx, developerId: number, recipient: string): Promise<void> {
  await tx.updateTable('usage_reports').set({ recipient }).where('requested_by', '=', developerId).execute()
}
