import * as contract from '@trestle/domain/quotas/contract.ts'
import { route } from '../http/route.ts'
import { checkQuota } from './checkQuota.ts'

export const quotaRoutes = [
  route(contract.checkQuota, {
    access: 'service',
    handle: ({ services, body }) => checkQuota(services, body),
  }),
]
