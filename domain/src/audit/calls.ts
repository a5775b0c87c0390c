import { apiCall } from '../http/apiCall.ts'

export const listAuditEvents = apiCall({
  operationId: 'listAuditEvents',
  method: 'GET',
  path: '/api/v1/admin/audit_events',
  paged: true,
})

export const exportAuditEvents = apiCall({
  operationId: 'exportAuditEvents',
  method: 'GET',
  path: '/api/v1/admin/audit_events.csv',
})

export const getAuditVocabulary = apiCall({
  operationId: 'getAuditVocabulary',
  method: 'GET',
  path: '/api/v1/admin/audit_vocabulary',
})
