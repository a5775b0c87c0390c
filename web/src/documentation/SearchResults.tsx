import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { documentationSearch } from './queries.ts'
import { ResultCount, ResultList } from './ResultList.tsx'

interface SearchResultsProps {
  words: string
  onClear: () => void
}

/** Shows the search results in place of the page, each with its heading. */
export function SearchResults({ words, onClear }: SearchResultsProps) {
  const { t } = useTranslation()
  const { data: search, error, refetch } = useQuery(documentationSearch())
  const found = search?.(words)
  return (
    <>
      <PageHeader
        title={t('documentation.search.results', { words })}
        documentTitle={[t('documentation.search.results', { words }), t('documentation.title')]}
      />
      <LiveRegion>{found && <ResultCount {...found} />}</LiveRegion>
      {!found && !error && <LinesSkeleton lines={6} />}
      {!found && error && (
        <FailedState
          title={t('documentation.search.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {found?.total === 0 && (
        <EmptyState
          kind="no-match"
          title={t('documentation.search.nothing', { words })}
          detail={t('documentation.search.nothingDetail')}
        >
          <Button variant="default" onClick={onClear}>
            {t('documentation.search.clear')}
          </Button>
        </EmptyState>
      )}
      {found && found.total > 0 && <ResultList words={words} found={found} />}
    </>
  )
}
