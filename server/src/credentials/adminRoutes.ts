import * as contract from '@trestle/domain/oauth/contract.ts'
import { route } from '../http/route.ts'
import { suspendCredentials } from './suspendCredentials.ts'

export const adminCredentialRoutes = [
  route(contract.suspendCredentials, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) =>
      suspendCredentials(services, actor, { appId: params.id, suspends: true, ...body }),
  }),
  route(contract.unsuspendCredentials, {
    access: 'platformAdmin',
    handle: ({ actor, services, params, body }) =>
      suspendCredentials(services, actor, {
        appId: params.id,
        environment: body.environment,
        suspends: false,
        reason: body.reason ?? '',
      }),
  }),
]
