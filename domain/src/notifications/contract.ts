import { z } from 'zod'
import { defaultBodyLimit } from '../http/bodyLimit.ts'
import { endpoint } from '../http/endpoint.ts'
import { flag, ifUnchangedSince, pathId, requiredLine, requiredText, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery } from '../http/paging.ts'
import { dateProblem } from './rules.ts'

export const maxTitle = 200
export const maxSummary = 1_000
export const maxBody = 50_000

/** The fields that developers and staff see (NOTE-31). Summary and body are markdown. */
const fields = {
  id: z.number(),
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  created_at: timestamp,
  /** When the caller first opened it; null while it is unread. */
  read_at: timestamp.nullable(),
  critical: z.boolean(),
  draft: z.boolean(),
  /** The first day on which it shows, a UTC date. */
  show_after: z.string().nullable(),
  /** Staff's emergency switch. */
  visible: z.boolean(),
  /** Computed: whether there is no date, or it has come. */
  visible_by_show_after: z.boolean(),
  href: z.string(),
}

export const Notification = z.object(fields)
export type Notification = z.infer<typeof Notification>

export const AdminNotification = z.object({ ...fields, updated_at: timestamp })
export type AdminNotification = z.infer<typeof AdminNotification>

const byId = z.strictObject({ id: pathId })
const bodyLimit = { kilobytes: 256, values: defaultBodyLimit.values }

/** Empty or a valid date: a form sends an empty text for none (ANOTE-15). */
const showAfter = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = dateProblem(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
  .transform((text) => (text === '' ? null : text))

const draftFields = {
  title: requiredLine(maxTitle),
  summary: requiredText(maxSummary),
  body: requiredText(maxBody),
  critical: flag,
  draft: flag,
  show_after: showAfter.nullable(),
}

export const listNotifications = endpoint({
  operationId: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'List notifications, newest first; filtered by `unread`, the total is the number of unread ones',
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(z.strictObject({ unread: flag.optional(), critical: flag.optional() })).optional(),
  }),
  reply: z.array(Notification),
  paged: true,
})

export const getNotification = endpoint({
  operationId: 'getNotification',
  method: 'GET',
  path: '/api/v1/notifications/:id',
  summary: 'Get a notification',
  params: byId,
  reply: Notification,
})

export const readNotification = endpoint({
  operationId: 'readNotification',
  method: 'PATCH',
  path: '/api/v1/notifications/:id',
  summary: 'Mark a notification as read; repeating this changes nothing',
  params: byId,
  body: z.strictObject({}).optional(),
  reply: Notification,
})

/** The caller's private feed of announcements. Both times are null when there is none. */
export const NotificationFeed = z.object({
  made_at: timestamp.nullable(),
  last_read_at: timestamp.nullable(),
})
export type NotificationFeed = z.infer<typeof NotificationFeed>

/** The only reply that includes the secret addresses. */
export const NotificationFeedAddress = NotificationFeed.extend({ atom_url: z.string(), json_url: z.string() })
export type NotificationFeedAddress = z.infer<typeof NotificationFeedAddress>

const feedPath = '/api/v1/account/notification_feed'

export const getNotificationFeed = endpoint({
  operationId: 'getNotificationFeed',
  method: 'GET',
  path: feedPath,
  summary: "Get when the caller's private announcement feed was created and last read",
  reply: NotificationFeed,
})

export const renewNotificationFeed = endpoint({
  operationId: 'renewNotificationFeed',
  method: 'POST',
  path: feedPath,
  summary:
    "Create the caller's private announcement feed or renew its URL; only this response contains the URL",
  body: z.strictObject({}).optional(),
  reply: NotificationFeedAddress,
  carriesSecret: true,
  success: 201,
})

export const deleteNotificationFeed = endpoint({
  operationId: 'deleteNotificationFeed',
  method: 'DELETE',
  path: feedPath,
  summary: "Delete the caller's private announcement feed",
  success: 204,
})

export const listAdminNotifications = endpoint({
  operationId: 'listAdminNotifications',
  method: 'GET',
  path: '/api/v1/admin/notifications',
  summary: 'List all notifications, including drafts and hidden ones, newest first',
  query: z.strictObject(pagingQuery),
  reply: z.array(AdminNotification),
  paged: true,
})

export const getAdminNotification = endpoint({
  operationId: 'getAdminNotification',
  method: 'GET',
  path: '/api/v1/admin/notifications/:id',
  summary: 'Get a notification for editing',
  params: byId,
  reply: AdminNotification,
})

export const createNotification = endpoint({
  operationId: 'createNotification',
  method: 'POST',
  path: '/api/v1/admin/notifications',
  summary: 'Create a notification; a visible critical one is emailed to every confirmed developer',
  body: z.strictObject({
    ...draftFields,
    critical: flag.default(false),
    draft: flag.default(false),
    show_after: showAfter.nullable().default(null),
  }),
  bodyLimit,
  reply: AdminNotification,
  success: 201,
})

export const updateNotification = endpoint({
  operationId: 'updateNotification',
  method: 'PATCH',
  path: '/api/v1/admin/notifications/:id',
  summary: "Update a notification, or hide and show it with `visible`; `critical` can't change",
  params: byId,
  body: z.strictObject({
    ...z.object(draftFields).partial().shape,
    visible: flag.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  bodyLimit,
  reply: AdminNotification,
})

export const deleteNotification = endpoint({
  operationId: 'deleteNotification',
  method: 'DELETE',
  path: '/api/v1/admin/notifications/:id',
  summary: 'Delete a notification',
  params: byId,
  success: 204,
})
