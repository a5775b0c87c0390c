import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEffect } from 'react'
import { defaultPerPage } from '@trestle/domain/http/paging.ts'
import type { ChangelogEntry } from '@trestle/domain/reference/content.ts'
import type { PageOf } from '../http/call.ts'
import { isFilterRefused } from '../http/callError.ts'
import { FilterRefused } from '../shared/FilterRefused.tsx'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { log } from '../ui/log.ts'
import { formatTotal } from '../ui/paging.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ListPager } from '../shared/ListPager.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { BranchSelect } from './BranchSelect.tsx'
import {
  readChangelogFilters,
  type ChangelogFilters,
  selectedTypes,
  typesInAddress,
} from './changelogAddress.ts'
import { ChangelogCard } from './ChangelogCard.tsx'
import { ChangelogFilterBar } from './ChangelogFilterBar.tsx'
import { ChangelogLegend } from './ChangelogLegend.tsx'
import classes from './ChangelogPage.module.css'
import { useReader } from './context.ts'
import { changelog } from './queries.ts'

const route = getRouteApi('/reference/reference/rest/changelog')

const nothing: PageOf<ChangelogEntry> = {
  rows: [],
  total: 0,
  relation: 'eq',
  perPage: defaultPerPage,
  page: 1,
}

/** Loads the page of the changelog that the address names; without a type it loads nothing. */
function useChangelog(list: ReturnType<typeof useChangelogList>) {
  const { type, breaking, search } = list.filters
  const hasTypes = selectedTypes(list.filters).length > 0
  const answer = useListQuery(list, {
    ...changelog(useReader(), {
      page: list.page,
      per_page: list.perPage,
      filters: { type, breaking: breaking && true, search },
    }),
    enabled: hasTypes,
  })
  return hasTypes ? answer : { ...answer, data: nothing, error: null }
}

const useChangelogList = () => useListState(route.useSearch(), readChangelogFilters)

/** Lists what changed in the API, newest first (CHG-01 to CHG-28). */
export function ChangelogPage() {
  const { t } = useTranslation()
  const list = useChangelogList()
  const { search = '', breaking } = list.filters
  const { data, error, refetch, isFetching } = useChangelog(list)
  const isRefused = list.isFiltered && isFilterRefused(error)
  useEffect(() => {
    if (error) log.warn(`The changelog could not be loaded: ${error.message}`)
  }, [error])
  const filter = (change: Record<string, unknown>) => list.setFilters(change as Partial<ChangelogFilters>)
  return (
    <>
      <PageHeader
        title={t('reference.changelog.title')}
        documentTitle={[t('reference.changelog.title'), t('reference.title')]}
        crumbs={[
          { label: t('reference.title'), href: paths.reference() },
          { label: t('reference.changelog.title') },
        ]}
        description={t('reference.changelog.lead')}
        actions={<BranchSelect />}
      />
      <div className={classes['layout']}>
        <ChangelogFilterBar
          search={search}
          types={selectedTypes(list.filters)}
          breaking={breaking === 'true'}
          onSearch={(words) => filter({ search: words === '' ? undefined : words })}
          onTypes={(types) => filter({ type: typesInAddress(types) })}
          onBreaking={(only) => filter({ breaking: only ? 'true' : undefined })}
          onClear={list.isFiltered ? list.clearFilters : undefined}
        />
        <section className={classes['list']} aria-label={t('reference.changelog.list')}>
          {isRefused && <FilterRefused error={error} onClear={list.clearFilters} />}
          {!data && error && !isRefused && (
            <FailedState
              title={t('reference.changelog.failed')}
              error={toFailure(error)}
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && (
            <div className={classes['loading']}>
              <LinesSkeleton lines={12} />
            </div>
          )}
          {!isRefused && data && <ChangeList list={list} data={data} isFetching={isFetching} />}
        </section>
        <ChangelogLegend />
      </div>
    </>
  )
}

interface ChangeListProps {
  list: ReturnType<typeof useChangelogList>
  data: PageOf<ChangelogEntry>
  isFetching: boolean
}

function ChangeList({ list, data, isFetching }: ChangeListProps) {
  const { t } = useTranslation()
  return (
    <>
      <output className={classes['count']}>
        {t('reference.changelog.count', {
          count: data.total,
          shown: formatTotal(data.total, data.relation),
        })}
      </output>
      {data.total === 0 && <EmptyState kind="no-match" title={t('reference.changelog.nothing')} />}
      <ul aria-busy={isFetching}>
        {data.rows.map((entry, index) => (
          <ChangelogCard key={`${index} ${entry.summary}`} entry={entry} />
        ))}
      </ul>
      <ListPager list={list} data={data} />
    </>
  )
}
