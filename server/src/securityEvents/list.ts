import type {
  AccountSecurityEvent,
  listAccountSecurityEvents,
  listSecurityEvents,
  SecurityEventRow,
} from '@trestle/domain/securityEvents/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import { securityEventKinds } from '@trestle/domain/securityEvents/kinds.ts'
import type { Actor } from '../access/actor.ts'
import { refuseUnknown } from '../lists/refuseUnknown.ts'
import { toPage } from '../lists/toPage.ts'
import type { Services } from '../services.ts'
import { hashTypedEmail } from './record.ts'
import { findSecurityEvents, hasEventOfKind, type StoredEvent } from './store.ts'

function causeOf({ actor_kind: kind, actor_id: actor, developer_id: owner }: StoredEvent) {
  if (kind === 'visitor') return 'visitor'
  if (kind !== 'person') return 'portal'
  return actor === owner ? 'owner' : 'staff'
}

/** Doesn't say which staff member it was. */
const presentToOwner = (row: StoredEvent): AccountSecurityEvent => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  by: causeOf(row),
  browser: row.browser,
  network: row.network,
  details: row.details,
})

const presentToStaff = (row: StoredEvent): SecurityEventRow => ({
  ...presentToOwner(row),
  developer: row.developer,
  actor_kind: row.actor_kind,
  actor: row.actor,
  request_id: row.request_id,
})

/** Lists the security events of the caller's account, newest first. */
export async function listOwnEvents(
  { db }: Services,
  actor: Actor,
  query: InputOf<typeof listAccountSecurityEvents>['query'],
): Promise<Paged<AccountSecurityEvent>> {
  const { rows, ...size } = await findSecurityEvents(db, { developer_id: actor.id }, toPage(query))
  return { rows: rows.map(presentToOwner), ...size }
}

/** Lists the security log of all accounts, newest first. */
export async function listAllEvents(
  services: Services,
  query: InputOf<typeof listSecurityEvents>['query'],
): Promise<Paged<SecurityEventRow>> {
  const { typed_email: email, ...filters } = query.filters ?? {}
  await refuseUnknown({
    path: 'filters.kind',
    value: filters.kind,
    known: securityEventKinds,
    isStored: (kind) => hasEventOfKind(services.db, kind),
  })
  const typed = !email ? undefined : hashTypedEmail(services, email.toLowerCase())
  const { rows, ...size } = await findSecurityEvents(services.db, { ...filters, typed }, toPage(query))
  return { rows: rows.map(presentToStaff), ...size }
}
