import type { Developer } from '@trestle/domain/accounts/contract.ts'
import type { DeveloperRow } from './store.ts'

/** Returns a developer as API clients see them. */
export function presentDeveloper(row: DeveloperRow): Developer {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    name: row.name,
    email: row.email,
    company_name: row.company_name,
    procore_id: row.procore_id,
    email_confirmed: row.email_confirmed_at !== null,
    is_admin: row.is_admin,
    is_employee: row.is_employee,
    is_partner: row.is_partner,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
