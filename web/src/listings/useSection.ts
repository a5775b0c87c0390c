import { useNavigate, useSearch } from '@tanstack/react-router'
import { listingTabs, type ListingTab } from '@trestle/domain/listings/rules.ts'

/** The section lives in the address, so that back, reload and a shared link lead to it. */
export function useSection(first: ListingTab) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const section = listingTabs.find((tab) => tab === search['section']) ?? first
  const setSection = (next: ListingTab) =>
    void navigate({
      to: '.',
      search: { ...search, section: next === first ? undefined : next },
      resetScroll: false,
    } as never)
  return { section, setSection }
}
