import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/documentation.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { documentationSearch } from './queries.ts'
import { resultMark } from './resultKeys.ts'
import type { Found } from './searchOver.ts'
import classes from './SearchResults.module.css'

interface SearchResultsProps {
  words: string
  onClear: () => void
}

const toAddress = ({ passage }: Found) =>
  paths.documentation(passage.slug) + (passage.anchor === null ? '' : `#${passage.anchor}`)

/** Shows the search results in place of the page, each with its heading. */
export function SearchResults({ words, onClear }: SearchResultsProps) {
  const { t } = useTranslation()
  const { data: search, error, refetch, isFetching } = useQuery(documentationSearch())
  const results = search?.(words)
  return (
    <>
      <PageHeader
        title={t('documentation.search.results', { words })}
        documentTitle={[t('documentation.search.results', { words }), t('documentation.title')]}
      />
      <LiveRegion>{results ? t('documentation.search.count', { count: results.length }) : ''}</LiveRegion>
      {!results && !error && <LinesSkeleton lines={6} />}
      {!results && error && (
        <FailedState
          title={t('documentation.search.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {results?.length === 0 && (
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
      {results && results.length > 0 && <ResultList words={words} results={results} />}
    </>
  )
}

function ResultList({ words, results }: { words: string; results: Found[] }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes['count']} aria-hidden>
        {t('documentation.search.count', { count: results.length })}
      </p>
      <ol className={classes['results']} aria-label={t('documentation.search.results', { words })}>
        {results.map((found) => (
          <li key={found.id}>
            <Link href={toAddress(found)} {...resultMark}>
              {found.passage.title}
              {found.passage.heading !== null && (
                <>
                  <span aria-hidden> › </span>
                  {found.passage.heading}
                </>
              )}
            </Link>
            <p>
              {found.excerpt.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text))}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
