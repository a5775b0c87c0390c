import { apiCall } from '../http/apiCall.ts'

export const getSession = apiCall({
  operationId: 'getSession',
  method: 'GET',
  path: '/api/v1/session',
})

export const signIn = apiCall({
  operationId: 'signIn',
  method: 'POST',
  path: '/api/v1/session',
})

export const signOut = apiCall({
  operationId: 'signOut',
  method: 'DELETE',
  path: '/api/v1/session',
})

export const confirmSession = apiCall({
  operationId: 'confirmSession',
  method: 'POST',
  path: '/api/v1/session/confirmation',
})

export const register = apiCall({
  operationId: 'register',
  method: 'POST',
  path: '/api/v1/developers',
})

export const getEmailConfirmation = apiCall({
  operationId: 'getEmailConfirmation',
  method: 'GET',
  path: '/api/v1/email_confirmations/:token',
})

export const confirmEmail = apiCall({
  operationId: 'confirmEmail',
  method: 'POST',
  path: '/api/v1/email_confirmations',
})

export const rejectEmail = apiCall({
  operationId: 'rejectEmail',
  method: 'POST',
  path: '/api/v1/email_confirmation_rejections',
})

export const resendConfirmation = apiCall({
  operationId: 'resendConfirmation',
  method: 'POST',
  path: '/api/v1/email_confirmation_requests',
})

export const forgotPassword = apiCall({
  operationId: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/password_reset_requests',
})

export const resetPassword = apiCall({
  operationId: 'resetPassword',
  method: 'POST',
  path: '/api/v1/password_resets',
})

export const updateAccount = apiCall({
  operationId: 'updateAccount',
  method: 'PATCH',
  path: '/api/v1/account',
})

export const changePassword = apiCall({
  operationId: 'changePassword',
  method: 'POST',
  path: '/api/v1/account/password',
})

export const listAccountSessions = apiCall({
  operationId: 'listAccountSessions',
  method: 'GET',
  path: '/api/v1/account/sessions',
})

export const endAccountSession = apiCall({
  operationId: 'endAccountSession',
  method: 'DELETE',
  path: '/api/v1/account/sessions/:id',
})

export const signOutOthers = apiCall({
  operationId: 'signOutOthers',
  method: 'DELETE',
  path: '/api/v1/account/sessions',
})

export const listAdminDevelopers = apiCall({
  operationId: 'listAdminDevelopers',
  method: 'GET',
  path: '/api/v1/admin/developers',
  paged: true,
})

export const exportAdminDevelopers = apiCall({
  operationId: 'exportAdminDevelopers',
  method: 'GET',
  path: '/api/v1/admin/developers.csv',
})

export const getAdminDeveloper = apiCall({
  operationId: 'getAdminDeveloper',
  method: 'GET',
  path: '/api/v1/admin/developers/:id',
})

export const updateAdminDeveloper = apiCall({
  operationId: 'updateAdminDeveloper',
  method: 'PATCH',
  path: '/api/v1/admin/developers/:id',
})

export const endDeveloperSessions = apiCall({
  operationId: 'endDeveloperSessions',
  method: 'DELETE',
  path: '/api/v1/admin/developers/:id/sessions',
})
