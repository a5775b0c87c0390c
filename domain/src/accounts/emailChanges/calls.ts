import { apiCall } from '../../http/apiCall.ts'

export const requestEmailChange = apiCall({
  operationId: 'requestEmailChange',
  method: 'POST',
  path: '/api/v1/account/email',
})

export const getPendingEmailChange = apiCall({
  operationId: 'getPendingEmailChange',
  method: 'GET',
  path: '/api/v1/account/email',
})

export const cancelEmailChange = apiCall({
  operationId: 'cancelEmailChange',
  method: 'DELETE',
  path: '/api/v1/account/email',
})

export const getEmailChange = apiCall({
  operationId: 'getEmailChange',
  method: 'GET',
  path: '/api/v1/email_changes/:token',
})

export const confirmEmailChange = apiCall({
  operationId: 'confirmEmailChange',
  method: 'POST',
  path: '/api/v1/email_change_confirmations',
})

export const getEmailUndo = apiCall({
  operationId: 'getEmailUndo',
  method: 'GET',
  path: '/api/v1/email_change_undos/:token',
})

export const undoEmailChange = apiCall({
  operationId: 'undoEmailChange',
  method: 'POST',
  path: '/api/v1/email_change_undos',
})
