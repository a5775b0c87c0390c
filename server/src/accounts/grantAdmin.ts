import { grantProblem } from '@trestle/domain/accounts/rules.ts'
import { byCommand } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound, refusalError } from '../errors.ts'
import { graceFrom } from './factors/present.ts'
import { findDeveloperByEmail, lockDeveloper, changeDeveloper } from './store.ts'

/** Makes a developer with a confirmed address a platform admin and returns whether anything changed. */
export async function grantAdmin(db: Db, now: Date, email: string): Promise<'granted' | 'already'> {
  return db.transaction().execute(async (tx) => {
    const known = orNotFound(await findDeveloperByEmail(tx, email), 'Developer')
    const developer = orNotFound(await lockDeveloper(tx, known.id), 'Developer')
    if (developer.is_admin) return 'already'
    const message = grantProblem(developer)
    if (message !== null) throw refusalError('conflict', message)
    const rights = { is_admin: true, is_employee: developer.is_employee }
    await changeDeveloper(tx, developer.id, {
      is_admin: true,
      updated_at: now,
      factor_grace_from: graceFrom(developer, rights, now),
    })
    await recordAudit(tx, byCommand, now, {
      action: 'developer.admin_granted',
      subject: { type: 'developer', id: developer.id },
      changes: { is_admin: [false, true] },
    })
    return 'granted'
  })
}
