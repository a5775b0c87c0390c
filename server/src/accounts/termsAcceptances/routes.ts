import * as contract from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { route, type Route } from '../../http/route.ts'
import { acceptTerms } from './acceptTerms.ts'

export const termsAcceptanceRoutes: Route[] = [
  route(contract.acceptTerms, {
    access: 'signedIn',
    handle: ({ actor, body, by, services }) => acceptTerms(services, actor, by, body.version),
  }),
]
