import * as contract from '@trestle/domain/platformApi/contract.ts'
import { route } from '../http/route.ts'
import { tryCall } from './tryCall.ts'

export const platformApiRoutes = [
  route(contract.tryCall, {
    access: 'signedIn',
    isAbsentInGovernmentCloud: true,
    handle: ({ actor, services, params, body }) => tryCall(services, actor, { id: params.id, ...body }),
  }),
]
