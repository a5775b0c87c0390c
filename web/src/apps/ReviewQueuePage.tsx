import { Checkbox } from '@mantine/core'
import { IconBuildingStore, IconFileCode } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReviewQueueRow } from '@trestle/domain/apps/contract.ts'
import { inReviewAt } from '@trestle/domain/apps/rules.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DeveloperPicker } from '../shared/DeveloperPicker.tsx'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState, type ListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import '../texts/apps.ts'
import { Badge } from '../ui/Badge.tsx'
import { toDay } from '../ui/dates.ts'
import { ExportButton } from '../shared/ExportButton.tsx'
import { countActive, Filters, FilterToggles } from '../ui/Filters.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Moment } from '../ui/Moment.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import classes from './AppsPage.module.css'
import { queuedApps, readQueueFilters, type QueueFilters, toQueueFilters } from './listQueries.ts'
import { reviewQueueCsv } from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/developer_apps/review_queue')

function useColumns(): Column<ReviewQueueRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('apps.queue.name'),
        sort: 'internal_name',
        isName: true,
        typicalWidth: 140,
        cell: (app) => (
          <span className={classes['badges']}>
            <TextLink href={paths.adminApp(app.id)}>{app.internal_name}</TextLink>
            {app.is_own && <Badge>{t('apps.queue.own')}</Badge>}
          </span>
        ),
      },
      {
        key: 'owner',
        label: t('apps.queue.owner'),
        folds: true,
        sort: 'owner',
        typicalWidth: 150,
        cell: (app) => app.owner.email,
      },
      {
        key: 'at',
        label: t('apps.queue.inReviewAt'),
        folds: true,
        sort: 'in_review_at',
        nowrap: true,
        typicalWidth: 80,
        cell: (app) => <Moment at={inReviewAt(app)} format={toDay} />,
      },
      {
        key: 'inReview',
        label: t('apps.queue.inReviewColumn'),
        folds: true,
        typicalWidth: 180,
        cell: (app) => (
          <span className={classes['badges']}>
            {app.has_app_version_in_review && (
              <TextLink
                href={paths.adminApp(app.id)}
                aria-label={t('apps.queue.manifestOf', { app: app.internal_name })}
              >
                <Badge tone="warning" icon={<IconFileCode size="0.875rem" aria-hidden />}>
                  {t('apps.queue.manifest')}
                </Badge>
              </TextLink>
            )}
            {app.has_marketplace_listing_in_review && (
              <TextLink
                href={paths.adminApp(app.id, 'marketplace_listing')}
                aria-label={t('apps.queue.marketplaceOf', { app: app.internal_name })}
              >
                <Badge tone="accent" icon={<IconBuildingStore size="0.875rem" aria-hidden />}>
                  {t('apps.queue.marketplace')}
                </Badge>
              </TextLink>
            )}
          </span>
        ),
      },
      {
        key: 'listing',
        label: t('apps.queue.listing'),
        folds: 'medium',
        typicalWidth: 50,
        cell: (app) => t(app.has_published_app ? 'apps.queue.update' : 'apps.queue.new'),
      },
    ],
    [t],
  )
}

type QueueFilterProps = Pick<ListState<QueueFilters>, 'filters' | 'setFilters'>

const QueueFilterFields = memo(function QueueFilterFields({ filters, setFilters }: QueueFilterProps) {
  const { t } = useTranslation()
  return (
    <Filters
      active={countActive(filters.user_id.length, !filters.in_review, filters.with_deleted)}
      search={
        <SearchBox
          value={filters.search}
          label={t('apps.queue.search')}
          placeholder={t('apps.queue.search')}
          onSearch={(search) => setFilters({ search })}
        />
      }
    >
      <DeveloperPicker
        label={t('apps.queue.user')}
        placeholder={t('apps.queue.userPlaceholder')}
        ids={filters.user_id}
        onPick={(id) => setFilters({ user_id: id === undefined ? undefined : [id] })}
      />
      <FilterToggles>
        <Checkbox
          label={t('apps.queue.inReview')}
          checked={filters.in_review}
          onChange={(event) => setFilters({ in_review: event.currentTarget.checked ? undefined : false })}
        />
        <Checkbox
          label={t('apps.queue.withDeleted')}
          checked={filters.with_deleted}
          onChange={(event) => setFilters({ with_deleted: event.currentTarget.checked || undefined })}
        />
      </FilterToggles>
    </Filters>
  )
})

/** Lists what waits for staff: versions and listings in review (AREV-01 to AREV-15). */
export function ReviewQueuePage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const list = useListState(route.useSearch(), readQueueFilters)
  const query = useListQuery(list, queuedApps(list))
  return (
    <>
      <PageHeader
        title={t('apps.queue.title')}
        crumbs={[
          { label: t('shell.admin') },
          { label: t('shell.developerApps'), href: paths.adminApps() },
          { label: t('apps.queue.title') },
        ]}
        description={t('apps.queue.description')}
        actions={<ExportButton href={reviewQueueCsv(toQueueFilters(list.filters))} query={query} />}
      />
      <QueueFilterFields filters={list.filters} setFilters={list.setFilters} />
      <ListTable
        label={t('apps.queue.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={(app) => app.id}
        rowHeight={43}
        emptyTitle={t('apps.queue.emptyTitle')}
        emptyDetail={t('apps.queue.emptyDetail')}
      />
    </>
  )
}
