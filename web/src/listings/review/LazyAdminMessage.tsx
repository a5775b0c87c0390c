import type { Listing } from '@trestle/domain/listings/contract.ts'
import { Suspense, useEffect, useState } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { lazyComponent } from '../../ui/lazyComponent.ts'
import type { AdminMessageProps } from './AdminMessage.tsx'

const AdminMessage = lazyComponent<AdminMessageProps>(() =>
  import('./AdminMessage.tsx').then((m) => m.AdminMessage),
)

/** Shows a message of staff. The code that sanitizes it loads only for listings that have one. */
export function LazyAdminMessage(props: AdminMessageProps) {
  return (
    <Boundary>
      <Suspense>
        <AdminMessage {...props} />
      </Suspense>
    </Boundary>
  )
}

/**
 * Returns whether the code for a message that the listing has when it opens has loaded, so that nothing moves when
 * the message appears. A message that arrives later doesn't hide the listing and its input.
 */
export function useFirstMessage(listing: Pick<Listing, 'published' | 'unpublished'> | undefined): boolean {
  const [isReady, setReady] = useState(false)
  const hasMessage = Boolean(listing?.published?.admin_message || listing?.unpublished?.admin_message)
  if (listing && !hasMessage && !isReady) setReady(true)
  useEffect(() => {
    if (!hasMessage) return
    // A message whose code could not be loaded shows a notice instead.
    void AdminMessage.preload()
      .catch(() => undefined)
      .then(() => setReady(true))
  }, [hasMessage])
  return isReady
}
