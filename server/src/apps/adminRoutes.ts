import * as contract from '@trestle/domain/apps/contract.ts'
import { route } from '../http/route.ts'
import { adminAppFor } from './access.ts'
import { describeAppForStaff } from './describe.ts'
import { listQueue } from './list.ts'

export const adminAppRoutes = [
  route(contract.getAdminDeveloperApp, {
    access: 'platformAdmin',
    handle: async ({ actor, services, params }) => {
      const app = await adminAppFor(services.db, actor, params.id)
      return describeAppForStaff(services, services.db, app)
    },
  }),
  route(contract.listReviewQueue, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listQueue(services, query),
  }),
]
