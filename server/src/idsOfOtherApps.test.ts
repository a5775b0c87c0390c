import { randomBytes, randomUUID } from 'node:crypto'
import { updateContact, deleteContact } from '@trestle/domain/apps/contacts/contract.ts'
import { updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { deleteClientSecret, updateClientSecret } from '@trestle/domain/credentials/contract.ts'
import { removeGuest, updateCollaborators } from '@trestle/domain/collaborators/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  buildApp,
  buildCollaborator,
  buildContact,
  findCollaboratorId,
  buildDeveloper,
  buildVersion,
  simpleManifest,
  type AppRow,
  type DeveloperRow,
} from '../testing/build.ts'
import { buildMedia, buildSubmission } from '../testing/listings.ts'
import { startTestServer, type Answer, type TestServer } from '../testing/server.ts'
import { routes } from './routes.ts'

/**
 * Every id that a call accepts besides the object it acts on. Each is sent three times: of an app of the same owner,
 * of someone else's app, and one that does not exist. The three replies must be the same refusal, and nothing may
 * change.
 */

let server: TestServer
let owner: DeveloperRow
let staff: DeveloperRow

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  owner = await buildDeveloper(server)
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

type Id = string | number
type Row = {
  /** The ids that this row proves, with their names in the contract. */
  ids: string[]
  status: number
  /** Creates the referenced object in an app. */
  build: (app: AppRow) => Promise<Id>
  missing: Id
  call: (app: AppRow, id: Id) => Promise<Answer>
}

