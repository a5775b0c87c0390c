import * as contract from '@trestle/domain/accounts/deletion/contract.ts'
import { route, type Route } from '../../http/route.ts'
import type { EndAccess } from '../suspensions/suspend.ts'
import { deleteAccount } from './deleteAccount.ts'
import { exportAccount } from './exportAccount.ts'

export const accountDeletionRoutes = ({ endAccess }: { endAccess: EndAccess }): Route[] => [
  route(contract.exportAccount, {
    access: 'signedIn',
    opensBeforeTerms: true,
    handle: ({ actor, by, services, client }) => exportAccount(services, actor, client, by),
  }),
  route(contract.deleteAccount, {
    access: 'signedIn',
    opensBeforeTerms: true,
    handle: ({ actor, body, by, services, client }) =>
      deleteAccount(services, actor, client, by, { email: body.email, endAccess }),
  }),
]
