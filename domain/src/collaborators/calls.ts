import { apiCall } from '../http/apiCall.ts'

export const listCollaborators = apiCall({
  operationId: 'listCollaborators',
  method: 'GET',
  path: '/api/v1/collaborators',
})

export const updateCollaborators = apiCall({
  operationId: 'updateCollaborators',
  method: 'PATCH',
  path: '/api/v1/collaborators',
})

export const removeCollaborator = apiCall({
  operationId: 'removeCollaborator',
  method: 'DELETE',
  path: '/api/v1/collaborators/:id',
})

export const createGuest = apiCall({
  operationId: 'createGuest',
  method: 'POST',
  path: '/api/v1/admin/developer_apps/:id/guests',
  creates: true,
})

export const removeGuest = apiCall({
  operationId: 'removeGuest',
  method: 'DELETE',
  path: '/api/v1/admin/developer_apps/:id/guests/:guest_id',
})

export const listInvitations = apiCall({
  operationId: 'listInvitations',
  method: 'GET',
  path: '/api/v1/invitations',
})

export const createInvitation = apiCall({
  operationId: 'createInvitation',
  method: 'POST',
  path: '/api/v1/invitations',
  creates: true,
})

export const cancelInvitation = apiCall({
  operationId: 'cancelInvitation',
  method: 'PATCH',
  path: '/api/v1/invitations/:id',
})

export const resendInvitation = apiCall({
  operationId: 'resendInvitation',
  method: 'POST',
  path: '/api/v1/invitations/:id/resends',
  creates: true,
})

export const getInvitationOffer = apiCall({
  operationId: 'getInvitationOffer',
  method: 'GET',
  path: '/api/v1/invitations/:token/preview',
})

export const acceptInvitation = apiCall({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: '/api/v1/invitations/:token/acceptance',
})
