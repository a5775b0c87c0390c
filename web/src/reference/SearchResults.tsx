import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { useReader } from './context.ts'
import { referenceSearch } from './queries.ts'
import { ResultList } from './ResultList.tsx'

/** Lists guides, groups and endpoints that match the search, best matches first. */
export function SearchResults({ words }: { words: string }) {
  const { t } = useTranslation()
  const { data: search, error, refetch } = useQuery(referenceSearch(useReader()))
  if (error && !search) {
    return (
      <FailedState
        title={t('reference.search.failed')}
        error={toFailure(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!search) return <LinesSkeleton lines={4} />
  return <ResultList {...search(words)} />
}
