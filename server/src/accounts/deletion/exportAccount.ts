import type { AccountExport } from '@trestle/domain/accounts/deletion/contract.ts'
import type { Actor } from '../../access/actor.ts'
import { orNotFound } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { recordSecurityEvent } from '../../securityEvents/record.ts'
import type { Services } from '../../services.ts'
import { presentDeveloper } from '../present.ts'
import { findDeveloper, listAppsFor } from '../store.ts'
import { listCausedEvents, listPersonalRows, listPersonalTables } from './store.ts'

/** Limits the size of an export. Only accounts that programs use have more rows in one table. */
const maxRows = 10_000

/** Returns everything that is stored about the caller's account, without secrets. */
export async function exportAccount(
  services: Services,
  actor: Actor,
  client: BrowserClient,
): Promise<AccountExport> {
  const { db, now, settings } = services
  const row = orNotFound(await findDeveloper(db, actor.id), 'Account')
  if (!settings.READ_ONLY) {
    await recordSecurityEvent(db, services, actor.audit, {
      kind: 'account.exported',
      developer_id: row.id,
      client,
    })
  }
  const tables: AccountExport['tables'] = {}
  for (const personal of await listPersonalTables(db)) {
    tables[personal.table] = await listPersonalRows(db, personal, row.id, maxRows)
  }
  return {
    exported_at: now().toISOString(),
    account: {
      ...presentDeveloper(row),
      terms_version: row.terms_version,
      terms_accepted_at: row.terms_accepted_at,
      last_sign_in_at: row.last_sign_in_at,
    },
    apps: await listAppsFor(db, row.id),
    audit_events: await listCausedEvents(db, row.id, maxRows),
    tables,
  }
}
