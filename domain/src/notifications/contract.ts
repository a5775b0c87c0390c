import { z } from 'zod'
import { defaultBodyLimit } from '../http/bodyLimit.ts'
import { endpoint } from '../http/endpoint.ts'
import { flag, ifUnchangedSince, pathId, requiredLine, requiredText, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { pagingQuery, searchText } from '../http/listFields.ts'
import { dateProblem, maxBody, maxSummary, maxTitle } from './rules.ts'
import * as calls from './calls.ts'

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
  /** Computed: whether there is no date, or it has been reached. */
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
  ...calls.listNotifications,
  tokenActions: 'any',
  summary: 'List notifications, newest first; filtered by `unread`, the total is the number of unread ones',
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(z.strictObject({ unread: flag.optional(), critical: flag.optional() })).optional(),
  }),
  reply: z.array(Notification),
})

export const getNotification = endpoint({
  ...calls.getNotification,
  tokenActions: 'any',
  summary: 'Get a notification',
  params: byId,
  reply: Notification,
})

export const readNotification = endpoint({
  ...calls.readNotification,
  tokenActions: 'any',
  summary: 'Mark a notification as read; repeating this changes nothing',
  params: byId,
  body: z.strictObject({}).optional(),
  reply: Notification,
})

export const readAllNotifications = endpoint({
  ...calls.readAllNotifications,
  tokenActions: 'any',
  summary: 'Mark every notification as read; repeating this changes nothing',
  body: z.strictObject({}).optional(),
  success: 204,
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

export const getNotificationFeed = endpoint({
  ...calls.getNotificationFeed,
  summary: "Get when the caller's private announcement feed was created and last read",
  reply: NotificationFeed,
})

export const renewNotificationFeed = endpoint({
  ...calls.renewNotificationFeed,
  needsConfirmedEmail: true,
  summary:
    "Create the caller's private announcement feed or renew its URL; only this response contains the URL",
  body: z.strictObject({}).optional(),
  reply: NotificationFeedAddress,
  carriesSecret: true,
  success: 201,
})

export const deleteNotificationFeed = endpoint({
  ...calls.deleteNotificationFeed,
  summary: "Delete the caller's private announcement feed",
  success: 204,
})

export const listAdminNotifications = endpoint({
  ...calls.listAdminNotifications,
  summary:
    'List all notifications, including drafts and hidden ones, newest first; the search matches any part of a title or summary',
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(z.strictObject({ search: searchText })).optional(),
  }),
  reply: z.array(AdminNotification),
})

export const getAdminNotification = endpoint({
  ...calls.getAdminNotification,
  summary: 'Get a notification for editing',
  params: byId,
  reply: AdminNotification,
})

export const createNotification = endpoint({
  ...calls.createNotification,
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
  ...calls.updateNotification,
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
  ...calls.deleteNotification,
  summary: 'Delete a notification',
  params: byId,
  success: 204,
})
