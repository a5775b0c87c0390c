import type { Tx } from '../src/db/schema.ts'

/** The people the platform's staff contact about an app. They have no accounts. */
const contacts: Record<string, [name: string, email: string][]> = {
  'Site Sync': [
    ['Ingrid Solheim', 'ingrid.solheim@siteline.example'],
    ['Siteline Support', 'support@siteline.example'],
  ],
  'Ledger Bridge': [['Tomás Herrera', 'tomas.herrera@siteline.example']],
  'Kilnworks Pours': [['Bruna Ferrari', 'integrations@kilnworks.example']],
}

export async function insertContacts(tx: Tx): Promise<void> {
  const apps = await tx
    .selectFrom('developer_apps')
    .select(['id', 'internal_name', 'created_at'])
    .where('internal_name', 'in', Object.keys(contacts))
    .orderBy('id')
    .execute()
  const rows = apps.flatMap(({ id, internal_name: app, created_at: at }) =>
    (contacts[app] ?? []).map(([name, email]) => ({
      app_id: id,
      name,
      email,
      created_at: at,
      updated_at: at,
    })),
  )
  await tx.insertInto('contacts').values(rows).execute()
}
