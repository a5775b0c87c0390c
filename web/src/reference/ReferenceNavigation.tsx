import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasLeft } from '../shared/useHasLeft.ts'
import '../texts/reference.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useReader } from './context.ts'
import { referenceDocs, resourceGroups } from './queries.ts'
import { ReferenceContents } from './ReferenceContents.tsx'
import classes from './ReferenceNavigation.module.css'
import { SearchResults } from './SearchResults.tsx'

const route = getRouteApi('/reference')

/** Stores the search text in the address. The links of its results don't have it. */
function useWords() {
  const { search: words = '' } = route.useSearch()
  const navigate = useNavigate()
  const isLeft = useHasLeft()
  const setWords = (next: string) => {
    if (isLeft()) return
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, search: next === '' ? undefined : next }),
      resetScroll: false,
      replace: words !== '' && next !== '',
    })
  }
  return { words, setWords }
}

interface ReferenceNavigationProps {
  /** Address of the current page, without query and fragment. */
  here: string
  /** Shown below the current page's entry. */
  children?: ReactNode
}

/** Says that contents are missing, so that an incomplete list doesn't look complete. */
function MissingContents({ queries }: { queries: UseQueryResult[] }) {
  const { t } = useTranslation()
  const failed = queries.filter(({ isLoadingError }) => isLoadingError)
  const [first] = failed
  if (!first?.error) return null
  return (
    <FailedState
      title={t('reference.contentsFailed')}
      error={toFailure(first.error)}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  )
}

/** Shows the search, the guides, and every resource group by product category. */
export function ReferenceNavigation({ here, children }: ReferenceNavigationProps) {
  const { t } = useTranslation()
  const reader = useReader()
  const groups = useQuery(resourceGroups(reader))
  const docs = useQuery(referenceDocs(reader))
  const { words, setWords } = useWords()
  const isLoading = groups.isPending || docs.isPending
  return (
    <div className={classes['side']}>
      <SearchBox
        value={words}
        onSearch={setWords}
        label={t('reference.search.label')}
        placeholder={t('reference.search.placeholder')}
        width="100%"
      />
      {words !== '' && <SearchResults words={words} />}
      <MissingContents queries={[groups, docs]} />
      <ReferenceContents
        here={here}
        pages={isLoading ? null : { docs: docs.data ?? [], groups: groups.data ?? [] }}
        hidden={words !== ''}
      >
        {children}
      </ReferenceContents>
    </div>
  )
}
