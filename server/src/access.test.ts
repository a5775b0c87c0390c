import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { tokenActions } from '@trestle/domain/access/tokenActions.ts'
import { type AppPermissions, getAppPermissions } from '@trestle/domain/apps/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTable, unaudited } from '../testing/access/table.ts'
import { createOwnRowReader } from '../testing/access/ownRows.ts'
import {
  buildWorld,
  callers,
  highLimits,
  production,
  type Caller,
  type AccessRow,
  type World,
} from '../testing/access/world.ts'
import { buildVersion } from '../testing/build.ts'
import { buildPersonalToken } from '../testing/personalTokens.ts'
import { startTestServer, type Client, type TestServer } from '../testing/server.ts'
import { createServiceToken } from './accounts/serviceToken.ts'
import { routes } from './routes.ts'

let server: TestServer
let readOwnRows: Awaited<ReturnType<typeof createOwnRowReader>>
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: highLimits })
  readOwnRows = await createOwnRowReader(server)
})
afterAll(() => server.close())

const internalNote = 'Only for reviewers'
const internalFields = new Set(['admin_notes', 'show_in_concierge', 'publish_silently'])

/** Returns the internal fields with a value, anywhere in a reply. */
function internalsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    internalFields.has(key) && inner !== null ? [key] : internalsIn(inner),
  )
}

function showsInternals(text: string): boolean {
  const isJson = text.startsWith('{') || text.startsWith('[')
  return text.includes(internalNote) || (isJson && internalsIn(JSON.parse(text)).length > 0)
}

interface Outcome {
  status: number
  /** How many rows the call added to the audit log. */
  audited: number
  showsInternals: boolean
}

