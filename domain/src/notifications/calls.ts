import { apiCall } from '../http/apiCall.ts'

const feedPath = '/api/v1/account/notification_feed'

export const listNotifications = apiCall({
  operationId: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  paged: true,
})

export const getNotification = apiCall({
  operationId: 'getNotification',
  method: 'GET',
  path: '/api/v1/notifications/:id',
})

export const readNotification = apiCall({
  operationId: 'readNotification',
  method: 'PATCH',
  path: '/api/v1/notifications/:id',
})

export const readAllNotifications = apiCall({
  operationId: 'readAllNotifications',
  method: 'PATCH',
  path: '/api/v1/notifications',
})

export const getNotificationFeed = apiCall({
  operationId: 'getNotificationFeed',
  method: 'GET',
  path: feedPath,
})

export const renewNotificationFeed = apiCall({
  operationId: 'renewNotificationFeed',
  method: 'POST',
  path: feedPath,
})

export const deleteNotificationFeed = apiCall({
  operationId: 'deleteNotificationFeed',
  method: 'DELETE',
  path: feedPath,
})

export const listAdminNotifications = apiCall({
  operationId: 'listAdminNotifications',
  method: 'GET',
  path: '/api/v1/admin/notifications',
  paged: true,
})

export const getAdminNotification = apiCall({
  operationId: 'getAdminNotification',
  method: 'GET',
  path: '/api/v1/admin/notifications/:id',
})

export const createNotification = apiCall({
  operationId: 'createNotification',
  method: 'POST',
  path: '/api/v1/admin/notifications',
  creates: true,
})

export const updateNotification = apiCall({
  operationId: 'updateNotification',
  method: 'PATCH',
  path: '/api/v1/admin/notifications/:id',
})

export const deleteNotification = apiCall({
  operationId: 'deleteNotification',
  method: 'DELETE',
  path: '/api/v1/admin/notifications/:id',
})
