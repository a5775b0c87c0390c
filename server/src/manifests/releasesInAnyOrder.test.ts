// @module-tag engine
import { getDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { nextStepTab } from '@trestle/domain/apps/nextStep.ts'
import {
  createSubmission,
  getListing,
  updateAdminSubmission,
  updateSubmission,
} from '@trestle/domain/listings/contract.ts'
import { getMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { createManifest, promoteVersion, reviewVersion } from '@trestle/domain/manifests/contract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  simpleManifest,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission, completeMedia } from '../../testing/listings.ts'
import { roundCount } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** `colleague` is platform staff and an admin of the app, which they must not review. */
const people = ['owner', 'admin', 'developer', 'staff', 'colleague', 'stranger'] as const
type Person = (typeof people)[number]

const editors: readonly Person[] = ['owner', 'admin', 'colleague']
const reviewers: readonly Person[] = ['staff']

/** Who may do what, and how the audit log names it. */
const actions = {
  createVersion: { by: editors, recordedAs: 'version.created' },
  promoteVersion: { by: editors, recordedAs: 'version.promoted' },
  submitVersion: { by: editors, recordedAs: 'version.submitted' },
  withdrawVersion: { by: editors, recordedAs: 'version.withdrawn' },
  approveVersion: { by: reviewers, recordedAs: 'version.approved' },
  rejectVersion: { by: reviewers, recordedAs: 'version.rejected' },
  createListing: { by: editors, recordedAs: 'listing.created' },
  offerVersion: { by: editors, recordedAs: null },
  submitListing: { by: editors, recordedAs: 'listing.submitted' },
  withdrawListing: { by: editors, recordedAs: 'listing.withdrawn' },
  approveListing: { by: reviewers, recordedAs: 'listing.approved' },
  rejectListing: { by: reviewers, recordedAs: 'listing.rejected' },
  activateApp: { by: ['staff', 'colleague'], recordedAs: null },
  deactivateApp: { by: ['staff', 'colleague'], recordedAs: null },
} as const satisfies Record<string, { by: readonly Person[]; recordedAs: string | null }>
type Action = keyof typeof actions
const allActions = Object.keys(actions) as Action[]

interface Attempt {
  action: Action
  by: Person
  /** Which of the versions, newest first. */
  version: number
}

/** Mostly someone who may, and the newest version, so that releases get far. */
const attemptTo = (action: Action): fc.Arbitrary<Attempt> =>
  fc.record({
    action: fc.constant(action),
    by: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<Person>(...actions[action].by) },
      { weight: 1, arbitrary: fc.constantFrom(...people) },
    ),
    version: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  })
const anyAction = fc.constantFrom(...allActions)
/** One action, the same by several people at the same time, or several different ones. */
const step = fc.oneof(
  { weight: 2, arbitrary: anyAction.chain((action) => fc.tuple(attemptTo(action))) },
  {
    weight: 3,
    arbitrary: anyAction.chain((action) => fc.array(attemptTo(action), { minLength: 2, maxLength: 3 })),
  },
  { weight: 3, arbitrary: fc.array(anyAction.chain(attemptTo), { minLength: 2, maxLength: 5 }) },
)
/** The usual steps of a release. Any others come in between. */
const release: readonly Action[] = [
  'createVersion',
  'promoteVersion',
  'submitVersion',
  'approveVersion',
  'createListing',
  'offerVersion',
  'activateApp',
  'submitListing',
  'approveListing',
]
const steps = fc
  .tuple(...release.map((action) => fc.tuple(fc.array(step, { maxLength: 2 }), attemptTo(action))))
  .map((parts) => parts.flatMap(([interruptions, next]) => [...interruptions, [next]]))

interface World {
  server: TestServer
  appId: number
  team: Record<Person, DeveloperRow>
  /** How many versions people tried to create. */
  versions: number
  done: Record<Action, number>
}

/** Builds an app with a listing that can be submitted, for a version that isn't the newest for long. */
async function buildWorld(server: TestServer): Promise<World> {
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id, marketplace_enabled: true })
  await buildSubmission(server, app, { media: completeMedia })
  const colleague = await buildCollaborator(server, app, 'admin')
  await server.services.db
    .updateTable('developers')
    .set({ is_admin: true })
    .where('id', '=', colleague.id)
    .execute()
  const team = {
    owner,
    admin: await buildCollaborator(server, app, 'admin'),
    developer: await buildCollaborator(server, app, 'developer'),
    staff: await buildDeveloper(server, { is_admin: true }),
    colleague,
    stranger: await buildDeveloper(server),
  }
  const done = Object.fromEntries(allActions.map((action) => [action, 0])) as World['done']
  return { server, appId: app.id, team, versions: 0, done }
}

