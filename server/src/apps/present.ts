import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { AdminDeveloperApp, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { peopleOn, type AppRow, type PersonOnApp } from '../access/appFor.ts'
import type { AppRole, Db } from '../db/schema.ts'
import { fileAddress } from '../files/claimFile.ts'
import { presentListing, lastListing, loadCurrentListings } from '../listings/present.ts'
import { dataConnectorIsPromoted } from '../manifests/dataConnector.ts'
import { hasMetrics } from '../metrics/present.ts'
import { sandboxOfApp } from '../sandboxes/present.ts'
import type { Services } from '../services.ts'
import { loadContacts } from './contacts/present.ts'
import { loadNextStep } from '../progress/progress.ts'

interface Visibility {
  role: AppRole | null
  production: boolean
  sandbox: boolean
  collaborators: boolean
}

const visibilityFor = (role: AppRole): Visibility => ({
  role,
  production: mayActOnApp(role, 'credentials.viewProduction'),
  sandbox: mayActOnApp(role, 'credentials.viewSandbox'),
  collaborators: mayActOnApp(role, 'collaborators.view'),
})

const staffVisibility: Visibility = { role: null, production: true, sandbox: true, collaborators: true }

function findOwner(app: AppRow, people: PersonOnApp[]): DeveloperApp['owner'] {
  const owner = people.find(({ role }) => role === 'owner')
  if (!owner) throw new Error(`The app ${app.id} has no owner`)
  return { name: owner.name, email: owner.email, procore_id: owner.procore_id }
}

async function presentFor(
  services: Services,
  db: Db,
  app: AppRow,
  visibility: Visibility,
): Promise<DeveloperApp> {
  const people = await peopleOn(db, app)
  const sandbox = services.settings.GOV_CLOUD ? null : await sandboxOfApp(db, app.id, visibility.sandbox)
  const hasCredentials = visibility.production && (await dataConnectorIsPromoted(db, app))
  const { secret_last_four: lastFour, secret_made_at: madeAt } = app
  return {
    id: app.id,
    uid: hasCredentials ? app.uid : null,
    name: app.name,
    internal_name: app.internal_name,
    redirect_uri: app.redirect_uri,
    allowed_cors_domain: app.allowed_cors_domain,
    legacy: app.legacy,
    connectable: app.connectable,
    confidential: app.confidential,
    grant_type: app.grant_type,
    app_secret: null,
    stored_secret:
      visibility.production && lastFour && madeAt ? { last_four: lastFour, made_at: madeAt } : null,
    credentials: hasCredentials ? { uid: app.uid, secret: null } : null,
    thumbnail_url: app.thumbnail_key && fileAddress(app.thumbnail_key),
    contacts: visibility.collaborators ? await loadContacts(db, app.id) : [],
    collaborators: visibility.collaborators
      ? people.map(({ id, role, name, email }) => ({ id, role, developer: { name, email } }))
      : [],
    sandbox,
    owner: findOwner(app, people),
    role: visibility.role,
    published_app_version_id: app.published_app_version_id,
    app_id: app.app_id,
    last_marketplace_app: await lastListing(db, app.id),
    next_step: await loadNextStep(services, db, app.id),
    has_metrics: await hasMetrics(db, app.id),
    marketplace_enabled: app.marketplace_enabled,
    external_owner_id: app.external_owner_id,
    deleted_at: app.deleted_at,
    created_at: app.created_at,
    updated_at: app.updated_at,
  }
}

/** Returns an app as a caller with this role may see it (ROLE-02, ROLE-03, COLL-05). */
export const presentApp = (services: Services, db: Db, app: AppRow, role: AppRole): Promise<DeveloperApp> =>
  presentFor(services, db, app, visibilityFor(role))

/** Returns an app as platform staff see it, with its listing. */
export async function presentAppForStaff(
  services: Services,
  db: Db,
  app: AppRow,
): Promise<AdminDeveloperApp> {
  const described = await presentFor(services, db, app, staffVisibility)
  const listing = presentListing(app, await loadCurrentListings(services, db, app), 'staff')
  return { ...described, ...listing, owner_id: app.owner_id }
}
