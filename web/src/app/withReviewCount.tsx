import { Suspense } from 'react'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { lazyPage } from '../ui/retry.ts'
import type { NavigationLink } from './navigation.ts'

// Most users are not platform staff.
const WaitingCount = lazyPage(() => import('../apps/WaitingCount.tsx').then((m) => m.WaitingCount))

/** Returns the links of staff, with the number of waiting apps beside that of the review queue. */
export const withReviewCount = (links: NavigationLink[]): NavigationLink[] =>
  links.map((link) => {
    if (link.href !== paths.reviewQueue()) return link
    const badge = (
      <Boundary compact>
        <Suspense>
          <WaitingCount />
        </Suspense>
      </Boundary>
    )
    return { ...link, badge }
  })
