import type { z } from 'zod'
import type {
  AdminDeveloper,
  Suspension,
  updateAdminDeveloper as endpoint,
} from '@trestle/domain/accounts/contract.ts'
import { factorResetPossibleAt, hasSecondFactor } from '@trestle/domain/accounts/factors/rules.ts'
import { decideRights } from '@trestle/domain/accounts/rules.ts'
import type { AuditAction } from '@trestle/domain/audit/actions.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import { violates } from '../db/constraint.ts'
import type { Db, Tx } from '../db/schema.ts'
import { unwrap, orNotFound, refusalError, requireUnchanged } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { cancelAllChanges } from './emailChanges/store.ts'
import { findPendingReset } from './factorResets/store.ts'
import { presentReset } from './factorResets/requestReset.ts'
import { graceFrom } from './factors/present.ts'
import { loadFactors } from './factors/store.ts'
import { issueEmailToken } from './emailToken.ts'
import { retireEmailTokens } from './emailTokens/store.ts'
import { definedFields } from '../definedFields.ts'
import { lockDeveloperForStaff } from './lockDeveloperForStaff.ts'
import { newAddressEmail, oldAddressEmail } from './emails.ts'
import { presentDeveloper } from './present.ts'
import { findDeveloper, listFirstAppsFor, changeDeveloper, type DeveloperRow } from './store.ts'
import { findSuspension, type SuspensionRow } from './suspensions/store.ts'

const shownApps = 10

const presentSuspension = ({ reason, suspended_at, ...staff }: SuspensionRow): Suspension => ({
  reason,
  suspended_at,
  suspended_by: { id: staff.suspended_by, name: staff.suspended_by_name },
})

async function loadAdminDeveloper(db: Db, row: DeveloperRow, now: Date): Promise<AdminDeveloper> {
  const suspension = await findSuspension(db, row.id)
  const reset = await findPendingReset(db, row.id)
  return {
    ...presentDeveloper(row),
    suspension: suspension ? presentSuspension(suspension) : null,
    last_sign_in_at: row.last_sign_in_at,
    ...(await listFirstAppsFor(db, row.id, shownApps)),
    has_second_factor: hasSecondFactor(await loadFactors(db, row.id)),
    factor_reset: reset ? presentReset(reset) : null,
    factor_reset_possible_at: factorResetPossibleAt(row.email_changed_at, now.getTime()),
  }
}

export async function getDeveloper(db: Db, id: number, now: Date): Promise<AdminDeveloper> {
  return loadAdminDeveloper(db, orNotFound(await findDeveloper(db, id), 'Developer'), now)
}

type DeveloperInput = z.output<typeof endpoint.body>

/** Changes a developer, for platform admins. */
export async function updateDeveloper(
  services: Services,
  actor: Actor,
  id: number,
  { if_unchanged_since, ...fields }: DeveloperInput,
): Promise<AdminDeveloper> {
  return services.db.transaction().execute(async (tx) => {
    const { developer, adminIds } = await lockDeveloperForStaff(tx, actor, id)
    const now = services.now()
    const present = (row: DeveloperRow) => loadAdminDeveloper(tx, row, now)
    await requireUnchanged(developer.updated_at, if_unchanged_since, () => present(developer))
    const decided = unwrap(decideRights(developer, actor, adminIds, definedFields(fields)))
    const isMoved = decided.email !== undefined && decided.email !== developer.email
    // Ownership of the new address is not proved yet.
    const change = isMoved ? { ...decided, email_confirmed_at: null } : decided
    const changes = changesBetween(developer, change)
    if (Object.keys(changes).length === 0) return present(developer)
    const changed = await write(tx, now, id, {
      ...change,
      ...(isMoved && { email_changed_at: now }),
      factor_grace_from: graceFrom(developer, { ...developer, ...change }, now),
    })
    if (isMoved) await announceNewAddress(tx, services, actor.audit, developer.email, changed)
    await recordAudit(tx, actor.audit, now, {
      action: toAction(developer, changed),
      subject: { type: 'developer', id },
      changes,
    })
    return present(changed)
  })
}

/** Returns a separate action for a new or removed platform admin, so that the audit log can be filtered by it. */
function toAction(before: DeveloperRow, after: DeveloperRow): AuditAction {
  if (before.is_admin === after.is_admin) return 'developer.updated'
  return after.is_admin ? 'developer.admin_granted' : 'developer.admin_removed'
}

/** Retires links sent to the old address, which could open the account, and emails both addresses. */
async function announceNewAddress(
  tx: Tx,
  services: Services,
  by: AuditActor,
  oldEmail: string,
  { id, email }: DeveloperRow,
): Promise<void> {
  const now = services.now()
  await retireEmailTokens(tx, id, null, now)
  await cancelAllChanges(tx, id, now)
  const token = await issueEmailToken(tx, services, id, 'confirm_email')
  await sendEmail(tx, by, now, newAddressEmail(services.settings, email, token))
  await sendEmail(tx, by, now, oldAddressEmail(services.settings, oldEmail))
}

async function write(
  tx: Tx,
  now: Date,
  id: number,
  change: Parameters<typeof changeDeveloper>[2],
): Promise<DeveloperRow> {
  try {
    return await changeDeveloper(tx, id, { ...change, updated_at: now })
  } catch (error) {
    if (violates(error, 'developers_email_unique')) {
      throw refusalError('invalid_input', 'Another developer already has this email address.', 'email')
    }
    if (violates(error, 'developers_procore_id_unique')) {
      throw refusalError('invalid_input', 'Another developer already has this platform ID.', 'procore_id')
    }
    throw error
  }
}
