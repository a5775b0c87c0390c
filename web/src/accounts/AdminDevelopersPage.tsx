import { Checkbox } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { AdminDeveloperRow } from '@trestle/domain/accounts/contract.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import '../texts/suspensions.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExportButton } from '../shared/ExportButton.tsx'
import { countActive, Filters, FilterToggles } from '../ui/Filters.tsx'
import { TextLink } from '../ui/Link.tsx'
import { NotAvailable } from '../ui/NotAvailable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import { adminDevelopers, adminDevelopersCsv, readDeveloperFilters } from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/developers')

type Row = z.infer<typeof AdminDeveloperRow>

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('accounts.developers.name'),
        sort: 'name',
        isName: true,
        typicalWidth: 120,
        cell: ({ id, name, suspended }) => (
          <>
            <TextLink href={paths.adminDeveloper(id)}>{name}</TextLink>
            {suspended && (
              <>
                {' '}
                <Badge tone="warning" icon={<IconBan size="0.875rem" aria-hidden />}>
                  {t('suspensions.badge')}
                </Badge>
              </>
            )}
          </>
        ),
      },
      {
        key: 'company',
        label: t('accounts.developers.company'),
        folds: true,
        sort: 'company_name',
        cell: ({ company_name }) => company_name || <NotAvailable />,
      },
      {
        key: 'email',
        label: t('accounts.developers.email'),
        folds: true,
        sort: 'email',
        cell: ({ email }) => email,
      },
      {
        key: 'procore_id',
        label: t('accounts.developers.platformId'),
        folds: true,
        sort: 'procore_id',
        cell: ({ procore_id }) => procore_id ?? <NotAvailable />,
      },
    ],
    [t],
  )
}

export function AdminDevelopersPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readDeveloperFilters)
  const query = useListQuery(list, adminDevelopers(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('accounts.developers.title')}
        crumbs={[{ label: t('shell.admin') }, { label: t('accounts.developers.title') }]}
        actions={<ExportButton href={adminDevelopersCsv(list.filters)} query={query} />}
      />
      <Filters
        active={countActive(list.filters.suspended)}
        search={
          <SearchBox
            label={t('accounts.developers.search')}
            placeholder={t('accounts.developers.searchHint')}
            value={list.filters.search}
            onSearch={(search) => list.setFilters({ search })}
          />
        }
      >
        <FilterToggles>
          <Checkbox
            label={t('suspensions.filter')}
            checked={list.filters.suspended ?? false}
            onChange={(event) => list.setFilters({ suspended: event.currentTarget.checked || undefined })}
          />
        </FilterToggles>
      </Filters>
      <ListTable
        label={t('accounts.developers.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={40}
        emptyTitle={t('accounts.developers.none')}
        emptyDetail={t('accounts.developers.noneDetail')}
      />
    </>
  )
}
