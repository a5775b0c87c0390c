import * as contract from '@trestle/domain/accounts/suspensions/contract.ts'
import { route, type Route } from '../../http/route.ts'
import { restoreDeveloper, suspendDeveloper, type EndAccess } from './suspend.ts'

export const suspensionRoutes = ({ endAccess }: { endAccess: EndAccess }): Route[] => [
  route(contract.suspendDeveloper, {
    access: 'platformAdmin',
    handle: ({ actor, body, params, services }) =>
      suspendDeveloper(services, actor, { id: params.id, reason: body.reason }, endAccess),
  }),
  route(contract.restoreDeveloper, {
    access: 'platformAdmin',
    handle: ({ actor, body, params, services }) =>
      restoreDeveloper(services, actor, {
        id: params.id,
        reason: body?.reason,
        endsPassword: body?.end_password ?? false,
      }),
  }),
]
