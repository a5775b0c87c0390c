import { apiCall } from '../http/apiCall.ts'

export const getAuthorizationRequest = apiCall({
  operationId: 'getAuthorizationRequest',
  method: 'GET',
  path: '/api/v1/oauth/requests/:request',
})

export const decideAuthorizationRequest = apiCall({
  operationId: 'decideAuthorizationRequest',
  method: 'POST',
  path: '/api/v1/oauth/requests/:request/decision',
})

export const listAuthorizedApps = apiCall({
  operationId: 'listAuthorizedApps',
  method: 'GET',
  path: '/api/v1/account/authorized_apps',
})

export const revokeAuthorizedApp = apiCall({
  operationId: 'revokeAuthorizedApp',
  method: 'DELETE',
  path: '/api/v1/account/authorized_apps/:id',
})

export const listOauthEvents = apiCall({
  operationId: 'listOauthEvents',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/oauth_events',
})

export const reportLeakedSecrets = apiCall({
  operationId: 'reportLeakedSecrets',
  method: 'POST',
  path: '/api/v1/leaked_secrets',
})

export const suspendCredentials = apiCall({
  operationId: 'suspendCredentials',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/credentials_suspension',
})

export const unsuspendCredentials = apiCall({
  operationId: 'unsuspendCredentials',
  method: 'DELETE',
  path: '/api/v1/admin/developer_apps/:id/credentials_suspension',
})

export const checkCredentials = apiCall({
  operationId: 'checkCredentials',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/check_credentials',
})
