import type { Services } from '../src/services.ts'
import { insertApps } from './apps.ts'
import { insertContacts } from './contacts.ts'
import { insertInvitations } from './invitations.ts'
import { insertListings } from './insertListings.ts'
import { insertMetrics } from './metrics.ts'
import { insertNotifications } from './notifications.ts'
import { insertPeople } from './people.ts'
import { insertPictures } from './pictures.ts'
import { insertQuotas } from './quotas.ts'

/** Fills an empty database with a realistic demo in one transaction. Leaves a database with any users unchanged. */
export async function fillDemo({
  db,
  now,
  files,
  settings,
}: Pick<Services, 'db' | 'now'> & Partial<Pick<Services, 'files' | 'settings'>>): Promise<void> {
  const portal = { isGovernmentCloud: settings?.GOV_CLOUD ?? false }
  await db.transaction().execute(async (tx) => {
    const existing = await tx.selectFrom('developers').select('id').limit(1).executeTakeFirst()
    if (existing) return
    const people = await insertPeople(tx, now())
    await insertApps(tx, now(), people, portal)
    await insertInvitations(tx, now(), people)
    await insertMetrics(tx, now())
    await insertContacts(tx)
    if (files) {
      await insertPictures(tx, files)
      await insertListings(tx, now(), people, files)
    }
    await insertNotifications(tx, now(), people, portal)
    await insertQuotas(tx, now(), people, portal)
  })
}
