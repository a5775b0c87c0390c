import type { Db, Tx } from '../db/schema.ts'

/** The company in the sandbox of an app. */
export interface SandboxCompany {
  sandbox_id: number
  app_id: number
  app_name: string
  /** The app's client id in production, which identifies it in events. */
  uid: string
  client_id: string
  company_id: number
}

/** Finds the company of a live sandbox whose app isn't deleted. */
export async function findCompany(db: Db, appId: number): Promise<SandboxCompany | undefined> {
  return db
    .selectFrom('sandboxes as sandbox')
    .innerJoin('developer_apps as app', 'app.id', 'sandbox.developer_app_id')
    .select([
      'sandbox.id as sandbox_id',
      'app.id as app_id',
      'app.internal_name as app_name',
      'app.uid',
      'sandbox.app_id as client_id',
      'sandbox.company_id',
    ])
    .where('app.id', '=', appId)
    .where('app.deleted_at', 'is', null)
    .where('sandbox.status', '=', 'live')
    .where('sandbox.company_id', 'is not', null)
    .where('sandbox.app_id', 'is not', null)
    .$narrowType<{ company_id: number; client_id: string }>()
    .executeTakeFirst()
}

export interface ProjectRow {
  id: number
  sample: number
  created_at: string
}

export async function listProjects(db: Db, sandboxId: number): Promise<ProjectRow[]> {
  return db
    .selectFrom('sandbox_projects')
    .select(['id', 'sample', 'created_at'])
    .where('sandbox_id', '=', sandboxId)
    .orderBy('sample')
    .execute()
}

/** Creates the projects that a sandbox doesn't have yet and returns these. Concurrent calls create each only once. */
export async function insertProjects(
  tx: Tx,
  sandboxId: number,
  samples: { sample: number; last_rfi_number: number }[],
  now: Date,
): Promise<ProjectRow[]> {
  return tx
    .insertInto('sandbox_projects')
    .values(samples.map((each) => ({ ...each, sandbox_id: sandboxId, created_at: now })))
    .onConflict((conflict) => conflict.constraint('sandbox_projects_once').doNothing())
    .returning(['id', 'sample', 'created_at'])
    .execute()
}

/** Locks a sandbox, so that its RFIs can be counted and numbered. */
export async function lockSandboxForRfis(tx: Tx, sandboxId: number): Promise<void> {
  await tx
    .selectFrom('sandboxes')
    .select('id')
    .where('id', '=', sandboxId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns the next RFI number of a project, which no other RFI gets. */
export async function assignRfiNumber(tx: Tx, projectId: number): Promise<number> {
  const { last_rfi_number: number } = await tx
    .updateTable('sandbox_projects')
    .set((row) => ({ last_rfi_number: row('last_rfi_number', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_rfi_number')
    .executeTakeFirstOrThrow()
  return number
}
