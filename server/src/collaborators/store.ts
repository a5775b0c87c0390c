import { sql, type Insertable, type Selectable } from 'kysely'
import { suspended } from '../accounts/suspensions/store.ts'
import { composeOnce } from '../db/composeOnce.ts'
import type { AppRole, CollaboratorsTable, Db, Tx } from '../db/schema.ts'

export type CollaboratorRow = Selectable<CollaboratorsTable> & { name: string; email: string }

const withPerson = (db: Db) =>
  db
    .selectFrom('collaborators')
    .innerJoin('developers', 'developers.id', 'collaborators.developer_id')
    .select([
      'collaborators.id',
      'collaborators.app_id',
      'collaborators.developer_id',
      'collaborators.role',
      'collaborators.created_at',
      'collaborators.updated_at',
      'developers.name',
      'developers.email',
    ])

/** Selects the collaborators of an app in the order they joined. */
export const selectCollaborators = (db: Db, appId: number) =>
  withPerson(db).where('collaborators.app_id', '=', appId).orderBy('collaborators.id')

/** Lists the collaborators of an app in the order they joined. */
export const listCollaborators: (db: Db, appId: number) => Promise<CollaboratorRow[]> =
  composeOnce(selectCollaborators)

export async function findCollaborator(db: Db, id: number): Promise<CollaboratorRow | undefined> {
  return withPerson(db).where('collaborators.id', '=', id).executeTakeFirst()
}

export async function findCollaboratorByDeveloper(
  db: Db,
  appId: number,
  developerId: number,
): Promise<CollaboratorRow | undefined> {
  return withPerson(db)
    .where('collaborators.app_id', '=', appId)
    .where('collaborators.developer_id', '=', developerId)
    .executeTakeFirst()
}

export interface PersonRow {
  name: string
  email: string
  email_confirmed_at: string | null
  is_suspended: boolean
}

/** Finds a developer, whether a member of the app or not. */
export async function findPerson(db: Db, developerId: number): Promise<PersonRow | undefined> {
  return db
    .selectFrom('developers')
    .select(['name', 'email', 'email_confirmed_at'])
    .select(suspended(sql.ref('developers.id')).as('is_suspended'))
    .where('id', '=', developerId)
    .executeTakeFirst()
}

export async function insertCollaborator(
  tx: Tx,
  collaborator: Insertable<CollaboratorsTable>,
): Promise<void> {
  await tx.insertInto('collaborators').values(collaborator).execute()
}

export async function setRole(tx: Tx, id: number, role: AppRole, now: Date): Promise<void> {
  await tx.updateTable('collaborators').set({ role, updated_at: now }).where('id', '=', id).execute()
}

export async function deleteCollaborator(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('collaborators').where('id', '=', id).execute()
}

/** Ends a developer's roles on apps. They stay the owner of a deleted app, because it can't be without one. */
export async function leaveApps(tx: Tx, developerId: number): Promise<void> {
  await tx
    .deleteFrom('collaborators')
    .where('developer_id', '=', developerId)
    .where('role', '!=', 'owner')
    .execute()
}
