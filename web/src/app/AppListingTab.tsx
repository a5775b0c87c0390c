import { ListingTab } from '../listings/ListingTab.tsx'
import type { AppTabProps } from './appTabs.tsx'
import { ListingPreview } from './ListingPreview.tsx'

export function AppListingTab(props: AppTabProps) {
  return <ListingTab {...props} preview={(shown) => <ListingPreview {...shown} />} />
}
