import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { ListingPreviewProps } from './ListingPreview.tsx'

/** The code of the marketplace page loads when someone first opens the preview. */
export const LazyListingPreview = lazyOverlay<ListingPreviewProps>(() =>
  import('./ListingPreview.tsx').then((m) => m.ListingPreview),
)
