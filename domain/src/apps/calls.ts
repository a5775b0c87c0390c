import { imageLimits } from '../files/rules.ts'
import { apiCall } from '../http/apiCall.ts'

const multipart = {
  under: 'developer_app',
  files: ['thumbnail'],
  maxFileBytes: imageLimits.bytes,
} as const

export const listDeveloperApps = apiCall({
  operationId: 'listDeveloperApps',
  method: 'GET',
  path: '/api/v1/developer_apps',
  paged: true,
})

export const createDeveloperApp = apiCall({
  operationId: 'createDeveloperApp',
  method: 'POST',
  path: '/api/v1/developer_apps',
  creates: true,
})

export const getDeveloperApp = apiCall({
  operationId: 'getDeveloperApp',
  method: 'GET',
  path: '/api/v1/developer_apps/:id',
})

export const updateDeveloperApp = apiCall({
  operationId: 'updateDeveloperApp',
  method: 'PATCH',
  path: '/api/v1/developer_apps/:id',
  multipart,
})

export const deleteDeveloperApp = apiCall({
  operationId: 'deleteDeveloperApp',
  method: 'DELETE',
  path: '/api/v1/developer_apps/:id',
})

export const getDeletionEffects = apiCall({
  operationId: 'getDeletionEffects',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/deletion_effects',
})

export const getAppPermissions = apiCall({
  operationId: 'getAppPermissions',
  method: 'GET',
  path: '/api/v1/developer_app_permissions',
})

export const getAdminDeveloperApp = apiCall({
  operationId: 'getAdminDeveloperApp',
  method: 'GET',
  path: '/api/v1/admin/developer_apps/:id',
})

export const listAdminDeveloperApps = apiCall({
  operationId: 'listAdminDeveloperApps',
  method: 'GET',
  path: '/api/v1/admin/developer_apps',
  paged: true,
})

export const exportAdminDeveloperApps = apiCall({
  operationId: 'exportAdminDeveloperApps',
  method: 'GET',
  path: '/api/v1/admin/developer_apps.csv',
})

export const listLiveAppIds = apiCall({
  operationId: 'listLiveAppIds',
  method: 'GET',
  path: '/api/v1/admin/live_app_ids',
})

export const updateAdminDeveloperApp = apiCall({
  operationId: 'updateAdminDeveloperApp',
  method: 'PATCH',
  path: '/api/v1/admin/developer_apps/:id',
  multipart,
})

export const undeleteDeveloperApp = apiCall({
  operationId: 'undeleteDeveloperApp',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/undelete',
})

export const listReviewQueue = apiCall({
  operationId: 'listReviewQueue',
  method: 'GET',
  path: '/api/v1/admin/review_queue',
  paged: true,
})

export const exportReviewQueue = apiCall({
  operationId: 'exportReviewQueue',
  method: 'GET',
  path: '/api/v1/admin/review_queue.csv',
})
