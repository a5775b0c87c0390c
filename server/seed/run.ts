import type { Services } from '../src/services.ts'
import { insertApps } from './apps.ts'
import { insertInvitations } from './invitations.ts'
import { insertMetrics } from './metrics.ts'
import { insertPeople } from './people.ts'

/** Fills an empty database with a believable demo, all at once. A database with anybody in it is left alone. */
export async function fillDemo({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const somebody = await tx.selectFrom('developers').select('id').limit(1).executeTakeFirst()
    if (somebody) return
    const people = await insertPeople(tx, now())
    await insertApps(tx, now(), people)
    await insertInvitations(tx, now(), people)
    await insertMetrics(tx, now())
  })
}
