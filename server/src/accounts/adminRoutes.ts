import * as contract from '@trestle/domain/accounts/contract.ts'
import { pageOf, route, type Route } from '../http/route.ts'
import { listDevelopers } from './store.ts'
import { changeDeveloper, getDeveloper } from './updateDeveloper.ts'

export const adminAccountRoutes: Route[] = [
  route(contract.listAdminDevelopers, {
    access: 'platformAdmin',
    handle: ({ query, services }) =>
      listDevelopers(services.db, pageOf(query), {
        search: query.filters?.search ?? query.search ?? '',
        sort: query.sort,
      }),
  }),
  route(contract.getAdminDeveloper, {
    access: 'platformAdmin',
    handle: ({ params, services }) => getDeveloper(services.db, params.id),
  }),
  route(contract.updateAdminDeveloper, {
    access: 'platformAdmin',
    handle: ({ actor, body, by, params, services }) => changeDeveloper(services, actor, by, params.id, body),
  }),
]
