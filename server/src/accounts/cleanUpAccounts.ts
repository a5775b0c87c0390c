import { unconfirmedDays } from '@trestle/domain/accounts/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { byJob } from '../access/actor.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import { runEach } from '../runEach.ts'
import type { Services } from '../services.ts'
import { deleteBareRegistration } from './deleteBareRegistration.ts'
import { deleteOldChanges } from './emailChanges/store.ts'
import { deleteRowsOfDeleted, listPersonalTables } from './deletion/store.ts'
import { deleteExpiredChallenges } from './challenges/store.ts'
import { deleteExpiredEmailTokens } from './emailTokens/store.ts'
import { cancelGivenUpReset } from './factorResets/cancelReset.ts'
import { listAbandonedResets } from './factorResets/store.ts'
import { forgetOldAttempts } from './limit.ts'
import { deleteExpiredPendingSignIns } from './pendingSignIns/store.ts'
import { deleteAllExpiredSessions } from './sessions/store.ts'
import { isAbandonedRegistration, listAbandonedRegistrations, lockDeveloper } from './store.ts'

/** How long expired links are retained. After that, a link gets the same reply as an unknown one. */
const retainTokensMs = 7 * dayMs

/** Longer than the links of a change of address work. */
const retainChangesMs = 30 * dayMs

/** Longer than the time between two runs, even if the process that runs jobs is down for a while. */
const lateRowsMs = 7 * dayMs

/** How many registrations a run deletes at most. Each reads much of the audit log, to remove its address. */
const registrationsAtOnce = 50

export async function cleanUpAccounts(services: Services): Promise<void> {
  const { db } = services
  const now = services.now()
  const changesBefore = new Date(now.getTime() - retainChangesMs)
  const tokensBefore = new Date(now.getTime() - retainTokensMs)
  await deleteInBatches([
    (limit) => forgetOldAttempts(services, limit),
    (limit) => deleteAllExpiredSessions(db, now, limit),
    (limit) => deleteOldChanges(db, changesBefore, limit),
    (limit) => deleteExpiredPendingSignIns(db, now, limit),
    (limit) => deleteExpiredChallenges(db, now, limit),
    (limit) => deleteExpiredEmailTokens(db, tokensBefore, limit),
  ])
  for (const id of await listAbandonedResets(db)) await cancelGivenUpReset(services, { factor_reset_id: id })
  await deleteLateRows(services)
  await deleteAbandonedRegistrations(services)
}

/** Deletes registrations that were never confirmed, so that the owner of an address can register it. */
async function deleteAbandonedRegistrations({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - unconfirmedDays * dayMs)
  const abandoned = await listAbandonedRegistrations(db, before, registrationsAtOnce)
  await runEach(abandoned, ({ id }) =>
    db.transaction().execute(async (tx) => {
      const developer = await lockDeveloper(tx, id)
      // It may have been used, confirmed or suspended since it was listed.
      if (!developer || !(await isAbandonedRegistration(tx, id, before))) return
      await deleteBareRegistration(tx, byJob, now(), developer, [developer.email])
    }),
  )
}

/** Deletes rows stored by calls that began before their account was deleted and ended afterward. */
async function deleteLateRows({ db, now }: Services): Promise<void> {
  const since = new Date(now().getTime() - lateRowsMs)
  const tables = await listPersonalTables(db)
  await deleteInBatches(
    tables.map((personal) => (limit: number) => deleteRowsOfDeleted(db, personal, since, limit)),
  )
}
