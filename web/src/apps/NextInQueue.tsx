import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { Banner } from '../ui/Banner.tsx'
import { TextLink } from '../ui/Link.tsx'
import { reviewQueue } from './queries.ts'

/** More than one, because the app of this page and the reader's own apps may be the first. */
const nextApps = reviewQueue({ per_page: 10, filters: { in_review: true } })

/** Links to the app that has waited for a review the longest, among those that the reader doesn't work on. */
export function NextInQueue({ appId }: { appId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(nextApps)
  const next = data?.rows.find(({ id, is_own: isOwn }) => id !== appId && !isOwn)
  if (!next) return null
  return (
    <Banner tone="info" announce>
      <TextLink href={paths.adminApp(next.id)}>
        {t('adminApp.nextInQueue', { name: next.internal_name })}
      </TextLink>
    </Banner>
  )
}
