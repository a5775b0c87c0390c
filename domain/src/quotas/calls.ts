import { apiCall } from '../http/apiCall.ts'

export const listQuotaServers = apiCall({
  operationId: 'listQuotaServers',
  method: 'GET',
  path: '/api/v1/admin/quota_minder_servers',
})

export const listBuckets = apiCall({
  operationId: 'listBuckets',
  method: 'GET',
  path: '/api/v1/admin/quota_minder_servers/:server/buckets',
})

export const createBucket = apiCall({
  operationId: 'createBucket',
  method: 'POST',
  path: '/api/v1/admin/quota_minder_servers/:server/buckets',
  creates: true,
})

export const updateBucket = apiCall({
  operationId: 'updateBucket',
  method: 'PATCH',
  path: '/api/v1/admin/quota_minder_servers/:server/buckets/:id',
})

export const deleteBucket = apiCall({
  operationId: 'deleteBucket',
  method: 'DELETE',
  path: '/api/v1/admin/quota_minder_servers/:server/buckets/:id',
})

export const previewBucket = apiCall({
  operationId: 'previewBucket',
  method: 'POST',
  path: '/api/v1/admin/quota_minder_servers/:server/buckets/preview',
})

export const listBucketChanges = apiCall({
  operationId: 'listBucketChanges',
  method: 'GET',
  path: '/api/v1/admin/quota_minder_servers/:server/bucket_changes',
  paged: true,
})

export const revertBucketChange = apiCall({
  operationId: 'revertBucketChange',
  method: 'POST',
  path: '/api/v1/admin/quota_minder_servers/:server/bucket_changes/:id/reverts',
  creates: true,
})

export const checkQuota = apiCall({
  operationId: 'checkQuota',
  method: 'POST',
  path: '/api/v1/platform/quota_checks',
})
