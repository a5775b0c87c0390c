import { apiCall } from '../http/apiCall.ts'

export const listAccountSecurityEvents = apiCall({
  operationId: 'listAccountSecurityEvents',
  method: 'GET',
  path: '/api/v1/account/security_events',
  paged: true,
})

export const listSecurityEvents = apiCall({
  operationId: 'listSecurityEvents',
  method: 'GET',
  path: '/api/v1/admin/security_events',
  paged: true,
})
