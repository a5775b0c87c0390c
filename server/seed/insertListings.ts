import { randomUUID } from 'node:crypto'
import type { MediaType } from '@trestle/domain/listings/content.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../src/db/schema.ts'
import type { FileDisk } from '../src/files/disk.ts'
import { toSlug } from '../src/listings/publishListing.ts'
import { ago } from './ago.ts'
import { storePicture, type FileOwner } from './files.ts'
import { demoListings, type DemoListing } from './listings.ts'
import type { DemoPeople } from './people.ts'
import { drawLogo, drawScreen, screenshotSize } from './screenshots.ts'

const logoSide = 256

interface Drawn {
  type: MediaType
  bytes: Buffer
  name: string
  description: string
  width: number
  height: number
}

async function draw({ app, color, logo, screens }: DemoListing): Promise<Drawn[]> {
  const square = { width: logoSide, height: logoSide }
  const pictures = screens.map(async ([screen, description], index) => ({
    type: 'Picture' as const,
    bytes: await drawScreen(color, screen),
    name: `${app} ${index + 1}`,
    description,
    ...screenshotSize,
  }))
  const first = { type: 'Logo' as const, bytes: await drawLogo(color, logo), name: '', description: '' }
  return [{ ...first, ...square }, ...(await Promise.all(pictures))]
}

/** Inserts listings in every state. Their pictures are drawn in parallel, then written one after another. */
export async function insertListings(tx: Tx, now: Date, people: DemoPeople, files: FileDisk): Promise<void> {
  const drawn = await Promise.all(demoListings.map(draw))
  for (const [index, listing] of demoListings.entries()) {
    await insertListing(tx, now, people, listing, drawn[index] ?? [], files)
  }
}

async function insertListing(
  tx: Tx,
  now: Date,
  people: DemoPeople,
  listing: DemoListing,
  drawn: Drawn[],
  files: FileDisk,
): Promise<void> {
  const at = ago(now, listing.since)
  const app = await tx
    .selectFrom('developer_apps')
    .select(['id', 'owner_id'])
    .where('internal_name', '=', listing.app)
    .executeTakeFirstOrThrow()
  const version = await tx
    .selectFrom('app_versions')
    .select('app_version_id')
    .where('developer_app_id', '=', app.id)
    .where('versionable_type', '=', 'ProductionEnvironment')
    .where('state', 'in', ['published', 'in_review'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { state, rejection } = listing
  const { id } = await tx
    .insertInto('submissions')
    .values({
      developer_app_id: app.id,
      version: 1,
      state,
      approval_state: approvalFor(listing),
      content: JSON.stringify({ ...listing.content, app_version_id: version?.app_version_id ?? null }),
      admin_message: rejection ?? null,
      silent: listing.silent ?? false,
      ...listing.marks,
      created_by: app.owner_id,
      in_review_at: state === 'in_review' ? at : null,
      published_at: state === 'published' ? at : null,
      created_at: new Date(at.getTime() - 3 * dayMs),
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = { appId: app.id, ownerId: app.owner_id, at }
  await insertEvents(tx, people, listing, { ...owner, submissionId: id })
  await showMedia(tx, owner, id, listing.app, drawn, files)
  if (state === 'draft') return
  await tx
    .updateTable('developer_apps')
    .set(
      state === 'published'
        ? { marketplace_enabled: true, app_id: randomUUID(), marketplace_slug: toSlug(listing.app) }
        : { marketplace_enabled: true, marketplace_listing_in_review_at: at },
    )
    .where('id', '=', app.id)
    .execute()
}

async function showMedia(
  tx: Tx,
  owner: FileOwner,
  submission_id: number,
  app: string,
  drawn: Drawn[],
  files: FileDisk,
): Promise<void> {
  for (const [position, media] of drawn.entries()) {
    const media_id = await insertMedia(tx, owner, media, `${app} ${position}`, files)
    const { name, description } = media
    await tx
      .insertInto('submission_media')
      .values({ submission_id, media_id, position, name, description })
      .execute()
  }
}

function approvalFor({ state, rejection }: DemoListing) {
  if (state === 'published') return 'approved' as const
  return rejection === undefined ? ('unreviewed' as const) : ('rejected' as const)
}

/** Records the events that led to the listing's state. */
async function insertEvents(
  tx: Tx,
  people: DemoPeople,
  { state, rejection, silent }: DemoListing,
  { submissionId, appId, ownerId, at }: FileOwner & { submissionId: number },
): Promise<void> {
  const decision = { published: 'approved', in_review: null, draft: rejection ? 'rejected' : null } as const
  const decided = decision[state]
  if (state === 'draft' && decided === null) return
  const shared = { submission_id: submissionId, developer_app_id: appId }
  const submitted = decided === null ? at : new Date(at.getTime() - dayMs)
  await tx
    .insertInto('submission_events')
    .values([
      { ...shared, event: 'submitted', actor_id: ownerId, message: null, at: submitted },
      ...(decided === null
        ? []
        : [
            {
              ...shared,
              event: decided,
              actor_id: people.staff,
              message: rejection ?? null,
              silent: silent ?? false,
              at,
            },
          ]),
    ])
    .execute()
}

async function insertMedia(
  tx: Tx,
  owner: FileOwner,
  { type, bytes, width, height }: Drawn,
  name: string,
  files: FileDisk,
): Promise<number> {
  const key = await storePicture(tx, files, owner, `demo media ${name}`, bytes)
  const { id } = await tx
    .insertInto('media')
    .values({
      developer_app_id: owner.appId,
      type,
      original_filename: `${toSlug(name)}.png`,
      file_key: key,
      content_type: 'image/png',
      bytes: bytes.length,
      width,
      height,
      uploaded_by: owner.ownerId,
      created_at: owner.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
