import * as contract from '@trestle/domain/audit/contract.ts'
import { route } from '../http/route.ts'
import { exportEvents, listEvents } from './list.ts'
import { recordExport } from './recordExport.ts'
import { readVocabulary } from './store.ts'

export const adminAuditRoutes = [
  route(contract.listAuditEvents, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listEvents(services, query),
  }),
  route(contract.exportAuditEvents, {
    access: 'platformAdmin',
    handle: async ({ by, query, services }) => {
      const table = await exportEvents(services, query)
      await recordExport(services, by, { filename: contract.exportAuditEvents.csv })
      return table
    },
  }),
  route(contract.getAuditVocabulary, {
    access: 'platformAdmin',
    handle: ({ services }) => readVocabulary(services.db),
  }),
]
