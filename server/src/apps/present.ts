import type { AdminDeveloperApp, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { InferResult } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { mayAct } from '../access/tokenRights.ts'
import {
  createAppLoader,
  selectPeople,
  type AppRow,
  type AuthorizedApp,
  type PersonOnApp,
} from '../access/authorizedApp.ts'
import { readTogether } from '../db/readTogether.ts'
import type { AppRole, Db } from '../db/schema.ts'
import { presentSuspension, selectSuspensions } from '../credentials/present.ts'
import { fileAddress } from '../files/claimFile.ts'
import {
  presentLastListing,
  presentListing,
  selectCurrent,
  selectCurrentListings,
  toCurrentListings,
} from '../listings/present.ts'
import { selectPromotedDataConnector } from '../manifests/dataConnector.ts'
import { selectMetrics } from '../metrics/present.ts'
import { nextStepFrom, selectProgressOfApp } from '../progress/progress.ts'
import { presentSandbox, selectSandboxOfApp } from '../sandboxes/present.ts'
import type { Services } from '../services.ts'
import { presentContact } from './contacts/present.ts'
import { selectContacts } from './contacts/store.ts'

interface Visibility {
  role: AppRole | null
  production: boolean
  sandbox: boolean
  collaborators: boolean
}

const visibilityFor = (actor: Actor, role: AppRole): Visibility => ({
  role,
  production: mayAct(actor, role, 'credentials.viewProduction'),
  sandbox: mayAct(actor, role, 'credentials.viewSandbox'),
  collaborators: mayAct(actor, role, 'collaborators.view'),
})

const staffVisibility: Visibility = { role: null, production: true, sandbox: true, collaborators: true }

function findOwner(app: AppRow, people: PersonOnApp[]): DeveloperApp['owner'] {
  const owner = people.find(({ role }) => role === 'owner')
  if (!owner) throw new Error(`The app ${app.id} has no owner`)
  return { name: owner.name, email: owner.email, procore_id: owner.procore_id }
}

/** Selects the details of an app that aren't in its own row. */
const selectDetails = (db: Db, id: number) => ({
  people: selectPeople(db, id),
  contacts: selectContacts(db, id),
  suspensions: selectSuspensions(db, id),
  sandboxes: selectSandboxOfApp(db, id),
  promotedDataConnector: selectPromotedDataConnector(db, id),
  submissions: selectCurrent(db, id),
  progress: selectProgressOfApp(db, id),
  ...selectMetrics(db, id),
})

const readDetails = readTogether(selectDetails)

const readAppWithDetails = createAppLoader(selectDetails)

const readDetailsForStaff = readTogether((db, id: number) => ({
  ...selectDetails(db, id),
  ...selectCurrentListings(db, id),
}))

type Selected = ReturnType<typeof selectDetails>
type Details = { [Name in keyof Selected]: InferResult<Selected[Name]> }

const presentStoredSecret = ({ secret_last_four: lastFour, secret_made_at: madeAt }: AppRow) =>
  lastFour && madeAt ? { last_four: lastFour, made_at: madeAt } : null

/**
 * Returns where an app's sign-ins may lead, which the role `user` may not see. Only the role counts, because a token
 * that may edit these fields but not see the client id would save them empty.
 */
const presentRedirects = (
  { redirect_uri, allowed_cors_domain }: AppRow,
  role: AppRole | null,
): Pick<DeveloperApp, 'redirect_uri' | 'allowed_cors_domain'> =>
  role === 'user' ? { redirect_uri: '', allowed_cors_domain: '' } : { redirect_uri, allowed_cors_domain }

/** Returns the suspensions of the credentials that the reader may see. Government cloud has no sandbox. */
const presentSuspensions = (
  { settings }: Services,
  { suspensions }: Details,
  sees: Pick<Visibility, 'production' | 'sandbox'>,
): AdminDeveloperApp['credential_suspensions'] =>
  suspensions
    .filter(({ environment }) => sees[environment] && !(environment === 'sandbox' && settings.GOV_CLOUD))
    .map(presentSuspension)

function presentFor(
  services: Services,
  app: AppRow,
  visibility: Visibility,
  details: Details,
): DeveloperApp & Pick<AdminDeveloperApp, 'credential_suspensions'> {
  const { role, production, sandbox: maySeeSandbox, collaborators } = visibility
  const { people, submissions } = details
  const [sandbox] = services.settings.GOV_CLOUD ? [] : details.sandboxes
  const [progress] = details.progress
  if (!progress) throw new Error(`App ${app.id} not found`)
  const lastListing = presentLastListing(submissions)
  const hasCredentials = production && details.promotedDataConnector.length > 0
  return {
    id: app.id,
    uid: hasCredentials ? app.uid : null,
    name: app.name,
    internal_name: app.internal_name,
    ...presentRedirects(app, role),
    legacy: app.legacy,
    connectable: app.connectable,
    confidential: app.confidential,
    grant_type: app.grant_type,
    app_secret: null,
    stored_secret: production ? presentStoredSecret(app) : null,
    credentials: hasCredentials ? { uid: app.uid, secret: null } : null,
    credential_suspensions: presentSuspensions(services, details, visibility),
    thumbnail_url: app.thumbnail_key && fileAddress(app.thumbnail_key),
    contacts: collaborators ? details.contacts.map(presentContact) : [],
    collaborators: collaborators
      ? people.map(({ id, role: held, name, email }) => ({ id, role: held, developer: { name, email } }))
      : [],
    sandbox: sandbox ? presentSandbox(sandbox, app, maySeeSandbox) : null,
    owner: findOwner(app, people),
    role,
    published_app_version_id: app.published_app_version_id,
    app_id: app.app_id,
    last_marketplace_app: lastListing,
    next_step: nextStepFrom(services, progress, lastListing),
    has_metrics: details.lastReport.length > 0 || details.viewedDay.length > 0,
    marketplace_enabled: app.marketplace_enabled,
    external_owner_id: app.external_owner_id,
    deleted_at: app.deleted_at,
    created_at: app.created_at,
    updated_at: app.updated_at,
  }
}

/** Loads an app as the caller may see it with their role on it (ROLE-02, ROLE-03, COLL-05). */
export async function loadDeveloperApp(
  db: Db,
  services: Services,
  actor: Actor,
  { app, role }: AuthorizedApp,
): Promise<DeveloperApp> {
  const details = await readDetails(db, app.id)
  return presentFor(services, app, visibilityFor(actor, role), details)
}

/** Loads an app for one of its members. */
export async function getApp(services: Services, actor: Actor, id: number): Promise<DeveloperApp> {
  const { app, role, found } = await readAppWithDetails(services.db, actor, id, 'app.view')
  return presentFor(services, app, visibilityFor(actor, role), found)
}

/** Loads an app as platform staff see it, with its listing. */
export async function loadAdminDeveloperApp(
  db: Db,
  services: Services,
  app: AppRow,
): Promise<AdminDeveloperApp> {
  const details = await readDetailsForStaff(db, app.id)
  return {
    ...presentFor(services, app, staffVisibility, details),
    ...presentListing(app, toCurrentListings(services, details), 'staff'),
    owner_id: app.owner_id,
  }
}
