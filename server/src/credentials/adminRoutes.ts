import * as contract from '@trestle/domain/credentials/contract.ts'
import { exportOauthApplications, listOauthApplications } from '../apps/oauthApplications.ts'
import { route } from '../http/route.ts'

export const adminCredentialRoutes = [
  route(contract.listOauthApplications, {
    access: 'platformAdmin',
    handle: ({ services, query }) => listOauthApplications(services, query),
  }),
  route(contract.exportOauthApplications, {
    access: 'platformAdmin',
    handle: ({ services, query }) => exportOauthApplications(services, query),
  }),
]
