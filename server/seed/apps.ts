import { createHash, randomUUID } from 'node:crypto'
import { hasDataConnector } from '@trestle/domain/manifests/document/content.ts'
import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import type { ReviewState, Tx } from '../src/db/schema.ts'
import { ago } from './ago.ts'
import {
  craneWatch,
  ganttGlider,
  kilnworks,
  ledgerBridge,
  sidePanel,
  siteSync,
  submittalScout,
  withoutSidePanel,
} from './manifests.ts'
import type { DemoPortal } from './portal.ts'
import type { DemoPeople, DemoPerson } from './people.ts'

interface DemoVersion {
  number: string
  content: ManifestContent
  /** Days before now at which the version was saved. */
  saved: number
  production?: {
    state: ReviewState
    promoted: number
    changelog: string
    reviewed?: number
    developer_notes?: string
    admin_notes?: string
  }
}

interface DemoApp {
  name: string
  owner: DemoPerson
  sandbox: 'live' | 'pending' | 'failed' | 'none'
  /** In days before now. */
  created: number
  /** The ID of the app's owner on the platform, as staff recorded it. */
  externalOwner?: number
  /** Days before now at which the client secrets were created. */
  secrets?: { production?: number; sandbox: number }
  versions: DemoVersion[]
  /** Days before now at which its owner deleted the app, which staff can undo. */
  deleted?: number
}

/** Returns an app whose listing was published `since` days ago, after its version. */
const onSale = (
  name: string,
  owner: DemoPerson,
  number: string,
  since: number,
  changelog: string,
): DemoApp => ({
  name,
  owner,
  sandbox: 'none',
  created: since + 60,
  versions: [
    {
      number,
      content: sidePanel(name),
      saved: since + 30,
      production: { state: 'published', promoted: since + 20, reviewed: since + 10, changelog },
    },
  ],
})

