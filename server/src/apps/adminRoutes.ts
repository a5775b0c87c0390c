import * as contract from '@trestle/domain/apps/contract.ts'
import * as credentials from '@trestle/domain/credentials/contract.ts'
import { route } from '../http/route.ts'
import { loadAdminApp } from '../access/authorizedApp.ts'
import { loadAdminDeveloperApp } from './present.ts'
import { exportApps, exportQueue, listAllApps, listQueue } from './adminList.ts'
import { exportOauthApplications, listOauthApplications } from './oauthApplications.ts'
import { listLiveIds } from './store.ts'
import { undeleteApp } from './undelete.ts'
import { updateAdminApp } from './updateAdminApp.ts'

export const adminAppRoutes = [
  route(contract.getAdminDeveloperApp, {
    access: 'platformAdmin',
    handle: async ({ actor, services, params }) => {
      const app = await loadAdminApp(services.db, actor, params.id)
      return loadAdminDeveloperApp(services.db, services, app)
    },
  }),
  route(contract.listAdminDeveloperApps, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listAllApps(services, query),
  }),
  route(contract.exportAdminDeveloperApps, {
    access: 'platformAdmin',
    handle: ({ services, query }) => exportApps(services, query),
  }),
  route(contract.listLiveAppIds, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listLiveIds(services.db, query.app_id),
  }),
  route(contract.updateAdminDeveloperApp, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body, files }) =>
      updateAdminApp(services, actor, params.id, { body, files }),
  }),
  route(contract.undeleteDeveloperApp, {
    access: 'platformAdmin',
    handle: ({ actor, services, params }) => undeleteApp(services, actor, params.id),
  }),
  route(contract.listReviewQueue, {
    access: 'platformAdmin',
    handle: ({ actor, services, query }) => listQueue(services, actor, query),
  }),
  route(contract.exportReviewQueue, {
    access: 'platformAdmin',
    handle: ({ services, query }) => exportQueue(services, query),
  }),
  route(credentials.listOauthApplications, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listOauthApplications(services, query),
  }),
  route(credentials.exportOauthApplications, {
    access: 'platformAdmin',
    handle: ({ services, query }) => exportOauthApplications(services, query),
  }),
]
