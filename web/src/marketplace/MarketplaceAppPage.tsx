import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { FailedDocument } from '../shared/FailedDocument.tsx'
import '../texts/marketplace.ts'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { useDocumentTitle } from '../ui/useDocumentTitle.ts'
import { PublicMarketplaceApp } from './PublicMarketplaceApp.tsx'
import { marketplaceApp, recordVisit } from './queries.ts'

const route = getRouteApi('/marketplace/$slug')

/** Shows the public page of an app. */
export function MarketplaceAppPage() {
  const { t } = useTranslation()
  const { slug } = route.useParams()
  const { data, error, refetch } = useQuery(marketplaceApp(slug))
  if (data) return <Listing key={data.slug} app={data} />
  if (error) {
    return (
      <FailedDocument
        error={error}
        onRetry={() => void refetch()}
        missing={{
          title: t('marketplace.missing'),
          detail: t('marketplace.missingDetail'),
          action: t('marketplace.toMarketplace'),
          href: paths.marketplace(),
        }}
        failed={{ page: t('marketplace.title'), title: t('marketplace.appFailed') }}
      />
    )
  }
  return <PageSkeleton />
}

function Listing({ app }: { app: MarketplaceApp }) {
  const { t } = useTranslation()
  const { slug, content } = app
  useDocumentTitle(content.public_name, t('marketplace.title'))
  useEffect(() => recordVisit(slug), [slug])
  return <PublicMarketplaceApp app={app} />
}