/** Apps in every state of a manifest and of a sandbox, and a deleted one. */
const apps: DemoApp[] = [
  {
    name: 'Site Sync',
    owner: 'owner',
    sandbox: 'live',
    created: 190,
    secrets: { production: 168, sandbox: 182 },
    versions: [
      {
        number: '1.0.0',
        content: siteSync(false),
        saved: 180,
        production: {
          state: 'published',
          promoted: 170,
          reviewed: 165,
          changelog: 'First public release: a board for the RFIs, observations and submittals of a project.',
          developer_notes: 'Test login: reviewer@sitesync.example. The board fills after the first sync.',
          admin_notes: 'Clear set-up, least privilege respected.',
        },
      },
      { number: '1.1.0', content: siteSync(true), saved: 3 },
    ],
  },
  {
    name: 'Crane Watch',
    owner: 'owner',
    sandbox: 'live',
    created: 120,
    versions: [
      { number: '0.2.0', content: craneWatch, saved: 60 },
      {
        number: '0.3.0',
        content: craneWatch,
        saved: 12,
        production: {
          state: 'in_review',
          promoted: 6,
          reviewed: 5,
          changelog: 'Wind warnings appear on the board before the crane has to stop.',
          developer_notes: 'Use the site code DEMO-7: it replays a day with strong wind.',
        },
      },
    ],
  },
  {
    name: 'Ledger Bridge',
    owner: 'owner',
    sandbox: 'live',
    created: 160,
    secrets: { sandbox: 150 },
    versions: [
      {
        number: '2.4.0',
        content: ledgerBridge,
        saved: 40,
        production: {
          state: 'published',
          promoted: 35,
          reviewed: 30,
          changelog: 'Commitments now arrive in the ledger with their change events.',
          developer_notes: 'A demo ledger is linked to the reviewer company.',
          admin_notes: 'Approved. The service user guide is exemplary.',
        },
      },
    ],
  },
  {
    name: 'Kilnworks Pours',
    owner: 'partner',
    sandbox: 'live',
    created: 175,
    versions: [
      {
        number: '0.9.0',
        content: kilnworks,
        saved: 100,
        production: { state: 'confidential', promoted: 95, changelog: 'Pours of the day beside each RFI.' },
      },
    ],
  },
  {
    name: 'Submittal Scout',
    owner: 'owner',
    sandbox: 'live',
    created: 80,
    versions: [
      {
        number: '0.5.0',
        content: submittalScout,
        saved: 30,
        production: {
          state: 'confidential',
          promoted: 22,
          changelog: 'Suggests the specification section of a submittal.',
          reviewed: 18,
          developer_notes: 'Open any submittal of the demo project.',
          admin_notes: 'It stayed empty for us. Please describe which specification books it supports.',
        },
      },
    ],
  },
  { name: 'Daily Photo Digest', owner: 'owner', sandbox: 'live', created: 9, versions: [] },
  // An hour ago: three times the usual ten minutes have passed, as the texts about it say.
  { name: 'Rebar Counter', owner: 'owner', sandbox: 'pending', created: 1 / 24, versions: [] },
  { name: 'Toolbox Talks', owner: 'owner', sandbox: 'failed', created: 2, versions: [] },
  { name: 'Permit Pilot', owner: 'owner', sandbox: 'none', created: 199, versions: [] },
  {
    name: 'Gantt Glider',
    owner: 'partner',
    sandbox: 'live',
    created: 45,
    externalOwner: 41005,
    versions: [
      {
        number: '1.2.0',
        content: ganttGlider,
        saved: 8,
        production: {
          state: 'in_review',
          promoted: 4,
          reviewed: 2,
          changelog: 'Shows which tasks lead to the one on screen.',
          developer_notes: 'Any task in the demo schedule has a path.',
        },
      },
    ],
  },
  onSale('Beam Board', 'steelmaker', '3.2.0', 75, 'Marks can be scanned in the rain.'),
  onSale('Punch Pilot', 'employee', '0.8.0', 12, 'Items that look alike are offered as one.'),
  onSale('Concrete Clock', 'partner', '2.0.1', 40, 'Readings no longer stop when a sensor is scanned twice.'),
  onSale('Drone Ledger', 'surveyor', '1.9.0', 60, 'Two flights are compared on one map.'),
  onSale('Crew Compass', 'crewPlanner', '4.4.2', 100, 'The plan is sent at an hour of your choice.'),
  onSale('Permit Trail', 'permitAgent', '1.0.0', 5, 'First public release.'),
  {
    name: 'Formwork Finder',
    owner: 'partner',
    sandbox: 'live',
    created: 150,
    deleted: 16,
    versions: [
      { number: '0.1.0', content: sidePanel('Formwork Finder'), saved: 140 },
      {
        number: '0.2.0',
        content: sidePanel('Formwork Finder'),
        saved: 110,
        production: {
          state: 'confidential',
          promoted: 105,
          changelog: 'Shows which formwork is free beside each RFI.',
        },
      },
    ],
  },
]

const tokenFor = (name: string): string => createHash('sha256').update(`demo ${name}`).digest('base64url')

const forGovernmentCloud = (app: DemoApp): DemoApp => ({
  ...app,
  versions: app.versions.map((version) => ({ ...version, content: withoutSidePanel(version.content) })),
})

export async function insertApps(
  tx: Tx,
  now: Date,
  people: DemoPeople,
  { isGovernmentCloud }: DemoPortal,
): Promise<void> {
  const shown = isGovernmentCloud ? apps.map(forGovernmentCloud) : apps
  for (const [index, app] of shown.entries()) {
    // Few rows, and each builds on the previous one: here readability matters more than speed.
    await insertApp(tx, now, people, app, index)
  }
}

/** Returns the columns of a client secret that is the same in each demo, so that the README can name one. */
function secretColumns(now: Date, name: string, days: number | undefined) {
  if (days === undefined) return {}
  const secret = tokenFor(`${name} secret`)
  return {
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    secret_last_four: secret.slice(-4),
    secret_made_at: ago(now, days),
  }
}

