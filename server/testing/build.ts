import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { hasDataConnector } from '@trestle/domain/manifests/document/content.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Insertable, Selectable } from 'kysely'
import type {
  AppRole,
  AppVersionsTable,
  ContactsTable,
  Db,
  DeveloperAppsTable,
  DevelopersTable,
  InvitationsTable,
  SandboxesTable,
  SuspensionsTable,
} from '../src/db/schema.ts'
import { parseContent } from '../src/manifests/present.ts'
import type { Services } from '../src/services.ts'

/** The place to write rows: a test server, or the database of other processes. */
export interface BuildContext {
  services: Pick<Services, 'db' | 'now'>
}

export type DeveloperRow = Selectable<DevelopersTable>
export type AppRow = Selectable<DeveloperAppsTable>
export type SandboxRow = Selectable<SandboxesTable>
export type VersionRow = Selectable<AppVersionsTable>

export const password = 'correct-horse-battery-9'
// Fast, because tests that sign in don't test the cost of guessing a password.
const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

let counter = 0
const next = (): number => (counter += 1)

/** Creates a confirmed developer. */
export async function buildDeveloper(
  { services }: BuildContext,
  overrides: Partial<Insertable<DevelopersTable>> = {},
  db: Db = services.db,
): Promise<DeveloperRow> {
  const n = next()
  const now = services.now()
  return db
    .insertInto('developers')
    .values({
      email: `person${n}@example.test`,
      first_name: 'Pat',
      last_name: `Number${n}`,
      password_hash: passwordHash,
      email_confirmed_at: now,
      terms_version: termsVersion,
      terms_accepted_at: now,
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Creates an app with its owner, with a live sandbox by default. */
export async function buildApp(
  server: BuildContext,
  overrides: Partial<Insertable<DeveloperAppsTable>> & {
    sandbox?: 'pending' | 'live' | 'failed' | 'none'
  } = {},
): Promise<AppRow> {
  const { sandbox = 'live', ...columns } = overrides
  const ownerId = columns.owner_id ?? (await buildDeveloper(server)).id
  const { services } = server
  const now = services.now()
  const app = await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('developer_apps')
      .values({
        uid: randomBytes(32).toString('base64url'),
        internal_name: `App ${next()}`,
        owner_id: ownerId,
        created_at: now,
        updated_at: now,
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('collaborators')
      .values({ app_id: row.id, developer_id: ownerId, role: 'owner', created_at: now, updated_at: now })
      .execute()
    return row
  })
  if (sandbox !== 'none') {
    await buildSandbox(server, { developer_app_id: app.id, status: sandbox, requested_by: ownerId })
  }
  return app
}

export async function buildCollaborator(
  server: BuildContext,
  app: { id: number },
  role: Exclude<AppRole, 'owner'>,
): Promise<DeveloperRow> {
  const developer = await buildDeveloper(server)
  const now = server.services.now()
  await server.services.db
    .insertInto('collaborators')
    .values({ app_id: app.id, developer_id: developer.id, role, created_at: now, updated_at: now })
    .execute()
  return developer
}

/** Makes an address unconfirmed again, even of an account that needed a confirmed one. */
export async function unconfirm(
  { services }: BuildContext,
  developer: { id: number },
  email_changed_at: Date | null = null,
): Promise<void> {
  await services.db
    .updateTable('developers')
    .set({ email_confirmed_at: null, email_changed_at })
    .where('id', '=', developer.id)
    .execute()
}

/** Returns the ID of a developer's role on an app, which differs from the developer's. */
export async function findCollaboratorId(
  { services }: BuildContext,
  app: { id: number },
  developer: { id: number },
): Promise<number> {
  const { id } = await services.db
    .selectFrom('collaborators')
    .select('id')
    .where('app_id', '=', app.id)
    .where('developer_id', '=', developer.id)
    .executeTakeFirstOrThrow()
  return id
}

export async function buildContact(
  { services }: BuildContext,
  app: { id: number },
  overrides: Partial<Insertable<ContactsTable>> = {},
): Promise<Selectable<ContactsTable>> {
  const now = services.now()
  const contact = { name: 'Ida Lund', email: `ida${next()}@lund.example`, created_at: now, updated_at: now }
  return services.db
    .insertInto('contacts')
    .values({ app_id: app.id, ...contact, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Suspends a developer without ending what acts for them. */
export async function buildSuspension(
  { services }: BuildContext,
  columns: Pick<Insertable<SuspensionsTable>, 'developer_id' | 'suspended_by'>,
): Promise<void> {
  await services.db
    .insertInto('suspensions')
    .values({ reason: 'Shared their password', suspended_at: services.now(), ...columns })
    .execute()
}

/** Creates a pending invitation of a new address, and returns the token that only its email would contain. */
export async function buildInvitation(
  { services }: BuildContext,
  app: { id: number; owner_id: number },
  overrides: Partial<Insertable<InvitationsTable>> = {},
): Promise<{ id: number; email: string; token: string }> {
  const now = services.now()
  const token = randomBytes(32).toString('base64url')
  const row = await services.db
    .insertInto('invitations')
    .values({
      app_id: app.id,
      email: `invited${next()}@example.test`,
      role: 'developer',
      token_hash: createHash('sha256').update(token).digest(),
      invited_by: app.owner_id,
      sent_at: now,
      expires_at: new Date(now.getTime() + 14 * dayMs),
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  return { ...row, token }
}

export async function buildSandbox(
  { services }: BuildContext,
  columns: Pick<Insertable<SandboxesTable>, 'developer_app_id' | 'requested_by'> &
    Partial<Insertable<SandboxesTable>>,
): Promise<SandboxRow> {
  const now = services.now()
  const n = next()
  const live =
    columns.status === 'live'
      ? {
          company_id: 9000 + n,
          url: `https://sandbox.trestle.localhost/${9000 + n}/company/home`,
          app_id: randomBytes(32).toString('base64url'),
          procore_app_id: `${n}`,
        }
      : {}
  return services.db
    .insertInto('sandboxes')
    .values({ requested_at: now, created_at: now, updated_at: now, ...live, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The smallest manifest that can be saved. */
export const simpleManifest = {
  schema_version: '4.1',
  fullscreen: { source_url: 'https://app.example.test/board', description: '' },
}

/** Creates a manifest version, a sandbox one by default. */
export async function buildVersion(
  server: BuildContext,
  app: { id: number; owner_id: number },
  overrides: Partial<Insertable<AppVersionsTable>> = {},
): Promise<VersionRow> {
  const { services } = server
  const now = services.now()
  const n = next()
  const content = overrides.content ?? JSON.stringify(simpleManifest)
  const isInReview = overrides.state === 'in_review'
  const version = await services.db
    .insertInto('app_versions')
    .values({
      app_version_id: randomUUID(),
      developer_app_id: app.id,
      versionable_type: 'Sandbox',
      version: n,
      semantic_version: `0.${n}.0`,
      content,
      has_data_connector: hasDataConnector(parseContent(content)),
      state: overrides.versionable_type === 'ProductionEnvironment' ? 'confidential' : null,
      created_by: app.owner_id,
      review_round: isInReview ? 1 : 0,
      created_at: now,
      updated_at: now,
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isInReview) {
    const review = {
      version_id: version.id,
      round: version.review_round,
      submitted_at: now,
      state: 'in_review',
    } as const
    await services.db.insertInto('version_reviews').values(review).execute()
  }
  return version
}

/** Limits an app's calls to the sandbox API to this many per hour. */
export async function limitSandboxCalls(
  { services: { db, now } }: BuildContext,
  clientId: string,
  limit: number,
): Promise<void> {
  const server = 'Integrator_Sandbox'
  const template = { name: 'main', fill_type: 'quota', interval_ms: 3_600_000, limit, server }
  await db
    .insertInto('quota_buckets')
    .values({
      server,
      name: 'Crane Log',
      client_id: '*',
      domain: clientId,
      bucket_templates: JSON.stringify([template]),
      created_at: now(),
      updated_at: now(),
    })
    .execute()
}
