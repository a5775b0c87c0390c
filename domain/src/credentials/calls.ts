import { apiCall } from '../http/apiCall.ts'

export const resetAppSecret = apiCall({
  operationId: 'resetAppSecret',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/reset_secret',
})

export const resetOauthApplicationSecret = apiCall({
  operationId: 'resetOauthApplicationSecret',
  method: 'POST',
  path: '/api/v1/oauth_applications/:id/reset_secret',
})

export const listClientSecrets = apiCall({
  operationId: 'listClientSecrets',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/client_secrets',
})

export const createClientSecret = apiCall({
  operationId: 'createClientSecret',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/client_secrets',
})

export const updateClientSecret = apiCall({
  operationId: 'updateClientSecret',
  method: 'PATCH',
  path: '/api/v1/developer_apps/:id/client_secrets/:secret_id',
})

export const deleteClientSecret = apiCall({
  operationId: 'deleteClientSecret',
  method: 'DELETE',
  path: '/api/v1/developer_apps/:id/client_secrets/:secret_id',
})

export const listOauthApplications = apiCall({
  operationId: 'listOauthApplications',
  method: 'GET',
  path: '/api/v1/admin/oauth_applications',
  paged: true,
})

export const exportOauthApplications = apiCall({
  operationId: 'exportOauthApplications',
  method: 'GET',
  path: '/api/v1/admin/oauth_applications.csv',
})
