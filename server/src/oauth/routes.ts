import * as contract from '@trestle/domain/oauth/contract.ts'
import { route } from '../http/route.ts'
import { checkCredentials } from './checkCredentials.ts'
import { decideAuthorizationRequest } from './decideAuthorizationRequest.ts'
import { listAuthorizedApps } from './grants/store.ts'
import { listOauthEvents } from './listOauthEvents.ts'
import { readRequest } from './readRequest.ts'
import { revokeApp } from './revokeApp.ts'

export const oauthRoutes = [
  route(contract.getAuthorizationRequest, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => readRequest(services, actor, params.request),
  }),
  route(contract.decideAuthorizationRequest, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      decideAuthorizationRequest(services, actor, { request: params.request, allow: body.allow }),
  }),
  route(contract.listAuthorizedApps, {
    access: 'signedIn',
    handle: ({ actor, services }) => listAuthorizedApps(services.db, actor.id),
  }),
  route(contract.listOauthEvents, {
    access: 'signedIn',
    handle: ({ actor, services, params, query }) =>
      listOauthEvents(services, actor, {
        appId: params.id,
        environment: query.environment,
        outcome: query.filters?.outcome,
        after: query.after,
      }),
  }),
  route(contract.checkCredentials, {
    access: 'signedIn',
    handle: ({ actor, services, params, body }) =>
      checkCredentials(services, actor, {
        appId: params.id,
        environment: body.environment,
        clientId: body.client_id,
        secret: body.secret,
      }),
  }),
  route(contract.revokeAuthorizedApp, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => revokeApp(services, actor, params.id),
  }),
]
