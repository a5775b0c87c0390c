import { apiCall } from '../../http/apiCall.ts'

export const createContact = apiCall({
  operationId: 'createContact',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/contacts',
  creates: true,
})

export const updateContact = apiCall({
  operationId: 'updateContact',
  method: 'PATCH',
  path: '/api/v1/admin/developer_apps/:id/contacts/:contact_id',
})

export const deleteContact = apiCall({
  operationId: 'deleteContact',
  method: 'DELETE',
  path: '/api/v1/admin/developer_apps/:id/contacts/:contact_id',
})
