import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '@trestle/domain/notifications/calls.ts'
import { call, type RequestFor } from '../http/call.ts'
import { settleRemoval } from '../http/gone.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readText } from '../shared/readers.ts'

interface ListPage {
  page: number
  perPage: number
}

export const notificationKeys = {
  all: ['notifications'] as const,
  latest: () => [...notificationKeys.all, 'latest'] as const,
  unread: () => [...notificationKeys.all, 'unread'] as const,
  critical: () => [...notificationKeys.all, 'critical'] as const,
  list: (page: ListPage) => [...notificationKeys.all, 'list', page] as const,
  detail: (id: string) => [...notificationKeys.all, 'detail', id] as const,
}

const notificationFeedKeys = { all: ['notificationFeed'] as const }

const adminNotificationKeys = {
  all: ['adminNotifications'] as const,
  lists: () => [...adminNotificationKeys.all, 'list'] as const,
  list: (list: ListPage & { search: string }) => [...adminNotificationKeys.lists(), list] as const,
  detail: (id: string) => [...adminNotificationKeys.all, 'detail', id] as const,
}

/** The number of notifications in the menu (NOTE-03). */
const latestCount = 3
/** Polling interval of the bell while the page is visible. */
const bellMs = 60_000

export const latestNotifications = () =>
  queryOptions({
    queryKey: notificationKeys.latest(),
    queryFn: ({ signal, client, queryKey }) => {
      // An open list reloads without user action.
      const background = client.getQueryData(queryKey) !== undefined
      return call(calls.listNotifications, { query: { per_page: latestCount } }, { signal, background })
    },
  })

/** Loads the number on the bell: the total of unread notifications (NOTE-01). */
export const unreadNotifications = () =>
  queryOptions({
    queryKey: notificationKeys.unread(),
    queryFn: ({ signal }) =>
      call(
        calls.listNotifications,
        { query: { per_page: 1, filters: { unread: true } } },
        { signal, background: true },
      ),
    refetchInterval: bellMs,
    refetchOnWindowFocus: true,
  })

export const criticalNotifications = () =>
  queryOptions({
    queryKey: notificationKeys.critical(),
    queryFn: ({ signal }) =>
      call(
        calls.listNotifications,
        { query: { filters: { unread: true, critical: true } } },
        { signal, background: true },
      ),
    refetchInterval: bellMs,
    refetchOnWindowFocus: true,
  })

export const notificationList = ({ page, perPage }: ListPage) =>
  queryOptions({
    queryKey: notificationKeys.list({ page, perPage }),
    queryFn: ({ signal }) =>
      call(calls.listNotifications, { query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const notification = (id: string) =>
  queryOptions({
    queryKey: notificationKeys.detail(id),
    queryFn: ({ signal }) => call(calls.getNotification, { params: { id } }, { signal }),
  })

export function useReadNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(calls.readNotification, { params: { id }, body: {} }),
    onSuccess: (read) => {
      queryClient.setQueryData(notification(String(read.id)).queryKey, read)
      return queryClient.invalidateQueries({ queryKey: notificationKeys.all })
    },
  })
}

export const notificationFeed = () =>
  queryOptions({
    queryKey: notificationFeedKeys.all,
    queryFn: ({ signal }) => call(calls.getNotificationFeed, {}, { signal }),
  })

/** Not a mutation, because the query client would store its reply, which has a secret. */
export const renewNotificationFeed = () => call(calls.renewNotificationFeed, { body: {} })

export const deleteNotificationFeed = () => call(calls.deleteNotificationFeed, {})

interface AdminNotificationFilters {
  search: string
}

export const readAdminNotificationFilters: ReadFilters<AdminNotificationFilters> = ({ search }) => ({
  search: readText(search) ?? '',
})

export const adminNotificationList = ({
  page,
  perPage,
  filters: { search },
}: ListAddress<AdminNotificationFilters>) =>
  queryOptions({
    queryKey: adminNotificationKeys.list({ page, perPage, search }),
    queryFn: ({ signal }) =>
      call(
        calls.listAdminNotifications,
        { query: { page, per_page: perPage, ...(search !== '' && { filters: { search } }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const adminNotification = (id: string) =>
  queryOptions({
    queryKey: adminNotificationKeys.detail(id),
    queryFn: ({ signal }) => call(calls.getAdminNotification, { params: { id } }, { signal }),
  })

/** Invalidates the staff and reader lists, because a change affects both. */
function useStale() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
      queryClient.invalidateQueries({ queryKey: adminNotificationKeys.all }),
    ])
}

export function useCreateNotification() {
  return useMutation({
    mutationFn: (body: RequestFor<typeof calls.createNotification>['body']) =>
      call(calls.createNotification, { body }),
    onSuccess: useStale(),
  })
}

export function useUpdateNotification() {
  return useMutation({
    mutationFn: ({ id, ...body }: RequestFor<typeof calls.updateNotification>['body'] & { id: number }) =>
      call(calls.updateNotification, { params: { id }, body }),
    onSuccess: useStale(),
  })
}

export function useDeleteNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => settleRemoval(call(calls.deleteNotification, { params: { id } })),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: adminNotification(String(id)).queryKey })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
        queryClient.invalidateQueries({ queryKey: adminNotificationKeys.lists() }),
      ])
    },
  })
}
