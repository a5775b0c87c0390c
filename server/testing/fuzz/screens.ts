import {
  adminAppAddress,
  adminAppTabs,
  appAddress,
  appTabs,
  matchPage,
  pageAddress,
  pageRoutes,
  type PageName,
} from '@trestle/domain/routes.ts'
import { sql, type SelectQueryBuilder } from 'kysely'
import { completeFields } from '../../../domain/testing/completeFields.ts'
import type { Tables } from '../../src/db/schema.ts'
import { buildContact, buildInvitation } from '../build.ts'
import { buildSubmission } from '../listings.ts'
import { buildOauthApp, getUserTokens, redirectUri, serviceManifest } from '../oauth.ts'
import { buildPersonalToken } from '../personalTokens.ts'
import type { TestServer } from '../server.ts'
import { breakout, scripts } from './hostile.ts'

type ScreenRole = 'owner' | 'staff' | 'visitor'
type Readers = Record<ScreenRole, number | null> & { owner: number; staff: number }

export interface Screen {
  role: ScreenRole
  developerId: number | null
  page: PageName
  address: string
}

/** The pages that always show a stored script. Whether others do depends on the requests. */
export const showsScripts = [
  'visitor: marketplace',
  'visitor: marketplaceApp',
  'visitor: invitation',
  'owner: marketplaceApp',
  'owner: apps',
  'owner: app',
  'owner: consent',
  'owner: accountTokens',
  'owner: authorizedApps',
  'owner: invitation',
  'staff: adminApps',
  'staff: adminApp',
  'staff: adminContact',
  'staff: jobs',
]

/** A script without a slash, because a slash ends a part of an address. */
const [, wrongToken] = scripts

/** A listing in which every text is a script, but with addresses that the API accepts. */
const hostileFields = {
  ...completeFields,
  ...Object.fromEntries(
    Object.entries(completeFields).flatMap(([name, value]) =>
      typeof value === 'string' && !/url|email/.test(name) ? [[name, breakout]] : [],
    ),
  ),
  feature_bullets: [breakout, ...scripts],
  website_link: { label: breakout, url: `https://example.test/?a="onclick="window.fuzzed=1` },
}

/** Stores scripts on pages that requests seldom reach, such as a published listing. */
async function storeScripts(server: TestServer, { owner, staff }: Readers) {
  const { db, now } = server.services
  const oauthApp = await buildOauthApp(server, {
    manifest: serviceManifest,
    app: {
      owner_id: owner,
      internal_name: breakout,
      marketplace_enabled: true,
      marketplace_slug: 'fuzzed',
    },
  })
  const { app } = oauthApp
  await buildSubmission(server, app, { state: 'published', content: hostileFields, media: [] })
  await getUserTokens(server, server.asAgain({ id: owner }), oauthApp)
  await buildPersonalToken(server, { id: owner }, { name: breakout })
  const people = { first_name: breakout, last_name: breakout, company_name: breakout }
  await db.updateTable('developers').set(people).where('id', 'in', [owner, staff]).execute()
  await db.updateTable('sessions').set({ user_agent: breakout }).where('developer_id', '=', owner).execute()
  const failed = { state: 'failed' as const, last_error: breakout, run_at: now(), created_at: now() }
  await db
    .insertInto('jobs')
    .values({ kind: 'file.delete', key: breakout, payload: '{"key":"a"}', finished_at: now(), ...failed })
    .execute()
  const contact = await buildContact(server, app, { name: breakout })
  const invitation = await buildInvitation(server, app)
  return { app, clientId: oauthApp.clientId, contactId: contact.id, token: invitation.token }
}

/** Returns the id of the most recently changed row. */
async function newest<Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { id: number }>,
): Promise<number> {
  const { id } = await rows
    .orderBy(sql`updated_at`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Lists every page, for someone who can open it, and those that the server renders for visitors. */
export async function listScreens(server: TestServer, readers: Readers): Promise<Screen[]> {
  const { app, clientId, contactId, token } = await storeScripts(server, readers)
  const { db } = server.services
  const note = await newest(db.selectFrom('notifications').select('id'))
  const person = await newest(db.selectFrom('developers').select('id'))
  const fuzzed = await newest(
    db
      .selectFrom('developer_apps')
      .select('id')
      .where('deleted_at', 'is', null)
      .where('owner_id', '=', readers.owner)
      .where('id', '!=', app.id),
  )
  const listed = await newest(
    db.selectFrom('submissions').select('developer_app_id as id').where('developer_app_id', '!=', app.id),
  )
  const listings = await db
    .selectFrom('developer_apps')
    .select('marketplace_slug as slug')
    .where('marketplace_slug', 'is not', null)
    .where('marketplace_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(3)
    .execute()
  const { id } = app
  const authorize = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    prompt: 'consent',
    state: breakout,
  })
  const publicAddresses = [
    ...withoutParameters('anyone'),
    ...listings.map(({ slug }) => pageAddress('marketplaceApp', { slug: slug ?? '' })),
    ...linked.map((name) => pageAddress(name, { token: wrongToken })),
    pageAddress('invitation', { token }),
    pageAddress('documentation', { page: 'oauth' }),
    pageAddress('referenceDoc', { page: 'errors' }),
    pageAddress('referenceGroup', { group: 'projects' }),
    `${pageAddress('marketplace')}?search=${encodeURIComponent(breakout)}`,
  ]
  const ofStaff = [
    ...withoutParameters('staff'),
    pageAddress('adminNotification', { id: note }),
    pageAddress('adminDeveloper', { id: person }),
    pageAddress('newAdminContact', { id }),
    pageAddress('adminContact', { id, contactId }),
    pageAddress('adminEngagementReport', { id }),
    ...[id, fuzzed, listed].flatMap((each) => adminAppTabs.map((tab) => adminAppAddress(each, tab))),
  ]
  const ofOwner = [
    ...withoutParameters('signedIn'),
    pageAddress('marketplace'),
    pageAddress('marketplaceApp', { slug: 'fuzzed' }),
    pageAddress('invitation', { token }),
    pageAddress('notification', { id: note }),
    pageAddress('engagementReport', { id }),
    ...[id, fuzzed].flatMap((each) => appTabs.map((tab) => appAddress(each, tab))),
  ]
  const toScreens = (role: ScreenRole, addresses: string[]) =>
    addresses.map((address): Screen => ({ role, developerId: readers[role], page: pageOf(address), address }))
  return [
    ...toScreens('visitor', publicAddresses),
    ...toScreens('owner', ofOwner),
    // The OAuth server sends the browser to the page of a new request.
    {
      role: 'owner',
      developerId: readers.owner,
      page: 'consent',
      address: `/oauth/authorize?${authorize.toString()}`,
    },
    ...toScreens('staff', ofStaff),
  ]
}

/** The pages that links in emails open. They may show an invalid token. */
const linked = [
  'resetPassword',
  'confirmEmail',
  'changeEmail',
  'undoEmailChange',
  'unsubscribe',
  'cancelFactorReset',
] as const

const withoutParameters = (access: 'anyone' | 'signedIn' | 'staff'): string[] =>
  Object.values(pageRoutes)
    .filter((route) => route.access === access && !route.pattern.includes('$'))
    .map(({ pattern }) => pattern)

function pageOf(address: string): PageName {
  const found = matchPage(address.replace(/\?.*/, ''))
  if (!found) throw new Error(`${address} is not a page.`)
  return found.name
}