async function countAuditEvents(): Promise<number> {
  const { count } = await server.services.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function callAs(world: World, caller: Caller, row: AccessRow): Promise<Outcome> {
  const client: Client = caller === 'anonymous' ? server.anonymous() : server.as(world.people[caller])
  const { url, body } = await row.call(world, caller)
  const method = row.route.split(' ')[0] ?? ''
  const before = await countAuditEvents()
  const { status, text } = await client.send({
    method,
    url,
    ...(body !== undefined && { payload: body as object }),
  })
  const audited = (await countAuditEvents()) - before
  return { status, audited, showsInternals: showsInternals(text) }
}

/** The worlds of the calls that have been made, with what belonged to their people and apps afterward. */
const bystanders: { world: World; rows: string[] }[] = []

const outcomes = new Map<string, Promise<Record<Caller, Outcome>>>()

/** Makes the call as each caller, in a world with a version that staff noted something about. Only once for all tests. */
async function callAsEach(row: AccessRow): Promise<Record<Caller, Outcome>> {
  const world = await buildWorld(server)
  await buildVersion(server, world.app, { ...production, state: 'confidential', admin_notes: internalNote })
  const each: [Caller, Outcome][] = []
  for (const caller of callers) each.push([caller, await callAs(world, caller, row)])
  bystanders.push({ world, rows: await readOwnRows(world) })
  return Object.fromEntries(each) as Record<Caller, Outcome>
}

function collectOutcomes(row: AccessRow): Promise<Record<Caller, Outcome>> {
  const known = outcomes.get(row.route) ?? callAsEach(row)
  outcomes.set(row.route, known)
  return known
}

/** A service's token gives access to its own calls only. */
test.each(accessTable)('$route answers a platform service as the table says', async (row) => {
  const world = await buildWorld(server)
  const token = await createServiceToken(server.services, `service-${world.app.id}`, {
    scopes: serviceScopes,
  })
  const { url, body } = await row.call(world, 'anonymous')
  const { status } = await server.anonymous().send({
    method: row.route.split(' ')[0] ?? '',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  expect(status).toBe(row.service ?? 401)
})

/**
 * A personal access token has what its owner has on their apps, and never the rights of staff. Calls that no token may
 * make refuse it before they load anything, so one caller shows that.
 */
test.each(accessTable)('$route answers personal access tokens with the role of their owners', async (row) => {
  const found = routes.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === row.route)
  if (!found) throw new Error(`There is no route ${row.route}`)
  const { endpoint, access } = found
  if (access === 'service') return
  const world = await buildWorld(server)
  const people = ['stranger', 'developer', 'admin', 'owner', 'staff'] as const
  const needed = endpoint.tokenActions
  const isAccepted = needed !== undefined
  const got: Record<string, number> = {}
  const expected: Record<string, number> = {}
  for (const caller of isAccepted ? people : (['owner'] as const)) {
    const actions = needed === undefined || needed === 'any' ? tokenActions : needed
    const { token } = await buildPersonalToken(server, world.people[caller], { actions })
    const { url, body } = await row.call(world, caller)
    const payload = body === undefined ? {} : { payload: body as object }
    const { status } = await server.bearer(token).send({ method: endpoint.method, url, ...payload })
    got[caller] = status
    const role = caller === 'staff' ? 'stranger' : caller
    expected[caller] = isAccepted ? (row.expect[callers.indexOf(role)] ?? 0) : 403
  }
  expect(got).toEqual(expected)
})

test('lists every route of the product in the access table, and nothing else', () => {
  const mounted = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(accessTable.map(({ route }) => route).toSorted()).toEqual(mounted.toSorted())
})

test.each(accessTable)(
  '$route answers each caller as the role table says',
  {
    tags: [
      'ROLE-02',
      'ROLE-03',
      'ROLE-04',
      'ROLE-05',
      'ROLE-06',
      'ROLE-07',
      'ROLE-08',
      'ROLE-09',
      'ROLE-10',
      'ROLE-11',
    ],
  },
  async (row) => {
    const got = Object.entries(await collectOutcomes(row)).map(([caller, { status }]) => [caller, status])
    expect(got).toEqual(callers.map((caller, index) => [caller, row.expect[index]]))
  },
)

const isAudited = ({ route, expect: statuses }: AccessRow): boolean =>
  !route.startsWith('GET ') && !unaudited.has(route) && statuses.some((status) => status < 300)

test.each(accessTable.filter(isAudited))(
  '$route adds a row to the audit log when it succeeds',
  async (row) => {
    const succeeded = Object.values(await collectOutcomes(row)).filter(({ status }) => status < 300)
    expect(succeeded.at(-1)?.audited).toBeGreaterThan(0)
  },
)

/**
 * The calls that each flag of the app page allows. A call restricted to some of an app's people must be listed under
 * one.
 */
const flagRoutes: [flag: keyof AppPermissions, routes: RegExp][] = [
  ['canEdit', /^PATCH .*\/developer_apps\/:id$|^PATCH .*\/sandboxes\/:id$/],
  ['canDestroy', /^DELETE .*\/developer_apps\/:id$|\/deletion_effects$/],
  ['canGenerateSandbox', /\/sandbox_requests$/],
  ['canGenerateFakeSandbox', /\/fake_sandbox$/],
  ['canModifyCredentials', /\/reset_secret$|^(POST|PATCH|DELETE) .*\/client_secrets/],
  ['canSubmitListing', /^PATCH \/api\/v1\/submissions\/:id$/],
  ['canModify', /^POST .*\/(app_versioned_manifests|app_version_promotions)$/],
  [
    'canUpdateCollaborators',
    /^(POST|PATCH|DELETE) \/api\/v1\/(collaborators|invitations)(\/:id(\/resends)?)?$/,
  ],
]

test(
  'allows exactly what the flags of the app page say, route by route',
  { tags: ['ROLE-12', 'ROLE-13', 'ROLE-14', 'ROLE-15', 'ROLE-18', 'ROLE-22'] },
  async () => {
    const { app, people } = await buildWorld(server)
    const loadFlags = async (caller: 'developer' | 'admin' | 'owner') => {
      return (
        await server.as(people[caller]).call(getAppPermissions, { query: { developer_app_id: app.id } })
      ).body as AppPermissions
    }
    const [developer, admin, owner] = [
      await loadFlags('developer'),
      await loadFlags('admin'),
      await loadFlags('owner'),
    ]
    let compared = 0
    // Staff have separate calls, whatever they may do on the app itself.
    for (const row of accessTable.filter(({ route }) => !route.includes(' /api/v1/admin/'))) {
      const [, , ...statuses] = row.expect
      const allowed = statuses.slice(0, 3).map((status) => status < 300)
      for (const [flag] of flagRoutes.filter(([, routes]) => routes.test(row.route))) {
        expect([row.route, flag, developer[flag], admin[flag], owner[flag]]).toEqual([
          row.route,
          flag,
          ...allowed,
        ])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThanOrEqual(9)
  },
)

const showInternals = ['GET /api/v1/manifests', 'PATCH /api/v1/app_versions/:id']

test.each(accessTable)(
  '$route shows internal notes of staff to staff only',
  { tags: ['ROLE-20'] },
  async (row) => {
    const found = Object.entries(await collectOutcomes(row)).filter(([, outcome]) => outcome.showsInternals)
    const seenBy = found.map(([caller]) => caller)
    expect(seenBy.filter((caller) => caller !== 'staff')).toEqual([])
    if (showInternals.includes(row.route)) expect(seenBy).toEqual(['staff'])
  },
)

test('no call changes what belongs to other people and apps', async () => {
  for (const row of accessTable) await collectOutcomes(row)
  for (const { world, rows } of bystanders) expect(await readOwnRows(world)).toEqual(rows)
})

test('knows only the four roles of an app in the database', { tags: ['ROLE-21'] }, async () => {
  const { app, people } = await buildWorld(server)
  const provided = (role: string) =>
    server.services.db
      .updateTable('collaborators')
      .set({ role: role as 'developer' })
      .where('app_id', '=', app.id)
      .where('developer_id', '=', people.developer.id)
      .execute()
  await expect(provided('reviewer')).rejects.toThrow(/collaborators_role/)
  await expect(provided('publisher')).rejects.toThrow(/collaborators_role/)
  await expect(provided('user')).resolves.toBeDefined()
})
