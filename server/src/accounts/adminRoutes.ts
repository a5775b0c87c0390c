import * as contract from '@trestle/domain/accounts/contract.ts'
import { route, type Route } from '../http/route.ts'
import { exportDevelopers, listAllDevelopers } from './adminList.ts'
import { endSessionsOf } from './sessions/endSession.ts'
import { changeDeveloper, getDeveloper } from './updateDeveloper.ts'

export const adminAccountRoutes: Route[] = [
  route(contract.listAdminDevelopers, {
    access: 'platformAdmin',
    handle: ({ query, services }) => listAllDevelopers(services, query),
  }),
  route(contract.exportAdminDevelopers, {
    access: 'platformAdmin',
    handle: ({ query, services }) => exportDevelopers(services, query),
  }),
  route(contract.getAdminDeveloper, {
    access: 'platformAdmin',
    handle: ({ params, services }) => getDeveloper(services.db, params.id),
  }),
  route(contract.updateAdminDeveloper, {
    access: 'platformAdmin',
    handle: ({ actor, body, by, params, services }) => changeDeveloper(services, actor, by, params.id, body),
  }),
  route(contract.endDeveloperSessions, {
    access: 'platformAdmin',
    handle: ({ by, params, services }) => endSessionsOf(services, by, params.id),
  }),
]
