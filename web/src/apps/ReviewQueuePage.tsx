import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listReviewQueue, type ReviewQueueRow } from '@trestle/domain/apps/contract.ts'
import { inReviewAt } from '@trestle/domain/apps/rules.ts'
import { IconBuildingStore, IconFileCode } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useListQuery } from '../listQuery.ts'
import { useListState, type ListState } from '../listState.ts'
import { paths } from '../paths.ts'
import { AsyncPicker } from '../ui/AsyncPicker.tsx'
import { Badge } from '../ui/Badge.tsx'
import { dayOf } from '../ui/dates.ts'
import { EmptyState, NoMatch } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Table, type Column } from '../ui/Table.tsx'
import classes from './AppsPage.module.css'
import { developerOption, findDevelopers, reviewQueue } from './queries.ts'

const Filters = z.object({
  user_id: z.array(z.coerce.number<unknown>().int().positive()).catch([]),
  search: z.string().catch(''),
  in_review: z.stringbool().catch(true),
  with_deleted: z.stringbool().catch(false),
})
type Filters = z.infer<typeof Filters>

const knownSort = listReviewQueue.query.shape.sort.catch(undefined)

function useColumns(): Column<ReviewQueueRow>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('apps.queue.name'),
      sort: 'internal_name',
      cell: (app) => <TextLink href={paths.adminApp(app.id)}>{app.internal_name}</TextLink>,
    },
    { key: 'owner', label: t('apps.queue.owner'), sort: 'owner', cell: (app) => app.owner.email },
    {
      key: 'at',
      label: t('apps.queue.inReviewAt'),
      sort: 'in_review_at',
      nowrap: true,
      cell: (app) => dayOf(inReviewAt(app)),
    },
    {
      key: 'inReview',
      label: t('apps.queue.inReviewColumn'),
      cell: (app) => (
        <span className={classes['badges']}>
          {app.has_app_version_in_review && (
            <Badge tone="warning" icon={<IconFileCode size={14} aria-hidden />}>
              {t('apps.queue.manifest')}
            </Badge>
          )}
          {app.has_marketplace_listing_in_review && (
            <Badge tone="accent" icon={<IconBuildingStore size={14} aria-hidden />}>
              {t('apps.queue.marketplace')}
            </Badge>
          )}
        </span>
      ),
    },
    {
      key: 'listing',
      label: t('apps.queue.listing'),
      cell: (app) => t(app.has_published_app ? 'apps.queue.update' : 'apps.queue.new'),
    },
  ]
}

function QueueFilters({ list }: { list: ListState<Filters> }) {
  const { t } = useTranslation()
  const [userId] = list.filters.user_id
  const user = useQuery({ ...developerOption(userId ?? 0), enabled: userId !== undefined })
  const named = user.data ?? (userId === undefined ? null : { value: String(userId), label: String(userId) })
  return (
    <div className={classes['filters']}>
      <AsyncPicker
        label={t('apps.queue.user')}
        placeholder={t('apps.queue.userPlaceholder')}
        width={240}
        value={userId === undefined ? null : named}
        load={findDevelopers}
        onChange={(picked) =>
          list.setFilters({ user_id: picked ? [Number(picked.value)] : undefined } as never)
        }
      />
      <SearchBox
        value={list.filters.search}
        label={t('apps.queue.search')}
        placeholder={t('apps.queue.search')}
        onSearch={(search) => list.setFilters({ search })}
      />
      <div className={classes['toggles']}>
        <Checkbox
          label={t('apps.queue.inReview')}
          checked={list.filters.in_review}
          onChange={(event) => list.setFilters({ in_review: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('apps.queue.withDeleted')}
          checked={list.filters.with_deleted}
          onChange={(event) => list.setFilters({ with_deleted: event.currentTarget.checked })}
        />
      </div>
    </div>
  )
}

/** What waits for staff: versions and listings under review (AREV-01 to AREV-15). */
export function ReviewQueuePage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const list = useListState(Filters)
  const { user_id, search, in_review, with_deleted } = list.filters
  const { data, error, isFetching, refetch } = useListQuery(
    list,
    reviewQueue({
      page: list.page,
      per_page: list.perPage,
      sort: knownSort.parse(list.sort),
      filters: {
        in_review,
        with_deleted,
        ...(user_id.length > 0 && { user_id }),
        ...(search !== '' && { search }),
      },
    }),
  )
  const nothing = list.isFiltered ? (
    <NoMatch onClear={list.clearFilters} />
  ) : (
    <EmptyState title={t('apps.queue.emptyTitle')} detail={t('apps.queue.emptyDetail')} />
  )
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
      />
      <QueueFilters list={list} />
      <Table
        label={t('apps.queue.label')}
        columns={columns}
        rows={data?.rows}
        total={data?.total}
        rowKey={(app) => app.id}
        sort={list.sort}
        onSort={list.setSort}
        busy={isFetching}
        error={error}
        errorTitle={t('apps.queue.failed')}
        onRetry={() => void refetch()}
        empty={nothing}
      />
      {data && (
        <Pager
          page={list.page}
          perPage={data.perPage}
          total={data.total}
          onPage={list.setPage}
          onPerPage={list.setPerPage}
        />
      )}
    </>
  )
}
