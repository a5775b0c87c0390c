import { apiCall } from '../../http/apiCall.ts'

export const suspendDeveloper = apiCall({
  operationId: 'suspendDeveloper',
  method: 'POST',
  path: '/api/v1/admin/developers/:id/suspension',
})

export const restoreDeveloper = apiCall({
  operationId: 'restoreDeveloper',
  method: 'DELETE',
  path: '/api/v1/admin/developers/:id/suspension',
})
