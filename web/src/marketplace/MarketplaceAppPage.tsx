import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { IconMapQuestion } from '@tabler/icons-react'
import type { MarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { toFailure } from '../ui/failure.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { Breadcrumbs, PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { useDocumentTitle } from '../ui/documentTitle.ts'
import { PublicListing } from './PublicListing.tsx'
import { marketplaceApp, recordVisit } from './queries.ts'

/** Shows the public page of an app. */
export function MarketplaceAppPage() {
  const { slug = '' } = useParams({ strict: false })
  const { data, error, isFetching, refetch } = useQuery(marketplaceApp(slug))
  if (data) return <Listing key={data.slug} app={data} />
  if (error) return <NoListing error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return <PageSkeleton />
}

function Listing({ app }: { app: MarketplaceApp }) {
  const { t } = useTranslation()
  const { slug, content } = app
  useDocumentTitle(content.public_name, t('marketplace.title'))
  useEffect(() => recordVisit(slug), [slug])
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('marketplace.title'), href: paths.marketplace() },
          { label: content.public_name },
        ]}
      />
      <PublicListing content={content} facts={{ ...app, preview: false }} />
    </>
  )
}

interface NoListingProps {
  error: Error
  retrying: boolean
  onRetry: () => void
}

function NoListing({ error, retrying, onRetry }: NoListingProps) {
  const { t } = useTranslation()
  if (error instanceof CallError && error.code === 'not_found') {
    return (
      <>
        <PageHeader title={t('shell.notFound.title')} />
        <EmptyState
          icon={<IconMapQuestion size={36} stroke={1.4} />}
          title={t('marketplace.missing')}
          detail={t('marketplace.missingDetail')}
        >
          <LinkButton href={paths.marketplace()}>{t('marketplace.toMarketplace')}</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('marketplace.title')} />
      <FailedState
        title={t('marketplace.appFailed')}
        error={toFailure(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    </>
  )
}
