import { apiCall } from '../http/apiCall.ts'

export const tryCall = apiCall({
  operationId: 'tryCall',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/try',
})
