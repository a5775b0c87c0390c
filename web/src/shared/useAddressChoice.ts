import { getRouteApi } from '@tanstack/react-router'
import type { AppSearch } from './searchParams.ts'

const appPages = {
  developer: '/signedIn/developer_apps/$id/{-$tab}',
  staff: '/signedIn/adminOnly/admin/developer_apps/$id/{-$tab}',
} as const

/**
 * Stores which part of an app's page is shown in the address, so that Back, reload and shared links restore it.
 * Defaults to the first. Switching parts isn't leaving the page, so the unsaved-changes question isn't asked.
 */
export function useAddressChoice<Choice extends string>(
  audience: keyof typeof appPages,
  name: keyof AppSearch,
  choices: readonly Choice[],
  first: Choice,
): [chosen: Choice, choose: (next: Choice) => void] {
  const route = getRouteApi(appPages[audience])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: Choice) =>
    void navigate({
      to: '.',
      search: { ...search, [name]: next === first ? undefined : next },
      resetScroll: false,
      ignoreBlocker: true,
    })
  return [choices.find((choice) => choice === search[name]) ?? first, choose]
}
