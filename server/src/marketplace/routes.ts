import * as contract from '@trestle/domain/marketplace/contract.ts'
import { route } from '../http/route.ts'
import { countApps, listApps, readApp, readNews } from './read.ts'
import { recordView } from './recordView.ts'

export const marketplaceRoutes = [
  route(contract.listMarketplaceApps, {
    access: 'public',
    handle: ({ services, query }) => listApps(services, query),
  }),
  route(contract.countMarketplaceApps, {
    access: 'public',
    handle: ({ services, query }) => countApps(services, query),
  }),
  route(contract.listMarketplaceNews, { access: 'public', handle: ({ services }) => readNews(services) }),
  route(contract.getMarketplaceApp, {
    access: 'public',
    handle: async ({ services, params }) => (await readApp(services, params.slug)).app,
  }),
  route(contract.viewMarketplaceApp, {
    access: 'anyone',
    handle: async ({ actor, services, client, params }) => {
      const { appId } = await readApp(services, params.slug)
      await recordView(services, actor, client, { id: appId })
    },
  }),
]
