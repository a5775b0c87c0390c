import * as contract from '@trestle/domain/credentials/contract.ts'
import * as oauthContract from '@trestle/domain/oauth/contract.ts'
import { selectLeaks } from '@trestle/domain/oauth/leaks.ts'
import { route, type Route } from '../http/route.ts'
import { createSecret } from './createSecret.ts'
import { readSecrets } from './listSecrets.ts'
import { reportLeaks, type LeakRevocations } from './reportLeaks.ts'
import { resetAppSecret } from './resetAppSecret.ts'
import { updateSecret } from './updateSecret.ts'

export const credentialRoutes = (revocations: LeakRevocations): Route[] => [
  route(contract.resetAppSecret, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      resetAppSecret(services, actor, { id: params.id, confirmed: body?.confirmed }),
  }),
  // The same secret under its other name (API-44, API-45).
  route(contract.resetOauthApplicationSecret, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      resetAppSecret(services, actor, { id: params.id, confirmed: body?.confirmed }),
  }),
  route(contract.listClientSecrets, {
    access: 'signedIn',
    handle: ({ actor, services, params, query }) =>
      readSecrets(services, actor, { id: params.id, environment: query.environment }),
  }),
  route(contract.createClientSecret, {
    access: 'signedIn',
    handle: ({ actor, services, params, query, body }) =>
      createSecret(services, actor, {
        id: params.id,
        environment: query.environment,
        label: body?.label ?? '',
      }),
  }),
  route(contract.updateClientSecret, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      updateSecret(services, actor, { id: params.id, secretId: params.secret_id, change: body }),
  }),
  route(contract.deleteClientSecret, {
    access: 'signedIn',
    handle: async ({ actor, services, params }) => {
      await updateSecret(services, actor, {
        id: params.id,
        secretId: params.secret_id,
        change: { ends_in: 'now' },
      })
    },
  }),
  route(oauthContract.reportLeakedSecrets, {
    access: 'service',
    scope: 'leaked_secrets',
    handle: ({ by, services, body }) => reportLeaks(services, by, selectLeaks(body), revocations),
  }),
]
