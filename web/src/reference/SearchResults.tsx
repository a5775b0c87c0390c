import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { Link } from '../ui/Link.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { useReader } from './context.ts'
import { referenceSearch } from './queries.ts'
import classes from './SearchResults.module.css'
import { humanize } from '../ui/humanize.ts'

interface SearchResultsProps {
  words: string
  onFollow: () => void
}

/** Lists guides, groups and endpoints that match the search, best matches first. */
export function SearchResults({ words, onFollow }: SearchResultsProps) {
  const { t } = useTranslation()
  const { data: search, error, refetch, isFetching } = useQuery(referenceSearch(useReader()))
  if (error) {
    return (
      <FailedState
        title={t('reference.search.failed')}
        error={toFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!search) return <LinesSkeleton lines={4} />
  const found = search(words)
  return (
    <section className={classes['results']} aria-label={t('reference.search.results')}>
      <output>
        {found.length === 0
          ? t('reference.search.nothing')
          : t('reference.search.found', { count: found.length })}
      </output>
      <ul>
        {found.map(({ kind, title, detail, href }) => (
          <li key={`${kind} ${href}`}>
            <Link href={href} onClick={onFollow}>
              <strong>{title}</strong>
              <span>
                {t(`reference.search.kinds.${kind}`, { defaultValue: humanize(kind) })} · {detail}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
