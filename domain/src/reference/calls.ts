import { apiCall } from '../http/apiCall.ts'

export const listResourceGroups = apiCall({
  operationId: 'listResourceGroups',
  method: 'GET',
  path: '/api/v1/resource_groups',
})

export const listReferenceBranches = apiCall({
  operationId: 'listReferenceBranches',
  method: 'GET',
  path: '/api/v1/resource_groups/branches',
})

export const listChangelog = apiCall({
  operationId: 'listChangelog',
  method: 'GET',
  path: '/api/v1/resource_groups/aggregated_changelog',
  paged: true,
})

export const getResourceGroup = apiCall({
  operationId: 'getResourceGroup',
  method: 'GET',
  path: '/api/v1/resource_groups/:slug/openapi.json',
})

export const listReferenceDocs = apiCall({
  operationId: 'listReferenceDocs',
  method: 'GET',
  path: '/api/v1/reference_docs',
})

export const getReferenceDoc = apiCall({
  operationId: 'getReferenceDoc',
  method: 'GET',
  path: '/api/v1/reference_docs/:page',
})

export const listSearchEntries = apiCall({
  operationId: 'listSearchEntries',
  method: 'GET',
  path: '/api/v1/resource_groups/search_index',
})
