import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { AppRow } from '../access/authorizedApp.ts'
import { selectSandboxOfApp, type SandboxRow } from './store.ts'

export { selectSandboxOfApp }

const nothingSecret = {
  app_id: null,
  procore_app_id: null,
  stored_secret: null,
  redirect_uri: '',
  allowed_cors_domain: '',
}

/**
 * Returns a sandbox for API clients, with the privacy of its app. A guest of the app sees that it exists, but no
 * credentials (COLL-05).
 */
export function presentSandbox(
  row: SandboxRow,
  { confidential, grant_type }: Pick<AppRow, 'confidential' | 'grant_type'>,
  maySeeCredentials: boolean,
): Sandbox {
  const { secret_last_four: lastFour, secret_made_at: madeAt } = row
  const sandbox: Sandbox = {
    id: row.id,
    developer_app_id: row.developer_app_id,
    status: row.status,
    live: row.status === 'live',
    company_id: row.company_id,
    url: row.url,
    app_id: row.app_id,
    app_secret: null,
    stored_secret: lastFour !== null && madeAt !== null ? { last_four: lastFour, made_at: madeAt } : null,
    redirect_uri: row.redirect_uri,
    allowed_cors_domain: row.allowed_cors_domain,
    procore_app_id: row.procore_app_id,
    confidential,
    grant_type,
    requested_at: row.requested_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
  return maySeeCredentials ? sandbox : { ...sandbox, ...nothingSecret }
}
