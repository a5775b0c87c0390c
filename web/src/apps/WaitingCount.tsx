import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/Badge.tsx'
import { waitingReviews } from './queries.ts'

/** Shows how many apps are waiting for a review, once known. Shows nothing if there are none. */
export function WaitingCount() {
  const { t } = useTranslation()
  const count = useQuery(waitingReviews()).data?.total ?? 0
  if (count === 0) return null
  return <Badge tone="accent">{t('shell.waiting', { count })}</Badge>
}
