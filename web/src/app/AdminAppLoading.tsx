import type { UseQueryResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isNowhere } from '../http/callError.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader, type Crumb } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'

/** Returns the breadcrumbs shared by every admin page about an app (AAPP-21). */
export const adminCrumbs = (t: TFunction): Crumb[] => [
  { label: t('shell.admin') },
  { label: t('shell.developerApps'), href: paths.adminApps() },
]

/** Shows an app that is loading, failed to load, or doesn't exist (ERR-07). */
export function AdminAppLoading({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const { t } = useTranslation()
  const { error, refetch } = query
  if (!error) return <PageSkeleton />
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <PageHeader title={t('adminApp.section')} crumbs={adminCrumbs(t)} />
      <FailedState isForStaff error={toFailure(error)} onRetry={() => void refetch()} />
    </>
  )
}
