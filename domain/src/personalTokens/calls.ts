import { apiCall } from '../http/apiCall.ts'

export const listPersonalTokens = apiCall({
  operationId: 'listPersonalTokens',
  method: 'GET',
  path: '/api/v1/personal_access_tokens',
})

export const createPersonalToken = apiCall({
  operationId: 'createPersonalToken',
  method: 'POST',
  path: '/api/v1/personal_access_tokens',
})

export const revokePersonalToken = apiCall({
  operationId: 'revokePersonalToken',
  method: 'DELETE',
  path: '/api/v1/personal_access_tokens/:id',
})
