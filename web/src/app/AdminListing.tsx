import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { MarketplaceForm } from '../apps/MarketplaceForm.tsx'
import { adminDeveloperApp } from '../apps/queries.ts'
import { useFlags } from '../http/session.ts'
import { useLeaveGuard } from '../shared/LeaveGuard.tsx'
import { AdminListingTab } from '../listings/AdminListingTab.tsx'
import '../texts/adminApp.ts'
import { LazyListingPreview } from './LazyListingPreview.tsx'

/** Shows the Marketplace Listing tab for staff. Each part reports its unsaved input (AAPP-30, LSTATE-39). */
export function AdminListing({ app }: { app: AdminDeveloperApp }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { listing_applications_enabled: isEnabled } = useFlags()
  const { guard, report } = useLeaveGuard(t('adminApp.unsavedListing'))
  return (
    <Stack gap="lg">
      <AdminListingTab
        app={app}
        preview={(shown) => <LazyListingPreview opened {...shown} />}
        onUnsaved={report}
        onListing={(change) =>
          client.setQueryData(adminDeveloperApp(String(app.id)).queryKey, (before) =>
            before ? { ...before, ...change(before) } : before,
          )
        }
      />
      {isEnabled && <MarketplaceForm app={app} onUnsaved={report} />}
      {guard}
    </Stack>
  )
}
