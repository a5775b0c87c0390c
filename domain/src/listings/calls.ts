import { largestMedia } from '../files/rules.ts'
import { apiCall } from '../http/apiCall.ts'

export const getListing = apiCall({
  operationId: 'getListing',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/submissions',
})

export const createSubmission = apiCall({
  operationId: 'createSubmission',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/submissions',
  creates: true,
})

export const updateSubmission = apiCall({
  operationId: 'updateSubmission',
  method: 'PATCH',
  path: '/api/v1/submissions/:id',
})

export const createAdminSubmission = apiCall({
  operationId: 'createAdminSubmission',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/submissions',
  creates: true,
})

export const updateAdminSubmission = apiCall({
  operationId: 'updateAdminSubmission',
  method: 'PATCH',
  path: '/api/v1/admin/submissions/:id',
})

export const listSubmissionEvents = apiCall({
  operationId: 'listSubmissionEvents',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/submission_events',
  paged: true,
})

export const listAdminSubmissionEvents = apiCall({
  operationId: 'listAdminSubmissionEvents',
  method: 'GET',
  path: '/api/v1/admin/developer_apps/:id/submission_events',
  paged: true,
})

export const uploadMedia = apiCall({
  operationId: 'uploadMedia',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/media',
  creates: true,
})

export const uploadAdminMedia = apiCall({
  operationId: 'uploadAdminMedia',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/media',
  creates: true,
})

export const deleteMedia = apiCall({
  operationId: 'deleteMedia',
  method: 'DELETE',
  path: '/api/v1/developer_apps/:id/media/:media_id',
})

export const deleteAdminMedia = apiCall({
  operationId: 'deleteAdminMedia',
  method: 'DELETE',
  path: '/api/v1/admin/developer_apps/:id/media/:media_id',
})

export const getStorage = apiCall({
  operationId: 'getStorage',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/storage',
})

export const getAdminStorage = apiCall({
  operationId: 'getAdminStorage',
  method: 'GET',
  path: '/api/v1/admin/developer_apps/:id/storage',
})

export const hostVideo = apiCall({
  operationId: 'hostVideo',
  method: 'POST',
  path: '/video_host',
  creates: true,
  multipart: { under: null, files: ['file'], maxFileBytes: largestMedia },
})

export const listCategories = apiCall({
  operationId: 'listCategories',
  method: 'GET',
  path: '/api/v1/categories',
})

export const listRegions = apiCall({
  operationId: 'listRegions',
  method: 'GET',
  path: '/api/v1/regions',
})

export const listProductTools = apiCall({
  operationId: 'listProductTools',
  method: 'GET',
  path: '/api/v1/product_tools',
})

export const listSecurityStandards = apiCall({
  operationId: 'listSecurityStandards',
  method: 'GET',
  path: '/api/v1/security_standards',
})

export const listSsoProviders = apiCall({
  operationId: 'listSsoProviders',
  method: 'GET',
  path: '/api/v1/sso_providers',
})
