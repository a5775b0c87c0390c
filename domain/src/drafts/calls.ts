import { apiCall } from '../http/apiCall.ts'

export const getDraft = apiCall({
  operationId: 'getDraft',
  method: 'GET',
  path: '/api/v1/drafts/:kind/:subject_id',
})

export const putDraft = apiCall({
  operationId: 'putDraft',
  method: 'PUT',
  path: '/api/v1/drafts/:kind/:subject_id',
})

export const deleteDraft = apiCall({
  operationId: 'deleteDraft',
  method: 'DELETE',
  path: '/api/v1/drafts/:kind/:subject_id',
})
