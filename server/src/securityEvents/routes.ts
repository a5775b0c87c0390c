import * as contract from '@trestle/domain/securityEvents/contract.ts'
import { route } from '../http/route.ts'
import { listOwnEvents } from './list.ts'

export const securityEventRoutes = [
  route(contract.listAccountSecurityEvents, {
    access: 'signedIn',
    handle: ({ actor, query, services }) => listOwnEvents(services, actor, query),
  }),
]
