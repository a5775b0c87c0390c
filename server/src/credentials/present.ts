import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { InferResult } from 'kysely'
import type { selectSuspensions } from './secrets/store.ts'

export { selectSuspensions } from './secrets/store.ts'

type SuspensionRow = InferResult<ReturnType<typeof selectSuspensions>>[number]

/** Returns a suspension for staff. The reply to the app's team omits who suspended the credentials. */
export const presentSuspension = ({
  environment,
  suspension_reason: reason,
  suspended_at,
  suspended_by: id,
  staff_name: name,
}: SuspensionRow): AdminDeveloperApp['credential_suspensions'][number] => ({
  environment,
  reason,
  suspended_at,
  suspended_by: id === null || name === null ? null : { id, name },
})
