import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '@trestle/domain/http/endpoint.ts'
import * as contract from '@trestle/domain/notifications/contract.ts'
import { call } from '../http/call.ts'

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

export const notificationFeedKeys = { all: ['notificationFeed'] as const }

export const adminNotificationKeys = {
  all: ['adminNotifications'] as const,
  lists: () => [...adminNotificationKeys.all, 'list'] as const,
  list: (page: ListPage) => [...adminNotificationKeys.lists(), page] as const,
  detail: (id: string) => [...adminNotificationKeys.all, 'detail', id] as const,
}

/** The number of notifications in the menu (NOTE-03). */
const latestCount = 3
/** Polling interval of the bell while the page is visible. */
const bellMs = 60_000

export const latestNotifications = () =>
  queryOptions({
    queryKey: notificationKeys.latest(),
    queryFn: ({ signal }) =>
      call(contract.listNotifications, { query: { per_page: latestCount } }, { signal }),
  })

/** Loads the number on the bell: the total of unread notifications (NOTE-01). */
export const unreadNotifications = () =>
  queryOptions({
    queryKey: notificationKeys.unread(),
    queryFn: ({ signal }) =>
      call(
        contract.listNotifications,
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
        contract.listNotifications,
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
      call(contract.listNotifications, { query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const notification = (id: string) =>
  queryOptions({
    queryKey: notificationKeys.detail(id),
    queryFn: ({ signal }) => call(contract.getNotification, { params: { id } }, { signal }),
  })

export function useReadNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(contract.readNotification, { params: { id }, body: {} }),
    onSuccess: (read) => {
      queryClient.setQueryData(notification(String(read.id)).queryKey, read)
      return queryClient.invalidateQueries({ queryKey: notificationKeys.all })
    },
  })
}

export const notificationFeed = () =>
  queryOptions({
    queryKey: notificationFeedKeys.all,
    queryFn: ({ signal }) => call(contract.getNotificationFeed, {}, { signal }),
  })

/** Not a mutation, because the query client would store its reply, which has a secret. */
export const renewNotificationFeed = () => call(contract.renewNotificationFeed, { body: {} })

export const deleteNotificationFeed = () => call(contract.deleteNotificationFeed, {})

export const adminNotificationList = ({ page, perPage }: ListPage) =>
  queryOptions({
    queryKey: adminNotificationKeys.list({ page, perPage }),
    queryFn: ({ signal }) =>
      call(contract.listAdminNotifications, { query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const adminNotification = (id: string) =>
  queryOptions({
    queryKey: adminNotificationKeys.detail(id),
    queryFn: ({ signal }) => call(contract.getAdminNotification, { params: { id } }, { signal }),
  })

/** Invalidates the lists of staff and of readers, since a change affects both. */
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
    mutationFn: (body: RequestOf<typeof contract.createNotification>['body']) =>
      call(contract.createNotification, { body }),
    onSuccess: useStale(),
  })
}

export function useUpdateNotification() {
  return useMutation({
    mutationFn: ({ id, ...body }: RequestOf<typeof contract.updateNotification>['body'] & { id: number }) =>
      call(contract.updateNotification, { params: { id }, body }),
    onSuccess: useStale(),
  })
}

export function useDeleteNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(contract.deleteNotification, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: adminNotification(String(id)).queryKey })
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
        queryClient.invalidateQueries({ queryKey: adminNotificationKeys.lists() }),
      ])
    },
  })
}