const nowhere = 999_999_999
const version = async (app: AppRow) => (await buildVersion(server, app)).app_version_id
const offeredVersion = async (app: AppRow) => {
  const now = server.services.now()
  const production = { versionable_type: 'ProductionEnvironment', state: 'published' } as const
  return (await buildVersion(server, app, { ...production, published_at: now })).app_version_id
}
const secret = async ({ id }: AppRow) => {
  const row = { environment: 'production' as const, hash: randomBytes(32), last_four: 'abcd' }
  const stored = await server.services.db
    .insertInto('client_secrets')
    .values({ ...row, app_id: id, created_at: server.services.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored.id
}
const contact = async (app: AppRow) => (await buildContact(server, app)).id
const member = async (app: AppRow) => (await buildCollaborator(server, app, 'admin')).id
const collaborator = async (app: AppRow) =>
  findCollaboratorId(server, app, await buildCollaborator(server, app, 'admin'))
const guest = async (app: AppRow) =>
  findCollaboratorId(server, app, await buildCollaborator(server, app, 'user'))

const listings = (['', '/admin'] as const).flatMap((side) => {
  const client = () => server.as(side === '' ? owner : staff)
  const create = `/api/v1${side}/developer_apps/:id/submissions`
  const change = `/api/v1${side}/submissions/:id`
  return [
    {
      address: `POST ${create}`,
      send: (app: AppRow, body: object) => client().post(create.replace(':id', String(app.id)), body),
    },
    {
      address: `PATCH ${change}`,
      send: async (app: AppRow, body: object) => {
        const { id } = await buildSubmission(server, app, { media: [] })
        return client().patch(change.replace(':id', String(id)), body)
      },
    },
  ].map((each) => ({ ...each, isStaff: side !== '' }))
})

const mediaFields = [
  ['small_logo_attributes', 'Logo', false],
  ['pictures_attributes', 'Picture', true],
  ['videos_attributes', 'Video', true],
  ['showcase_video_attributes', 'ShowcaseVideo', false],
  ['security_questionnaire_document_attributes', 'Document', false],
] as const
const staffFields = ['showcase_video_attributes', 'security_questionnaire_document_attributes']

const table: Row[] = [
  ...listings.map(({ address, send }) => ({
    ids: [`${address} body app_version_id`],
    status: 422,
    build: offeredVersion,
    missing: randomUUID(),
    call: (app: AppRow, id: Id) => send(app, { app_version_id: id }),
  })),
  ...listings.flatMap(({ address, send, isStaff }) =>
    mediaFields
      .filter(([field]) => isStaff || !staffFields.includes(field))
      .map(([field, type, isList]) => ({
        ids: [`${address} body ${field}${isList ? '[]' : ''}.id`],
        status: 422,
        build: (app: AppRow) => buildMedia(server, app, type),
        missing: nowhere,
        call: (app: AppRow, id: Id) => send(app, { [field]: isList ? [{ id }] : { id } }),
      })),
  ),
  // A file that the listing does not show is ignored: removing twice is fine.
  ...listings.map(({ address, send }) => ({
    ids: [`${address} body remove_media_ids`],
    status: address.startsWith('POST') ? 201 : 200,
    build: async (app: AppRow) => {
      const submission = await buildSubmission(server, app, { media: ['Picture'] })
      const { media_id } = await server.services.db
        .selectFrom('submission_media')
        .select('media_id')
        .where('submission_id', '=', submission.id)
        .executeTakeFirstOrThrow()
      return media_id
    },
    missing: nowhere,
    call: (app: AppRow, id: Id) => send(app, { remove_media_ids: [id] }),
  })),
  {
    ids: ['POST /api/v1/app_versioned_manifests body based_on_app_version_id'],
    status: 422,
    build: version,
    missing: randomUUID(),
    call: (app, id) =>
      server.as(owner).post('/api/v1/app_versioned_manifests', {
        developer_app_id: app.id,
        based_on_app_version_id: id,
        semantic_version: '100000.0.0',
        manifest: { content: simpleManifest },
      }),
  },
  {
    ids: ['PATCH /api/v1/collaborators body collaborators[].id'],
    status: 409,
    build: collaborator,
    missing: nowhere,
    call: (app, id) =>
      server.as(owner).refusal(updateCollaborators, {
        body: {
          developer_app_id: app.id,
          collaborators: [{ id, role: 'developer' }],
        },
      }),
  },
  {
    ids: ['PATCH /api/v1/developer_apps/:id body owner_id'],
    status: 422,
    build: member,
    missing: nowhere,
    call: (app, id) =>
      server.as(owner).refusal(updateDeveloperApp, { params: { id: app.id }, body: { owner_id: id } }),
  },
  ...(['', '/admin'] as const).map((side) => ({
    ids: [`DELETE /api/v1${side}/developer_apps/:id/media/:media_id params media_id`],
    status: 404,
    build: (app: AppRow) => buildMedia(server, app, 'Picture'),
    missing: nowhere,
    call: (app: AppRow, id: Id) =>
      server.as(side === '' ? owner : staff).delete(`/api/v1${side}/developer_apps/${app.id}/media/${id}`),
  })),
  {
    ids: ['PATCH /api/v1/admin/developer_apps/:id/contacts/:contact_id params contact_id'],
    status: 404,
    build: contact,
    missing: nowhere,
    call: (app, id) =>
      server
        .as(staff)
        .refusal(updateContact, { params: { id: app.id, contact_id: id }, body: { name: 'Moved' } }),
  },
  {
    ids: ['DELETE /api/v1/admin/developer_apps/:id/contacts/:contact_id params contact_id'],
    status: 404,
    build: contact,
    missing: nowhere,
    call: (app, id) => server.as(staff).refusal(deleteContact, { params: { id: app.id, contact_id: id } }),
  },
  {
    ids: ['DELETE /api/v1/admin/developer_apps/:id/guests/:guest_id params guest_id'],
    status: 404,
    build: guest,
    missing: nowhere,
    call: (app, id) => server.as(staff).refusal(removeGuest, { params: { id: app.id, guest_id: id } }),
  },
  {
    ids: ['PATCH /api/v1/developer_apps/:id/client_secrets/:secret_id params secret_id'],
    status: 404,
    build: secret,
    missing: nowhere,
    call: (app, id) =>
      server.as(owner).refusal(updateClientSecret, {
        params: { id: app.id, secret_id: id },
        body: { label: 'Taken' },
      }),
  },
  {
    ids: ['DELETE /api/v1/developer_apps/:id/client_secrets/:secret_id params secret_id'],
    status: 404,
    build: secret,
    missing: nowhere,
    call: (app, id) =>
      server.as(owner).refusal(deleteClientSecret, { params: { id: app.id, secret_id: id } }),
  },
]

/** Loads the other apps' data, as far as one of these calls could reach it. */
async function loadState(others: AppRow[]): Promise<unknown[]> {
  const { db } = server.services
  const ids = others.map(({ id }) => id)
  return Promise.all([
    db.selectFrom('developer_apps').selectAll().where('id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('app_versions').selectAll().where('developer_app_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('collaborators').selectAll().where('app_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('client_secrets').selectAll().where('app_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('contacts').selectAll().where('app_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('submissions').selectAll().where('developer_app_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('media').selectAll().where('developer_app_id', 'in', ids).orderBy('id').execute(),
    db
      .selectFrom('submission_media')
      .innerJoin('media', 'media.id', 'submission_media.media_id')
      .select(['submission_id', 'media_id'])
      .where('media.developer_app_id', 'in', ids)
      .orderBy('media_id')
      .execute(),
  ])
}

/** Returns the part of a reply that must be the same for an id of another app and for one that does not exist. */
function toRefusal({ status, body }: Answer): unknown {
  if (status < 400) return { status }
  const { code, message, errors, fields } = body
  return { status, code, message, errors, fields }
}

test.each(table.map((row) => [row.ids.join(', '), row] as const))(
  '%s refuses an id of another app like one that does not exist',
  async (_name, { status, build, missing, call }) => {
    const mine = () => buildApp(server, { owner_id: owner.id })
    const unknown = await call(await mine(), missing)
    expect(unknown.status).toBe(status)
    const others = [await mine(), await buildApp(server)]
    for (const other of others) {
      const id = await build(other)
      const before = await loadState(others)
      const answer = await call(await mine(), id)
      expect(toRefusal(answer)).toEqual(toRefusal(unknown))
      expect(await loadState(others)).toEqual(before)
    }
  },
)

/** Ids that belong to no app: fixed lists, users, outside systems, filters of lists, buckets of a server. */
const ofNoApp = [
  /body (category|region|country|product_tool)_ids$/,
  /body security_questionnaire\./,
  /^PATCH \/api\/v1\/admin\/developers\/:id body procore_id$/,
  /^PATCH \/api\/v1\/admin\/developer_apps\/:id body (external_)?owner_id$/,
  /^POST \/api\/v1\/admin\/developer_apps\/:id\/guests body developer_id$/,
  /^POST \/api\/v1\/analytics body key$/,
  /^POST \/video_host body project_id$/,
  /^POST \/api\/v1\/platform\//,
  /\/quota_minder_servers\//,
  /^(GET|POST) \S+ query filters\./,
  /^GET \/api\/v1\/admin\/live_app_ids query app_id$/,
  / body passkey\.id$/,
  /^POST \/api\/v1\/leaked_secrets body \[\]\.token$/,
  // Only confirms the address that the invitation was emailed to, see invitations.test.ts.
  /^POST \/api\/v1\/developers body invitation_token$/,
  // Compared with the caller's roles, see personalTokens.test.ts.
  /^POST \/api\/v1\/personal_access_tokens body app_ids$/,
  // Compared with the client ID of the app in the address.
  /\/check_credentials body client_id$/,
]

/** Returns whether an id names the object a call acts on: access is decided on its row (access.test.ts). */
function namesItsThing(id: string): boolean {
  const [, path = '', part, name] = id.split(' ')
  // The address names the kind of subject before its id.
  if (path.startsWith('/api/v1/drafts/')) return name === 'subject_id'
  if (part === 'params') return path.split('/:')[1]?.split('/')[0] === name
  return /^(source_app_version_id|developer_app_id|token)$/.test(name ?? '')
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Returns the paths of all fields that are named like an id. */
function idFields(
  { properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: JsonSchema,
  path: string,
): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`
    const isId = /(^|_)(id|uid|uuid|key|slug|token)s?$/.test(name)
    return [...(isId ? [fieldPath] : []), ...idFields(field, fieldPath)]
  })
  return [
    ...own,
    ...(items ? idFields(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((variant) => idFields(variant, path)),
  ]
}

test("accepts only ids that are proven above, name the call's object, or belong to no app", () => {
  const ids = routes.flatMap(({ endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      if (!schema) return []
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      return idFields(json, '').map((path) => `${endpoint.method} ${endpoint.path} ${part} ${path}`)
    }),
  )
  const proven = table.flatMap((row) => row.ids)
  expect(proven.filter((id) => !ids.includes(id))).toEqual([])
  const unknown = ids.filter(
    (id) => !proven.includes(id) && !namesItsThing(id) && !ofNoApp.some((pattern) => pattern.test(id)),
  )
  expect(unknown).toEqual([])
})
