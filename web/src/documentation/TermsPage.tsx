import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import '../texts/documentation.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { terms } from './queries.ts'
import { TermsArticle } from './TermsArticle.tsx'

/** Shows the terms that a new account accepts, with the version recorded for it (ACC-06). */
export function TermsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(terms())
  useScrollToHash(data !== undefined)
  if (data) return <TermsArticle terms={data} />
  return (
    <article>
      <PageHeader title={t('documentation.terms.title')} />
      {error ? (
        <FailedState
          title={t('documentation.terms.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <LinesSkeleton lines={8} />
      )}
    </article>
  )
}
