import { apiCall } from '../../http/apiCall.ts'

export const getSecondFactors = apiCall({
  operationId: 'getSecondFactors',
  method: 'GET',
  path: '/api/v1/account/second_factors',
})

export const createPasskeyRegistration = apiCall({
  operationId: 'createPasskeyRegistration',
  method: 'POST',
  path: '/api/v1/account/passkey_options',
})

export const listPasskeys = apiCall({
  operationId: 'listPasskeys',
  method: 'GET',
  path: '/api/v1/account/passkeys',
})

export const createPasskey = apiCall({
  operationId: 'createPasskey',
  method: 'POST',
  path: '/api/v1/account/passkeys',
  creates: true,
})

export const updatePasskey = apiCall({
  operationId: 'updatePasskey',
  method: 'PATCH',
  path: '/api/v1/account/passkeys/:id',
})

export const deletePasskey = apiCall({
  operationId: 'deletePasskey',
  method: 'DELETE',
  path: '/api/v1/account/passkeys/:id',
})

export const createTotp = apiCall({
  operationId: 'createTotp',
  method: 'POST',
  path: '/api/v1/account/totp',
})

export const confirmTotp = apiCall({
  operationId: 'confirmTotp',
  method: 'POST',
  path: '/api/v1/account/totp/confirmation',
})

export const deleteTotp = apiCall({
  operationId: 'deleteTotp',
  method: 'DELETE',
  path: '/api/v1/account/totp',
})

export const createRecoveryCodes = apiCall({
  operationId: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/v1/account/recovery_codes',
})

export const createPasskeyRequest = apiCall({
  operationId: 'createPasskeyRequest',
  method: 'POST',
  path: '/api/v1/session/passkey_options',
})

export const finishSignIn = apiCall({
  operationId: 'finishSignIn',
  method: 'POST',
  path: '/api/v1/session/second_factor',
})

export const requestFactorReset = apiCall({
  operationId: 'requestFactorReset',
  method: 'POST',
  path: '/api/v1/admin/developers/:id/factor_reset',
})

export const cancelFactorReset = apiCall({
  operationId: 'cancelFactorReset',
  method: 'DELETE',
  path: '/api/v1/admin/developers/:id/factor_reset',
})

export const cancelOwnFactorReset = apiCall({
  operationId: 'cancelOwnFactorReset',
  method: 'DELETE',
  path: '/api/v1/account/factor_reset',
})

export const getFactorResetRejection = apiCall({
  operationId: 'getFactorResetRejection',
  method: 'GET',
  path: '/api/v1/factor_reset_rejections/:token',
})

export const rejectFactorReset = apiCall({
  operationId: 'rejectFactorReset',
  method: 'POST',
  path: '/api/v1/factor_reset_rejections',
})
