import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readAllNotifications } from '@trestle/domain/notifications/calls.ts'
import { call } from '../http/call.ts'
import { notificationKeys } from './queries.ts'

/** Separate from the queries, which every page loads for the bell. */
export function useReadAllNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(readAllNotifications, { body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  })
}
