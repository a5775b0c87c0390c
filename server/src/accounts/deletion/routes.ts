import * as contract from '@trestle/domain/accounts/deletion/contract.ts'
import { route, type Route } from '../../http/route.ts'
import { deleteAccount, type DeletionSteps } from './deleteAccount.ts'
import { exportAccount } from './exportAccount.ts'

export const accountDeletionRoutes = (steps: DeletionSteps): Route[] => [
  route(contract.exportAccount, {
    access: 'signedIn',
    opensBeforeTerms: true,
    handle: ({ actor, services, client }) => exportAccount(services, actor, client),
  }),
  route(contract.deleteAccount, {
    access: 'signedIn',
    opensBeforeTerms: true,
    handle: ({ actor, body, services, client }) =>
      deleteAccount(services, actor, client, { ...steps, email: body.email }),
  }),
]
