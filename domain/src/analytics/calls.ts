import { apiCall } from '../http/apiCall.ts'

export const recordAnalytics = apiCall({
  operationId: 'recordAnalytics',
  method: 'POST',
  path: '/api/v1/analytics',
})
