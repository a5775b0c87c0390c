import { Button, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { AdminDeveloperAppRow } from '@trestle/domain/apps/contract.ts'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DeveloperPicker } from '../shared/DeveloperPicker.tsx'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState, type ListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import '../texts/apps.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { toDay } from '../ui/dates.ts'
import { ExportButton } from '../shared/ExportButton.tsx'
import { countActive, Filters, FilterToggles } from '../ui/Filters.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Moment } from '../ui/Moment.tsx'
import { NotAvailable } from '../ui/NotAvailable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import { readAdminAppFilters, type AdminAppFilters, adminApps, toAdminAppFilters } from './listQueries.ts'
import { adminAppsCsv, liveAppIds } from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/developer_apps')

function useColumns(live: ReadonlySet<string> | undefined): Column<AdminDeveloperAppRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('apps.adminList.name'),
        sort: 'internal_name',
        isName: true,
        typicalWidth: 170,
        cell: (app) => <TextLink href={paths.adminApp(app.id)}>{app.internal_name}</TextLink>,
      },
      {
        key: 'owner',
        label: t('apps.adminList.owner'),
        folds: true,
        sort: 'owner',
        typicalWidth: 135,
        cell: ({ owner }) => (
          <>
            <TextLink href={paths.adminDeveloper(owner.id)}>{owner.name}</TextLink>
            <Text size="xs" c="dimmed">
              {owner.email}
            </Text>
          </>
        ),
      },
      {
        key: 'published',
        label: t('apps.adminList.published'),
        folds: true,
        typicalWidth: 90,
        cell: ({ app_id }) =>
          app_id !== null &&
          live?.has(app_id) && (
            <Badge tone="success" icon={<IconCheck size="0.875rem" aria-hidden />}>
              {t('apps.adminList.published')}
            </Badge>
          ),
      },
      {
        key: 'created',
        label: t('apps.adminList.created'),
        folds: true,
        sort: 'created_at',
        nowrap: true,
        typicalWidth: 80,
        cell: (app) => <Moment at={app.created_at} format={toDay} />,
      },
      {
        key: 'inReview',
        label: t('apps.adminList.inReviewAt'),
        folds: 'medium',
        sort: 'marketplace_listing_in_review_at',
        nowrap: true,
        typicalWidth: 80,
        cell: ({ marketplace_listing_in_review_at: at }) =>
          at === null ? <NotAvailable /> : <Moment at={at} format={toDay} />,
      },
      {
        key: 'deleted',
        label: t('apps.adminList.deleted'),
        folds: 'medium',
        sort: 'deleted_at',
        nowrap: true,
        typicalWidth: 80,
        cell: ({ deleted_at: at }) => (at === null ? <NotAvailable /> : <Moment at={at} format={toDay} />),
      },
    ],
    [t, live],
  )
}

type AppFilterProps = Pick<ListState<AdminAppFilters>, 'filters' | 'setFilters'>

const AppFilterFields = memo(function AppFilterFields({ filters, setFilters }: AppFilterProps) {
  const { t } = useTranslation()
  return (
    <Filters
      active={countActive(filters.owner_id.length, filters.in_review, filters.with_deleted)}
      search={
        <SearchBox
          value={filters.search}
          label={t('apps.adminList.search')}
          placeholder={t('apps.adminList.search')}
          onSearch={(search) => setFilters({ search })}
        />
      }
    >
      <DeveloperPicker
        label={t('apps.adminList.owner')}
        placeholder={t('apps.adminList.anyOwner')}
        ids={filters.owner_id}
        onPick={(id) => setFilters({ owner_id: id === undefined ? undefined : [id] })}
      />
      <FilterToggles>
        <Checkbox
          label={t('apps.adminList.inReview')}
          checked={filters.in_review}
          onChange={(event) => setFilters({ in_review: event.currentTarget.checked || undefined })}
        />
        <Checkbox
          label={t('apps.adminList.withDeleted')}
          checked={filters.with_deleted}
          onChange={(event) => setFilters({ with_deleted: event.currentTarget.checked || undefined })}
        />
      </FilterToggles>
    </Filters>
  )
})

const toAppIds = (apps: AdminDeveloperAppRow[]) => apps.flatMap(({ app_id }) => app_id ?? [])

/** Lists every app of the platform for staff (AAPP-01 to AAPP-19). */
export function AdminAppsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readAdminAppFilters)
  const query = useListQuery(list, adminApps(list))
  const live = useQuery({
    ...liveAppIds(toAppIds(query.data?.rows ?? [])),
    enabled: query.data !== undefined,
  })
  const columns = useColumns(live.data)
  return (
    <>
      <PageHeader
        title={t('shell.developerApps')}
        crumbs={[{ label: t('shell.admin') }, { label: t('shell.developerApps') }]}
        actions={<ExportButton href={adminAppsCsv(toAdminAppFilters(list.filters))} query={query} />}
      />
      <AppFilterFields filters={list.filters} setFilters={list.setFilters} />
      {live.error && (
        <Banner tone="warning" title={t('apps.adminList.liveFailed')} announce>
          <Button variant="default" size="xs" onClick={() => void live.refetch()}>
            {t('ui.retry')}
          </Button>
        </Banner>
      )}
      <ListTable
        label={t('shell.developerApps')}
        list={list}
        query={query}
        columns={columns}
        rowKey={(app) => app.id}
        rowHeight={57}
        emptyTitle={t('apps.adminList.emptyTitle')}
        emptyDetail={t('apps.adminList.emptyDetail')}
      />
    </>
  )
}
