import * as contract from '@trestle/domain/personalTokens/contract.ts'
import { route, type Route } from '../http/route.ts'
import { createToken } from './createToken.ts'
import { loadTokens } from './present.ts'
import { revoke } from './revoke.ts'

export const personalTokenRoutes: Route[] = [
  route(contract.listPersonalTokens, {
    access: 'signedIn',
    handle: ({ actor, services }) => loadTokens(services, actor),
  }),
  route(contract.createPersonalToken, {
    access: 'signedIn',
    handle: ({ actor, client, services, body }) => createToken(services, actor, client, body),
  }),
  route(contract.revokePersonalToken, {
    access: 'signedIn',
    handle: ({ actor, client, services, params }) => revoke(services, actor, client, params.id),
  }),
]
