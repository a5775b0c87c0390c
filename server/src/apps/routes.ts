import { appPermissions } from '@trestle/domain/access/roles.ts'
import * as contract from '@trestle/domain/apps/contract.ts'
import { route } from '../http/route.ts'
import { loadAppFor } from '../access/authorizedApp.ts'
import { hasAction } from '../access/tokenRights.ts'
import { createApp } from './createApp.ts'
import { deleteApp } from './deleteApp.ts'
import { loadDeveloperApp, getApp } from './present.ts'
import { listOwnApps } from './list.ts'
import { countDeletionEffects } from './store.ts'
import { updateApp } from './updateApp.ts'

export const appRoutes = [
  route(contract.listDeveloperApps, {
    access: 'signedIn',
    handle: ({ actor, services, query }) => listOwnApps(services, actor, query),
  }),
  route(contract.createDeveloperApp, {
    access: 'signedIn',
    handle: async ({ actor, services, body }) => {
      const app = await createApp(services, actor, body)
      return loadDeveloperApp(services.db, services, actor, { app, role: 'owner' })
    },
  }),
  route(contract.getDeveloperApp, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => getApp(services, actor, params.id),
  }),
  route(contract.updateDeveloperApp, {
    access: 'signedIn',
    handle: ({ actor, services, params, body, files }) =>
      updateApp(services, actor, params.id, { body, files }),
  }),
  route(contract.deleteDeveloperApp, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => deleteApp(services, actor, params.id),
  }),
  route(contract.getDeletionEffects, {
    access: 'signedIn',
    handle: async ({ actor, services: { db, now }, params }) => {
      await loadAppFor(db, actor, params.id, 'app.delete')
      return countDeletionEffects(db, now(), params.id)
    },
  }),
  route(contract.getAppPermissions, {
    access: 'signedIn',
    handle: async ({ actor, services, query }) => {
      const { role } = await loadAppFor(services.db, actor, query.developer_app_id, 'app.view')
      const { settings } = services
      const flags = {
        isEmployee: actor.is_employee,
        isGovernmentCloud: settings.GOV_CLOUD,
        semanticVersions: settings.SEMANTIC_VERSIONS,
        permissionBuilder: settings.PERMISSION_BUILDER,
        fakeSandbox: settings.FAKE_SANDBOX,
      }
      return appPermissions(role, flags, (action) => hasAction(actor, action))
    },
  }),
]
