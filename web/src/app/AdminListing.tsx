import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { MarketplaceForm } from '../apps/MarketplaceForm.tsx'
import { useFlags } from '../http/session.ts'
import { useLeaveGuard } from '../LeaveGuard.tsx'
import { Placeholder } from './PlaceholderPage.tsx'

/** The Marketplace Listing tab for staff. Each of its parts reports what it has to lose (AAPP-30, LSTATE-39). */
export function AdminListing({ app }: { app: AdminDeveloperApp }) {
  const { t } = useTranslation()
  const { listing_applications_enabled: isEnabled } = useFlags()
  const { guard, report } = useLeaveGuard(t('adminApp.unsavedListing'))
  return (
    <Stack gap="lg">
      <Placeholder detail={t('adminApp.listingLater')} />
      {isEnabled && <MarketplaceForm app={app} onUnsaved={report} />}
      {guard}
    </Stack>
  )
}
