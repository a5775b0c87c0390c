import { apiCall } from '../http/apiCall.ts'

export const getNotificationPreferences = apiCall({
  operationId: 'getNotificationPreferences',
  method: 'GET',
  path: '/api/v1/account/notification_preferences',
})

export const updateNotificationPreferences = apiCall({
  operationId: 'updateNotificationPreferences',
  method: 'PATCH',
  path: '/api/v1/account/notification_preferences',
})

export const getUnsubscribeLink = apiCall({
  operationId: 'getUnsubscribeLink',
  method: 'GET',
  path: '/api/v1/unsubscribe_links/:token',
})

/** Shares the address of the page, because email programs use a single address for both (RFC 8058). */
export const unsubscribe = apiCall({
  operationId: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/:token',
  multipart: { under: null, files: [], maxFileBytes: 0 },
})