async function insertApp(tx: Tx, now: Date, people: DemoPeople, app: DemoApp, index: number): Promise<void> {
  const created = ago(now, app.created)
  const ownerId = people[app.owner]
  const dated = { created_at: created, updated_at: created }
  const touched = Math.min(
    app.deleted ?? app.created,
    ...app.versions.map(({ saved, production }) => production?.reviewed ?? production?.promoted ?? saved),
  )
  const { id } = await tx
    .insertInto('developer_apps')
    .values({
      uid: tokenFor(app.name),
      internal_name: app.name,
      name: app.name,
      owner_id: ownerId,
      external_owner_id: app.externalOwner ?? null,
      ...secretColumns(now, app.name, app.secrets?.production),
      ...dated,
      updated_at: ago(now, touched),
      deleted_at: app.deleted === undefined ? null : ago(now, app.deleted),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const team = [
    { developer_id: ownerId, role: 'owner' as const },
    { developer_id: people.adminCollab, role: 'admin' as const },
    { developer_id: people.devCollab, role: 'developer' as const },
  ]
  const members = app.owner === 'owner' ? team : team.slice(0, 1)
  await tx
    .insertInto('collaborators')
    .values(members.map((member) => ({ app_id: id, ...member, ...dated })))
    .execute()
  if (app.sandbox !== 'none') {
    await insertSandbox(tx, now, { appId: id, ownerId, companyId: 562_900 + index }, app)
  }
  for (const [number, version] of app.versions.entries()) {
    await insertVersion(tx, now, { appId: id, createdBy: ownerId, number: number + 1 }, version)
  }
}

async function insertSandbox(
  tx: Tx,
  now: Date,
  { appId, ownerId, companyId }: { appId: number; ownerId: number; companyId: number },
  app: DemoApp,
): Promise<void> {
  const created = ago(now, app.created)
  const live = {
    company_id: companyId,
    url: `https://sandbox.trestle.localhost/${companyId}/company/home`,
    app_id: tokenFor(`${app.name} sandbox`),
    procore_app_id: String(7000 + companyId),
  }
  await tx
    .insertInto('sandboxes')
    .values({
      developer_app_id: appId,
      status: app.sandbox === 'none' ? 'pending' : app.sandbox,
      requested_by: ownerId,
      requested_at: created,
      created_at: created,
      updated_at: created,
      ...(app.sandbox === 'live' && live),
      ...secretColumns(now, `${app.name} sandbox`, app.secrets?.sandbox),
    })
    .execute()
}

type DemoProduction = NonNullable<DemoVersion['production']>

/** A demo version that was reviewed and isn't approved was rejected. */
const roundStates = { in_review: 'in_review', published: 'approved', confidential: 'rejected' } as const

const reviewColumns = ({ state, admin_notes }: DemoProduction, at: Date) => ({
  in_review_at: state === 'in_review' ? at : null,
  published_at: state === 'published' ? at : null,
  rejected_at: state === 'confidential' ? at : null,
  review_round: 1,
  decision_message: admin_notes ?? null,
})

async function insertReview(
  tx: Tx,
  versionId: number,
  { state, admin_notes }: DemoProduction,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('version_reviews')
    .values({
      version_id: versionId,
      round: 1,
      submitted_at: at,
      decided_at: state === 'in_review' ? null : at,
      state: roundStates[state],
      message: admin_notes ?? null,
    })
    .execute()
}

async function insertVersion(
  tx: Tx,
  now: Date,
  app: { appId: number; createdBy: number; number: number },
  version: DemoVersion,
): Promise<void> {
  const saved = ago(now, version.saved)
  const shared = {
    developer_app_id: app.appId,
    version: app.number,
    semantic_version: version.number,
    content: JSON.stringify(version.content, null, 2),
    has_data_connector: hasDataConnector(version.content),
    created_by: app.createdBy,
  }
  const { production } = version
  const source = await tx
    .insertInto('app_versions')
    .values({
      ...shared,
      app_version_id: randomUUID(),
      versionable_type: 'Sandbox',
      state: null,
      changelog: production?.changelog ?? null,
      created_at: saved,
      updated_at: saved,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!production) return
  const reviewed = production.reviewed === undefined ? null : ago(now, production.reviewed)
  const key = randomUUID()
  const copy = await tx
    .insertInto('app_versions')
    .values({
      ...shared,
      app_version_id: key,
      versionable_type: 'ProductionEnvironment',
      state: production.state,
      promoted_from: source.id,
      changelog: production.changelog,
      developer_notes: production.developer_notes ?? null,
      admin_notes: production.admin_notes ?? null,
      ...(reviewed !== null && reviewColumns(production, reviewed)),
      created_at: ago(now, production.promoted),
      updated_at: reviewed ?? ago(now, production.promoted),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (reviewed !== null) await insertReview(tx, copy.id, production, reviewed)
  if (production.state === 'published') {
    await tx
      .updateTable('developer_apps')
      .set({ published_app_version_id: key })
      .where('id', '=', app.appId)
      .execute()
  }
}
