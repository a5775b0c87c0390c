import { apiCall } from '../../http/apiCall.ts'

export const acceptTerms = apiCall({
  operationId: 'acceptTerms',
  method: 'POST',
  path: '/api/v1/account/terms_acceptance',
})
