import { ListingTab } from '../listings/ListingTab.tsx'
import type { AppTabProps } from './appTabs.tsx'
import { LazyListingPreview } from './LazyListingPreview.tsx'

export function AppListingTab(props: AppTabProps) {
  return <ListingTab {...props} preview={(shown) => <LazyListingPreview opened {...shown} />} />
}
