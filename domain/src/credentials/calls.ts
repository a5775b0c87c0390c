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
