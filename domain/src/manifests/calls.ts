import { apiCall } from '../http/apiCall.ts'

export const listManifests = apiCall({
  operationId: 'listManifests',
  method: 'GET',
  path: '/api/v1/manifests',
  paged: true,
})

export const showManifest = apiCall({
  operationId: 'showManifest',
  method: 'GET',
  path: '/api/v1/app_versioned_manifests/:id',
})

export const createManifest = apiCall({
  operationId: 'createManifest',
  method: 'POST',
  path: '/api/v1/app_versioned_manifests',
  creates: true,
})

export const promoteVersion = apiCall({
  operationId: 'promoteVersion',
  method: 'POST',
  path: '/api/v1/app_version_promotions',
  creates: true,
})

export const reviewVersion = apiCall({
  operationId: 'reviewVersion',
  method: 'PATCH',
  path: '/api/v1/app_versions/:id',
})

export const listReviews = apiCall({
  operationId: 'listReviews',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/reviews',
  paged: true,
})

export const validateManifestContent = apiCall({
  operationId: 'validateManifestContent',
  method: 'POST',
  path: '/api/v1/manifest_validations',
})

export const listTemplates = apiCall({
  operationId: 'listTemplates',
  method: 'GET',
  path: '/api/v1/manifest_templates',
})

export const listSnippets = apiCall({
  operationId: 'listSnippets',
  method: 'GET',
  path: '/api/v1/manifest_templates/:version/snippets',
})
