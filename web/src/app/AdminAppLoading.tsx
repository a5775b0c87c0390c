import type { UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isNowhere } from '../http/callError.ts'
import { NotFoundPage } from '../NotFoundPage.tsx'
import { paths } from '../paths.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader, type Crumb } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'

/** The way to every page about one app in the admin area (AAPP-21). */
export const adminCrumbs = (t: TFunction): Crumb[] => [
  { label: t('shell.admin') },
  { label: t('shell.developerApps'), href: paths.adminApps() },
]

/** An app that is not there yet, cannot be had right now, or does not exist (ERR-07). */
export function AdminAppLoading({
  query,
}: {
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
}) {
  const { t } = useTranslation()
  const { error, refetch, isFetching } = query
  if (!error) return <PageSkeleton />
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <PageHeader title={t('adminApp.section')} crumbs={adminCrumbs(t)} />
      <FailedState
        title={t('adminApp.loadFailed')}
        error={toFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
        dismissible
      />
    </>
  )
}
