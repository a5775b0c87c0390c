import { queryOptions } from '@tanstack/react-query'
import * as calls from '@trestle/domain/notificationPreferences/calls.ts'
import type {
  NotificationPreferences,
  UnsubscribeLink,
} from '@trestle/domain/notificationPreferences/contract.ts'
import { call } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'

const notificationPreferenceKeys = {
  all: ['notificationPreferences'] as const,
  link: (token: string) => ['unsubscribeLink', token] as const,
}

export const notificationPreferences = () =>
  queryOptions({
    queryKey: notificationPreferenceKeys.all,
    queryFn: ({ signal }) => call(calls.getNotificationPreferences, {}, { signal }),
  })

export async function updateNotificationPreferences(
  body: Partial<NotificationPreferences>,
): Promise<NotificationPreferences> {
  const saved = await call(calls.updateNotificationPreferences, { body })
  queryClient.setQueryData(notificationPreferences().queryKey, saved)
  return saved
}

/** Loads what an unsubscribe link stops. Email scanners also open it, so it changes nothing. */
export const unsubscribeLink = (token: string) =>
  queryOptions({
    queryKey: notificationPreferenceKeys.link(token),
    queryFn: ({ signal }) => call(calls.getUnsubscribeLink, { params: { token } }, { signal }),
  })

export async function unsubscribe(token: string): Promise<UnsubscribeLink> {
  const link = await call(calls.unsubscribe, {
    params: { token },
    body: { 'List-Unsubscribe': 'One-Click' },
  })
  queryClient.setQueryData(unsubscribeLink(token).queryKey, link)
  await queryClient.invalidateQueries({ queryKey: notificationPreferenceKeys.all })
  return link
}
