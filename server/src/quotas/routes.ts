import * as contract from '@trestle/domain/quotas/contract.ts'
import { route } from '../http/route.ts'
import { checkQuota } from './checkQuota.ts'

export const quotaRoutes = [
  route(contract.checkQuota, {
    access: 'service',
    scope: 'quota_checks',
    handle: ({ services, body }) => checkQuota(services, body),
  }),
]
