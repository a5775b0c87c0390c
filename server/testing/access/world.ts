import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../build.ts'
import type { TestServer } from '../server.ts'

/** Every kind of caller, in the order of the columns below. */
export const callers = ['anonymous', 'stranger', 'developer', 'admin', 'owner', 'employee', 'staff'] as const
export type Caller = (typeof callers)[number]

export interface World {
  server: TestServer
  app: AppRow
  people: Record<Exclude<Caller, 'anonymous'>, DeveloperRow>
}

export interface AccessRow {
  route: string
  /** A status for each caller, typed by hand from the role table. */
  expect: readonly [number, number, number, number, number, number, number]
  /** The status for a platform service with its token; by default it may not make the call. */
  service?: number
  /** The address and body of a call that would succeed for an authorized caller. */
  call: (world: World, caller: Caller) => Promise<{ url: string; body?: unknown }>
}

/** Tests make more calls than the limits allow. */
export const highLimits = { SIGN_IN_ATTEMPTS: '1000', REQUESTS_PER_MINUTE: '100000' }

/** Creates an app with someone in each role, and people who have no role on it. */
export async function buildWorld(server: TestServer): Promise<World> {
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const people = {
    owner,
    stranger: await buildDeveloper(server),
    developer: await buildCollaborator(server, app, 'developer'),
    admin: await buildCollaborator(server, app, 'admin'),
    employee: await buildDeveloper(server, { is_employee: true }),
    staff: await buildDeveloper(server, { is_admin: true, is_employee: true }),
  }
  return { server, app, people }
}

export const at = (url: string, body?: unknown) => async () => ({ url, ...(body !== undefined && { body }) })

export const production = { versionable_type: 'ProductionEnvironment' } as const

/** Gives the world's app a data connector version in production, and returns its id. */
export async function connectApp({ server, app }: World): Promise<number> {
  await buildVersion(server, app, { ...production, has_data_connector: true })
  return app.id
}

/** Creates an app in another state than the world's, with the same people on it. */
export async function buildAppOfSameTeam(world: World, sandbox: 'none' | 'failed'): Promise<AppRow> {
  const { server, people } = world
  const app = await buildApp(server, { owner_id: people.owner.id, sandbox, marketplace_enabled: true })
  const now = server.services.now()
  await server.services.db
    .insertInto('collaborators')
    .values(
      (['admin', 'developer'] as const).map((role) => ({
        app_id: app.id,
        developer_id: people[role].id,
        role,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  return app
}
