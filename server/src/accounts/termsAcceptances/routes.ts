import * as contract from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { route, type Route } from '../../http/route.ts'
import { acceptTerms } from './acceptTerms.ts'

export const termsAcceptanceRoutes: Route[] = [
  route(contract.acceptTerms, {
    access: 'signedIn',
    opensBeforeTerms: true,
    // Staff accept the terms first.
    isForEnrollment: true,
    handle: ({ actor, body, services }) => acceptTerms(services, actor, body.version),
  }),
]
