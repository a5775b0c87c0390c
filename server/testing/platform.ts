import { randomUUID } from 'node:crypto'
import type { PlatformEvent } from '@trestle/domain/metrics/contract.ts'
import { createServiceToken } from '../src/accounts/serviceToken.ts'
import type { Answer, TestServer } from './server.ts'

/** Starts a platform service that reports events with its own token. */
export async function startService(
  server: TestServer,
  name = 'event-pipeline',
): Promise<{
  token: string
  send: (events: unknown) => Promise<Answer>
  check: (check: object) => Promise<Answer>
}> {
  const token = await createServiceToken(server.services, name)
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': '' }
  const post = (url: string, payload: object) =>
    server.anonymous().send({ method: 'POST', url: `/api/v1/platform/${url}`, headers, payload })
  return {
    token,
    send: (events) => post('events', { events }),
    check: (check) => post('quota_checks', check),
  }
}

type App = { uid: string }
type Of<Kind extends PlatformEvent['kind']> = Partial<Extract<PlatformEvent, { kind: Kind }>>

const shared = ({ uid }: App) => ({ event_id: randomUUID(), uid, occurred_at: '2026-01-31T12:00:00Z' })

export const installation = (app: App, overrides: Of<'installation'> = {}) => ({
  kind: 'installation' as const,
  ...shared(app),
  company: { id: 7001, name: 'Harbour Build', demo: false },
  ...overrides,
})

export const uninstallation = (app: App, overrides: Of<'installation'> = {}) => ({
  ...installation(app, overrides),
  kind: 'uninstallation' as const,
})

export const view = (app: App, overrides: Of<'marketplace_view'> = {}) => ({
  kind: 'marketplace_view' as const,
  ...shared(app),
  ...overrides,
})

export const apiCall = (app: App, overrides: Of<'api_call'> = {}) => ({
  kind: 'api_call' as const,
  ...shared(app),
  response_code: 200,
  http_method: 'GET' as const,
  normalized_route: '/rest/v1.0/projects/:project_id/observations',
  count: 1,
  ...overrides,
})
