import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { Article } from './Article.tsx'
import { terms } from './queries.ts'

/** Shows the terms that a new account accepts, with the version recorded for it (ACC-06). */
export function TermsPage() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(terms())
  return (
    <article>
      <PageHeader
        title={t('documentation.terms.title')}
        {...(data && { description: t('documentation.terms.version', { version: data.version }) })}
      />
      {data && <Article text={data.body} />}
      {!data && !error && <LinesSkeleton lines={8} />}
      {!data && error && (
        <FailedState
          title={t('documentation.terms.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </article>
  )
}
