import type { MarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/marketplace.ts'
import { Breadcrumbs } from '../ui/PageHeader.tsx'
import { PublicListing } from './PublicListing.tsx'

/** Shows an app's listing below its place in the marketplace. */
export function PublicMarketplaceApp({ app }: { app: MarketplaceApp }) {
  const { t } = useTranslation()
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('marketplace.title'), href: paths.marketplace() },
          { label: app.content.public_name },
        ]}
      />
      <PublicListing content={app.content} facts={{ ...app, preview: false }} />
    </>
  )
}
