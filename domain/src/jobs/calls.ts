import { apiCall } from '../http/apiCall.ts'

const path = '/api/v1/admin/jobs'

export const listJobs = apiCall({
  operationId: 'listJobs',
  method: 'GET',
  path,
  paged: true,
})

export const retryJob = apiCall({
  operationId: 'retryJob',
  method: 'POST',
  path: `${path}/:id/retries`,
})

export const retryFailedJobs = apiCall({
  operationId: 'retryFailedJobs',
  method: 'POST',
  path: `${path}/retries`,
})

export const cancelJob = apiCall({
  operationId: 'cancelJob',
  method: 'DELETE',
  path: `${path}/:id`,
})
