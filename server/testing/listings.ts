import { randomBytes } from 'node:crypto'
import {
  createSubmission,
  getListing,
  updateAdminSubmission,
  updateSubmission,
} from '@trestle/domain/listings/contract.ts'
import type { ListingFields, MediaType } from '@trestle/domain/listings/content.ts'
import type { Insertable } from 'kysely'
import { completeFields } from '../../domain/testing/completeFields.ts'
import type { SubmissionsTable } from '../src/db/schema.ts'
import type { SubmissionRow } from '../src/listings/store.ts'
import { buildApp, buildDeveloper, buildVersion, type AppRow, type DeveloperRow } from './build.ts'
import type { RequestFor } from './call.ts'
import type { TestServer } from './server.ts'

type Creation = NonNullable<RequestFor<typeof createSubmission>['body']>
type Change = NonNullable<RequestFor<typeof updateSubmission>['body']>
type StaffChange = NonNullable<RequestFor<typeof updateAdminSubmission>['body']>

interface OwnedApp {
  id: number
  owner_id: number
}

/** Creates a file of an app that nothing shows yet. Its bytes aren't on the disk. */
export async function buildMedia({ services }: TestServer, app: OwnedApp, type: MediaType): Promise<number> {
  const { db } = services
  const now = services.now()
  const isVideo = type === 'Video' || type === 'ShowcaseVideo'
  const key = randomBytes(32).toString('hex')
  if (!isVideo) {
    await db
      .insertInto('files')
      .values({
        key,
        content_type: type === 'Document' ? 'application/pdf' : 'image/png',
        bytes: 1000,
        uploaded_by: app.owner_id,
        created_at: now,
      })
      .execute()
  }
  const { id } = await db
    .insertInto('media')
    .values({
      developer_app_id: app.id,
      type,
      original_filename: `${type.toLowerCase()}.${isVideo ? 'mp4' : 'png'}`,
      content_type: isVideo ? 'video/mp4' : 'image/png',
      bytes: 1000,
      width: 1280,
      height: 720,
      uploaded_by: app.owner_id,
      created_at: now,
      ...(isVideo ? { external_url: key.slice(0, 10) } : { file_key: key }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a submission as an earlier call would leave it, complete by default. */
export async function buildSubmission(
  server: TestServer,
  app: OwnedApp,
  overrides: Partial<Omit<Insertable<SubmissionsTable>, 'content'>> & {
    content?: Partial<ListingFields>
    media?: MediaType[]
  } = {},
): Promise<SubmissionRow> {
  const { content, media = ['Logo', 'Picture', 'Picture', 'Picture'], ...columns } = overrides
  const { services } = server
  const { db } = services
  const now = services.now()
  const version = await buildVersion(server, app, {
    versionable_type: 'ProductionEnvironment',
    state: 'published',
    published_at: now,
  })
  const before = await db
    .selectFrom('submissions')
    .select('id')
    .where('developer_app_id', '=', app.id)
    .execute()
  const row = await db
    .insertInto('submissions')
    .values({
      developer_app_id: app.id,
      version: before.length + 1,
      content: JSON.stringify({ ...completeFields, app_version_id: version.app_version_id, ...content }),
      created_by: app.owner_id,
      created_at: now,
      updated_at: now,
      ...(columns.state === 'in_review' && { in_review_at: now }),
      ...(columns.state === 'published' && { published_at: now, approval_state: 'approved' as const }),
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const ids = await Promise.all(media.map((type) => buildMedia(server, app, type)))
  const shown = ids.map((media_id, position) => ({
    submission_id: row.id,
    media_id,
    position,
    name: '',
    description: '',
  }))
  if (shown.length > 0) await db.insertInto('submission_media').values(shown).execute()
  return row
}

/** The files of a listing that staff can publish. */
export const completeMedia = [
  'Logo',
  'Picture',
  'Picture',
  'Picture',
  'ShowcaseVideo',
] as const satisfies MediaType[]

/** Creates the member of staff who reviews listings in a test. */
export const buildReviewer = (server: TestServer): Promise<DeveloperRow> =>
  buildDeveloper(server, { first_name: 'Stan', last_name: 'Staff', is_admin: true })

/** Creates an app that can be listed, and its owner. */
export async function buildAppToList(server: TestServer): Promise<{ owner: DeveloperRow; app: AppRow }> {
  const owner = await buildDeveloper(server, { first_name: 'Olive', last_name: 'Owner' })
  const app = await buildApp(server, {
    owner_id: owner.id,
    internal_name: 'Site Sync',
    marketplace_enabled: true,
  })
  return { owner, app }
}

interface ListingTeam {
  server: TestServer
  app: OwnedApp
  owner: { id: number }
  staff: { id: number }
}

/** Returns the calls of the current test's listing. Its app's owner makes them by default. */
export const listingCalls = (current: () => ListingTeam) => ({
  listing: async (who = current().owner) => {
    const { server, app } = current()
    return (await server.as(who).call(getListing, { params: { id: app.id } })).body
  },
  create: (body: Creation, who = current().owner) => {
    const { server, app } = current()
    return server.as(who).attempt(createSubmission, { params: { id: app.id }, body })
  },
  change: (id: number, body: Change, who = current().owner) =>
    current().server.as(who).attempt(updateSubmission, { params: { id }, body }),
  asStaff: (id: number, body: StaffChange) => {
    const { server, staff } = current()
    return server.as(staff).attempt(updateAdminSubmission, { params: { id }, body })
  },
})
