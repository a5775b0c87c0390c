import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Stores the search of a list without pages in the address, so that Back, reload and shared links restore it. Searching
 * isn't leaving the page, so the unsaved-changes question isn't asked.
 */
export function useAddressSearch(): [search: string, onSearch: (next: string) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const onSearch = (next: string) =>
    void navigate({
      to: '.',
      search: { ...search, search: next === '' ? undefined : next },
      resetScroll: false,
      ignoreBlocker: true,
    })
  return [search.search ?? '', onSearch]
}
