import * as contract from '@trestle/domain/securityEvents/contract.ts'
import { route } from '../http/route.ts'
import { listAllEvents } from './list.ts'

export const adminSecurityEventRoutes = [
  route(contract.listSecurityEvents, {
    access: 'platformAdmin',
    handle: ({ query, services }) => listAllEvents(services, query),
  }),
]
