import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'

/** More would push what is below the table, with all its actions, out of sight, and take long to appear. */
const newestShown = 10

interface VersionPages {
  data: { versions: ManifestVersion[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/**
 * Returns the newest versions until someone asks for older ones, but always those that `mustShow`, and what loads the
 * older ones. `box` is the ref of what contains the table.
 */
export function useNewestVersions(list: VersionPages, mustShow?: (version: ManifestVersion) => boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const [first, setFirst] = useState(newestShown)
  const versions = list.data?.versions
  // A version stays in the table after its review.
  const needed = mustShow && versions ? versions.findLastIndex(mustShow) + 1 : 0
  if (needed > first) setFirst(needed)
  const isCut = !showsAll && (versions?.length ?? 0) > first
  // A hundred rows take a third of a second on a slow device.
  const [isShowing, startShowing] = useTransition()
  const showAll = () => startShowing(() => setShowsAll(true))
  const focusOlder = useEffectEvent(() => {
    box.current?.querySelectorAll('tbody tr')[first]?.querySelector('button')?.focus()
  })
  // The button may disappear, so the focus moves to the first version that it showed.
  useEffect(() => {
    if (showsAll) focusOlder()
  }, [showsAll])
  return {
    box,
    shown: isCut ? versions?.slice(0, first) : versions,
    older: isCut ? { hasNextPage: true, isFetchingNextPage: isShowing, fetchNextPage: showAll } : list,
    showNewest: () => setShowsAll(false),
  }
}
