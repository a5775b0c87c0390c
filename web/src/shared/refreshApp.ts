import type { QueryClient } from '@tanstack/react-query'
import { appKeys } from './appKeys.ts'

/** Makes everything about apps reload when it is shown next: all lists, and other pages of the app. */
export const markAppsStale = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: appKeys.all, refetchType: 'none' })

/** Reloads the visible data of an app after a change that also appears in lists of apps. */
export async function refreshApp(queryClient: QueryClient, appId: number): Promise<void> {
  await markAppsStale(queryClient)
  await queryClient.invalidateQueries({ queryKey: appKeys.detail(appId) })
}
