import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MarketplaceRow } from '@trestle/domain/marketplace/contract.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PageOf } from '../http/call.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState, type ListState, type ReadFilters } from '../shared/listState.ts'
import { readIds, readText } from '../shared/readers.ts'
import '../texts/marketplace.ts'
import { EmptyState, NoMatch } from '../ui/EmptyState.tsx'
import { toFailure } from '../ui/failure.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { formatTotal } from '../ui/paging.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { Found, MarketplaceApps } from './MarketplaceApps.tsx'
import classes from './MarketplacePage.module.css'
import { MarketplaceFilters } from './MarketplaceFilters.tsx'
import { MarketplaceNews } from './MarketplaceNews.tsx'
import { marketplaceApps, marketplaceCounts, marketplaceNews } from './queries.ts'

const route = getRouteApi('/marketplace')

interface Filters {
  search: string
  category_id: number[]
  region_id: number[]
}

const readFilters: ReadFilters<Filters> = ({ search, category_id, region_id }) => ({
  search: readText(search) ?? '',
  category_id: readIds(category_id),
  region_id: readIds(region_id),
})

function toQuery({ page, filters }: ListState<Filters>) {
  const { search, category_id, region_id } = filters
  const provided = {
    ...(search !== '' && { search }),
    ...(category_id.length > 0 && { category_id }),
    ...(region_id.length > 0 && { region_id }),
  }
  return { page, ...(Object.keys(provided).length > 0 && { filters: provided }) }
}

const foundText = (t: TFunction, { total, relation }: PageOf<MarketplaceRow>) =>
  t('marketplace.found', { count: total, shown: formatTotal(total, relation) })

/** Shows the public marketplace, filtered by search, category and region. */
export function MarketplacePage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readFilters)
  // The marketplace has its own page size, which is not in the address.
  const { correctPage } = list
  const { data, error, isFetching, refetch } = useListQuery({ correctPage }, marketplaceApps(toQuery(list)))
  const { data: counts } = useQuery(marketplaceCounts(toQuery(list)))
  const setIds = (field: 'category_id' | 'region_id') => (chosen: number[]) =>
    list.setFilters({ [field]: chosen.length > 0 ? chosen : undefined })
  return (
    <>
      <PageHeader title={t('marketplace.title')} description={t('marketplace.lead')} />
      <div className={classes['columns']}>
        <div className={classes['narrowing']}>
          <SearchBox
            value={list.filters.search}
            label={t('marketplace.search')}
            placeholder={t('marketplace.searchHint')}
            width="100%"
            onSearch={(search) => list.setFilters({ search })}
          />
          <MarketplaceFilters
            categoryIds={list.filters.category_id}
            regionIds={list.filters.region_id}
            counts={counts}
            onCategories={setIds('category_id')}
            onRegions={setIds('region_id')}
          />
        </div>
        <div>
          <LiveRegion>{data && !isFetching ? foundText(t, data) : ''}</LiveRegion>
          {!list.isFiltered && list.page === 1 && <News />}
          <section aria-label={t('marketplace.list')} aria-busy={isFetching}>
            {error && !data && (
              <FailedState
                title={t('marketplace.listFailed')}
                error={toFailure(error)}
                onRetry={() => void refetch()}
              />
            )}
            {!error && !data && <LinesSkeleton lines={8} />}
            {data && <Results data={data} list={list} />}
          </section>
        </div>
      </div>
    </>
  )
}

function News() {
  const { data } = useQuery(marketplaceNews())
  return data && data.length > 0 && <MarketplaceNews news={data} />
}

interface ResultsProps {
  data: PageOf<MarketplaceRow>
  list: ListState<Filters>
}

function Results({ data, list }: ResultsProps) {
  const { t } = useTranslation()
  const { rows, perPage, total, relation } = data
  return (
    <>
      <Found text={foundText(t, data)}>
        {list.isFiltered && rows.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={list.clearFilters}>
            {t('ui.clearFilters')}
          </Button>
        )}
      </Found>
      <Apps rows={rows} list={list} />
      {total > perPage && (
        <Pager page={list.page} perPage={perPage} total={total} relation={relation} onPage={list.setPage} />
      )}
    </>
  )
}

function Apps({ rows, list }: { rows: readonly MarketplaceRow[]; list: ListState<Filters> }) {
  const { t } = useTranslation()
  if (rows.length > 0) return <MarketplaceApps rows={rows} />
  return list.isFiltered ? (
    <NoMatch onClear={list.clearFilters} />
  ) : (
    <EmptyState title={t('marketplace.emptyTitle')} detail={t('marketplace.emptyDetail')} />
  )
}
