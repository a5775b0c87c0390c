import * as contract from '@trestle/domain/audit/contract.ts'
import { route } from '../http/route.ts'
import { exportEvents, listEvents } from './list.ts'
import { readVocabulary } from './store.ts'

export const adminAuditRoutes = [
  route(contract.listAuditEvents, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listEvents(services, query),
  }),
  route(contract.exportAuditEvents, {
    access: 'platformAdmin',
    handle: ({ services, query }) => exportEvents(services, query),
  }),
  route(contract.getAuditVocabulary, {
    access: 'platformAdmin',
    handle: ({ services }) => readVocabulary(services.db),
  }),
]
