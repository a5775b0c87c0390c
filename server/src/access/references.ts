import type { Db } from '../db/schema.ts'
import { findApp, listAppReferences } from './store.ts'

/** The client id or marketplace id by which a platform service identifies an app. */
export interface AppReference {
  uid?: string | undefined
  app_id?: string | undefined
}

const unique = (names: (string | undefined)[]): string[] => [
  ...new Set(names.filter((name) => name !== undefined)),
]

/** Loads the apps for many references in one query and returns a lookup of their ids. Includes deleted apps. */
export async function findAppsByReference(
  db: Db,
  references: AppReference[],
): Promise<(reference: AppReference) => number | undefined> {
  const rows = await listAppReferences(
    db,
    unique(references.map(({ uid }) => uid)),
    unique(references.map(({ app_id }) => app_id)),
  )
  const byUid = new Map(rows.map(({ uid, id }) => [uid, id]))
  const byAppId = new Map(rows.map(({ app_id, id }) => [app_id, id]))
  return ({ uid, app_id }) => (uid === undefined ? byAppId.get(app_id ?? null) : byUid.get(uid))
}

/** Finds an app that isn't deleted. */
export async function findOpenApp(
  db: Db,
  id: number,
): Promise<{ id: number; internal_name: string; confidential: boolean; owner_id: number } | undefined> {
  const app = await findApp(db, id)
  return app?.deleted_at === null ? app : undefined
}

/** Returns whether an app exists and isn't deleted. */
export const isAppOpen = async (db: Db, id: number): Promise<boolean> =>
  (await findOpenApp(db, id)) !== undefined

/** Returns the name of an app for emails, even if it has been deleted since. */
export async function nameOfApp(db: Db, id: number): Promise<string> {
  const app = await findApp(db, id)
  if (!app) throw new Error(`There is no app ${id}`)
  return app.internal_name
}
