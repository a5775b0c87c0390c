import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { MarketplaceForm } from '../apps/MarketplaceForm.tsx'
import { adminDeveloperApp } from '../apps/queries.ts'
import { useFlags } from '../http/session.ts'
import { AdminListingTab } from '../listings/AdminListingTab.tsx'
import { LazyListingPreview } from './LazyListingPreview.tsx'

/** Shows the Marketplace Listing tab for staff. Each part asks before its unsaved input is lost (AAPP-30, LSTATE-39). */
export function AdminListing({ app }: { app: AdminDeveloperApp }) {
  const client = useQueryClient()
  const { listing_applications_enabled: isEnabled } = useFlags()
  return (
    <Stack gap="lg">
      <AdminListingTab
        app={app}
        preview={(shown) => <LazyListingPreview opened {...shown} />}
        onListing={(change) =>
          client.setQueryData(adminDeveloperApp(String(app.id)).queryKey, (before) =>
            before ? { ...before, ...change(before) } : before,
          )
        }
      />
      {isEnabled && <MarketplaceForm app={app} />}
    </Stack>
  )
}
