import { apiCall } from '../../http/apiCall.ts'

export const exportAccount = apiCall({
  operationId: 'exportAccount',
  method: 'GET',
  path: '/api/v1/account/export',
})

export const deleteAccount = apiCall({
  operationId: 'deleteAccount',
  method: 'DELETE',
  path: '/api/v1/account',
})
