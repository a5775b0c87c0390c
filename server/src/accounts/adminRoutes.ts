import * as contract from '@trestle/domain/accounts/contract.ts'
import {
  cancelFactorReset as cancelReset,
  requestFactorReset as requestReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { route, type Route } from '../http/route.ts'
import { exportDevelopers, listAllDevelopers } from './adminList.ts'
import { endAllSessions } from './sessions/endSession.ts'
import { cancelFactorReset } from './factorResets/cancelReset.ts'
import { requestFactorReset } from './factorResets/requestReset.ts'
import { updateDeveloper, getDeveloper } from './updateDeveloper.ts'

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
    handle: ({ params, services }) => getDeveloper(services.db, params.id, services.now()),
  }),
  route(contract.updateAdminDeveloper, {
    access: 'platformAdmin',
    handle: ({ actor, body, params, services }) => updateDeveloper(services, actor, params.id, body),
  }),
  route(contract.endDeveloperSessions, {
    access: 'platformAdmin',
    handle: ({ actor, params, services }) => endAllSessions(services, actor, params.id),
  }),
  route(requestReset, {
    access: 'platformAdmin',
    handle: ({ actor, body, params, services }) =>
      requestFactorReset(services, actor, { id: params.id, reason: body.reason }),
  }),
  route(cancelReset, {
    access: 'platformAdmin',
    handle: ({ actor, body, params, services }) =>
      cancelFactorReset(services, actor, { id: params.id, reason: body?.reason }),
  }),
]
