import { paths } from '../paths.ts'
import { lazyOptional } from '../ui/LazyOptional.tsx'
import type { NavigationLink } from './navigation.ts'

// Most users are not platform staff.
const WaitingCount = lazyOptional(() => import('../apps/WaitingCount.tsx').then((m) => m.WaitingCount))

/** Returns the staff links, with the number of waiting apps next to the review queue link. */
export const withReviewCount = (links: NavigationLink[]): NavigationLink[] =>
  links.map((link) => (link.href === paths.reviewQueue() ? { ...link, badge: <WaitingCount /> } : link))