/** Returns the key of a version of an environment, newest first, or one that doesn't exist. */
async function keyOf(
  { server, appId }: World,
  versionable_type: 'Sandbox' | 'ProductionEnvironment',
  position: number,
): Promise<string> {
  const row = await server.services.db
    .selectFrom('app_versions')
    .select('app_version_id')
    .where('developer_app_id', '=', appId)
    .where('versionable_type', '=', versionable_type)
    .orderBy('id', 'desc')
    .offset(position)
    .limit(1)
    .executeTakeFirst()
  return row?.app_version_id ?? crypto.randomUUID()
}

async function newestListingId({ server, appId }: World): Promise<number> {
  const { id } = await server.services.db
    .selectFrom('submissions')
    .select('id')
    .where('developer_app_id', '=', appId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function perform(world: World, { action, by, version }: Attempt) {
  const { server, appId, team } = world
  const client = server.as(team[by])
  const production = () => keyOf(world, 'ProductionEnvironment', version)
  const review = async (body: Parameters<typeof client.attempt<typeof reviewVersion>>[1]['body']) =>
    client.attempt(reviewVersion, { params: { id: await production() }, body })
  const listing = async () => ({ id: await newestListingId(world) })
  const activate = (marketplace_enabled: boolean) =>
    client.attempt(updateAdminDeveloperApp, { params: { id: appId }, body: { marketplace_enabled } })
  switch (action) {
    case 'createVersion':
      return client.attempt(createManifest, {
        body: {
          developer_app_id: appId,
          manifest: { content: simpleManifest },
          semantic_version: `1.${(world.versions += 1)}.0`,
        },
      })
    case 'promoteVersion':
      return client.attempt(promoteVersion, {
        body: { source_app_version_id: await keyOf(world, 'Sandbox', version), changelog: 'Better.' },
      })
    case 'submitVersion':
      return review({ state: 'in_review', developer_notes: 'Sign in as demo.' })
    case 'withdrawVersion':
      return review({ state: 'confidential', confirmed: true })
    case 'approveVersion':
      return review({ state: 'published' })
    case 'rejectVersion':
      return review({ state: 'confidential', admin_notes: 'The page stays empty.', confirmed: true })
    case 'createListing':
      return client.attempt(createSubmission, { params: { id: appId }, body: {} })
    case 'offerVersion':
      return client.attempt(updateSubmission, {
        params: await listing(),
        body: { app_version_id: await production() },
      })
    case 'submitListing':
      return client.attempt(updateSubmission, { params: await listing(), body: { state: 'in_review' } })
    case 'withdrawListing':
      return client.attempt(updateSubmission, { params: await listing(), body: { state: 'draft' } })
    case 'approveListing':
      return client.attempt(updateAdminSubmission, {
        params: await listing(),
        body: { state: 'published', confirmed: true },
      })
    case 'rejectListing':
      return client.attempt(updateAdminSubmission, {
        params: await listing(),
        body: { state: 'draft', admin_message: 'The logo is missing.' },
      })
    case 'activateApp':
      return activate(true)
    case 'deactivateApp':
      return activate(false)
    default:
      return action satisfies never
  }
}

/** Checks the versions and their reviews. */
async function expectSoundReviews({ server, appId }: World): Promise<void> {
  const { db } = server.services
  const versions = await db
    .selectFrom('app_versions')
    .select([
      'id',
      'app_version_id',
      'state',
      'review_round',
      'in_review_at',
      'published_at',
      'promoted_from',
    ])
    .where('developer_app_id', '=', appId)
    .where('versionable_type', '=', 'ProductionEnvironment')
    .orderBy('id')
    .execute()
  const sources = versions.map(({ promoted_from: source }) => source).filter((source) => source !== null)
  expect(new Set(sources).size).toBe(sources.length)
  const app = await db
    .selectFrom('developer_apps')
    .select('published_app_version_id')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow()
  const published = versions.filter(({ state }) => state === 'published')
  // Approvals only move forward.
  const current = app.published_app_version_id
  if (current !== null) expect(published.at(-1)?.app_version_id).toBe(current)
  for (const { id, state, review_round: last, in_review_at, published_at } of versions) {
    const rounds = await db
      .selectFrom('version_reviews')
      .selectAll()
      .where('version_id', '=', id)
      .orderBy('round')
      .execute()
    // The version that the listing was built with was never in review.
    if (state === 'published' && last === 0) continue
    expect(rounds.map(({ round }) => round)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    const open = rounds.filter((round) => round.state === 'in_review')
    expect(open.map(({ round }) => round)).toEqual(state === 'in_review' ? [last] : [])
    expect(rounds.filter((round) => round.state === 'approved')).toHaveLength(state === 'published' ? 1 : 0)
    expect([in_review_at !== null, published_at !== null]).toEqual([
      state !== 'confidential',
      state === 'published',
    ])
    const undecided = rounds.filter(({ decided_at: at }) => at === null)
    expect(undecided).toEqual(open)
  }
}

/** Checks the listings, the queue of staff, and the marketplace. */
async function expectSoundListings({ server, appId, team }: World): Promise<void> {
  const { db } = server.services
  const listings = await db
    .selectFrom('submissions')
    .select(['id', 'state', 'superseded_at', 'version'])
    .where('developer_app_id', '=', appId)
    .orderBy('id')
    .execute()
  expect(new Set(listings.map(({ version }) => version)).size).toBe(listings.length)
  const published = listings.filter(({ state, superseded_at: end }) => state === 'published' && end === null)
  const inProgress = listings.filter(({ state }) => state !== 'published')
  expect(published.length).toBeLessThanOrEqual(1)
  expect(inProgress.length).toBeLessThanOrEqual(1)
  const app = await db
    .selectFrom('developer_apps')
    .selectAll()
    .where('id', '=', appId)
    .executeTakeFirstOrThrow()
  expect(app.marketplace_listing_in_review_at !== null).toBe(inProgress[0]?.state === 'in_review')
  const owner = server.as(team.owner)
  const { body } = await owner.call(getListing, { params: { id: appId } })
  expect([body.published?.id, body.unpublished?.id]).toEqual([published[0]?.id, inProgress[0]?.id])
  const { next_step: step } = (await owner.call(getDeveloperApp, { params: { id: appId } })).body
  if (nextStepTab(step.kind) === 'marketplace_listing') {
    expect(step.kind === 'review_listing').toBe(inProgress[0]?.state === 'in_review')
  }
  if (app.marketplace_slug === null) {
    expect(published).toEqual([])
    return
  }
  const shown = await server.as(null).attempt(getMarketplaceApp, { params: { slug: app.marketplace_slug } })
  expect(shown.status).toBe(published.length > 0 && app.marketplace_enabled ? 200 : 404)
}

test(
  'any sequence of releases and reviews, even concurrent ones, never fails, and leaves one state everywhere',
  { tags: ['PROM-19', 'PROM-21', 'LSTATE-26'], timeout: 900_000 },
  async () => {
    const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
    const happened = new Set<Action>()
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const world = await buildWorld(server)
        for (const attempts of sequence) {
          const answers = await Promise.all(attempts.map((each) => perform(world, each)))
          for (const [index, { status, text }] of answers.entries()) {
            expect(status, text).toBeLessThan(500)
            const each = attempts[index]
            if (!each || status >= 300) continue
            expect(actions[each.action].by, each.action).toContain(each.by)
            happened.add(each.action)
            world.done[each.action] += 1
          }
          await expectSoundReviews(world)
          await expectSoundListings(world)
        }
        // Every change is recorded, and only those.
        const recorded = (await server.audit()).filter(({ app_id: id }) => id === world.appId)
        for (const action of allActions) {
          const { recordedAs } = actions[action]
          if (recordedAs === null) continue
          const entries = recorded.filter((entry) => entry.action === recordedAs)
          expect([action, entries.length]).toEqual([action, world.done[action]])
        }
      }),
      { numRuns: roundCount({ short: 12, long: 300 }), seed: 20_261_130 },
    )
    // Sequences in which nothing succeeds would prove nothing.
    expect([...happened].toSorted()).toEqual(allActions.toSorted())
  },
)
