import { Button, type ButtonProps } from '@mantine/core'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import type { MarketplaceFront } from '@trestle/domain/marketplace/contract.ts'
import { defaultAppsPerPage } from '@trestle/domain/marketplace/rules.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/marketplace.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { formatTotal } from '../ui/paging.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { Found, MarketplaceApps } from './MarketplaceApps.tsx'
import { MarketplaceFilters } from './MarketplaceFilters.tsx'
import { MarketplaceNews } from './MarketplaceNews.tsx'
import classes from './MarketplacePage.module.css'

/** Shows visitors the marketplace. Its filters are a form, which works without a script. */
export function PublicMarketplace({ front }: { front: MarketplaceFront }) {
  const { t } = useTranslation()
  const { query, rows, total, relation, counts, news } = front
  const { page, per_page: perPage, filters = {} } = query
  const { search = '', category_id: categoryIds = [], region_id: regionIds = [] } = filters
  const isFiltered = Object.keys(filters).length > 0
  const found = t('marketplace.found', { count: total, shown: formatTotal(total, relation) })
  return (
    <>
      <PageHeader title={t('marketplace.title')} description={t('marketplace.lead')} />
      <form className={classes['columns']} action={paths.marketplace()} data-refresh>
        <div className={classes['narrowing']}>
          <SearchField
            name="filters[search]"
            value={search}
            label={t('marketplace.search')}
            placeholder={t('marketplace.searchHint')}
          />
          <MarketplaceFilters categoryIds={categoryIds} regionIds={regionIds} counts={counts} />
          <noscript>
            <Button type="submit">{t('ui.search')}</Button>
          </noscript>
        </div>
        <div>
          <LiveRegion>{found}</LiveRegion>
          {!isFiltered && page === 1 && news.length > 0 && <MarketplaceNews news={news} />}
          <section aria-label={t('marketplace.list')}>
            <Found text={found}>
              {isFiltered && rows.length > 0 && <ClearFilters variant="subtle" size="compact-sm" />}
            </Found>
            <Apps rows={rows} isFiltered={isFiltered} />
            {total > perPage && (
              <Pager
                page={page}
                perPage={perPage}
                total={total}
                relation={relation}
                toAddress={(next) => toAddress({ ...query, page: next })}
              />
            )}
          </section>
        </div>
      </form>
    </>
  )
}

function toAddress({ page, per_page: perPage, filters }: MarketplaceFront['query']): string {
  const query = stringifyBrackets({
    ...(filters && { filters }),
    ...(perPage !== defaultAppsPerPage && { per_page: perPage }),
    ...(page > 1 && { page }),
  })
  return query === '' ? paths.marketplace() : `${paths.marketplace()}?${query}`
}

function ClearFilters(props: ButtonProps) {
  const { t } = useTranslation()
  return (
    <LinkButton href={paths.marketplace()} {...props}>
      {t('ui.clearFilters')}
    </LinkButton>
  )
}

function Apps({ rows, isFiltered }: Pick<MarketplaceFront, 'rows'> & { isFiltered: boolean }) {
  const { t } = useTranslation()
  if (rows.length > 0) return <MarketplaceApps rows={rows} />
  if (!isFiltered) {
    return <EmptyState title={t('marketplace.emptyTitle')} detail={t('marketplace.emptyDetail')} />
  }
  return (
    <EmptyState kind="no-match" title={t('ui.nothingMatches')} detail={t('ui.nothingMatchesDetail')}>
      <ClearFilters variant="default" size="xs" />
    </EmptyState>
  )
}
