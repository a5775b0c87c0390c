import * as contract from '@trestle/domain/credentials/contract.ts'
import { route } from '../http/route.ts'
import { resetAppSecret } from './resetAppSecret.ts'

export const credentialRoutes = [
  route(contract.resetAppSecret, {
    access: 'signedIn',
    handle: ({ actor, by, services, params, body }) =>
      resetAppSecret(services, actor, by, { id: params.id, confirmed: body?.confirmed }),
  }),
  // The same secret under its other name (API-44, API-45).
  route(contract.resetOauthApplicationSecret, {
    access: 'signedIn',
    handle: ({ actor, by, services, params, body }) =>
      resetAppSecret(services, actor, by, { id: params.id, confirmed: body?.confirmed }),
  }),
]
