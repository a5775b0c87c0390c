import { apiCall } from '../http/apiCall.ts'

export const listPermissionTools = apiCall({
  operationId: 'listPermissionTools',
  method: 'GET',
  path: '/api/v1/permission_tools',
})
