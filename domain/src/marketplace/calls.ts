import { apiCall } from '../http/apiCall.ts'

export const listMarketplaceApps = apiCall({
  operationId: 'listMarketplaceApps',
  method: 'GET',
  path: '/api/v1/marketplace/apps',
  paged: true,
})

export const countMarketplaceApps = apiCall({
  operationId: 'countMarketplaceApps',
  method: 'GET',
  path: '/api/v1/marketplace/filter_counts',
})

export const listMarketplaceNews = apiCall({
  operationId: 'listMarketplaceNews',
  method: 'GET',
  path: '/api/v1/marketplace/news',
})

export const getMarketplaceApp = apiCall({
  operationId: 'getMarketplaceApp',
  method: 'GET',
  path: '/api/v1/marketplace/apps/:slug',
})

export const viewMarketplaceApp = apiCall({
  operationId: 'viewMarketplaceApp',
  method: 'POST',
  path: '/api/v1/marketplace/apps/:slug/views',
})
