import { Stack } from '@mantine/core'
import type { AdminDeveloperRow } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useListQuery } from '../listQuery.ts'
import { useListState } from '../listState.ts'
import { paths } from '../paths.ts'
import { EmptyState, NoMatch } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Table, type Column } from '../ui/Table.tsx'
import { adminDevelopers } from './queries.ts'

const Filters = z.object({ search: z.string().catch('') })
type Row = z.infer<typeof AdminDeveloperRow>

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('accounts.developers.name'),
      sort: 'name',
      cell: ({ id, name }) => <TextLink href={paths.adminDeveloper(id)}>{name}</TextLink>,
    },
    {
      key: 'company',
      label: t('accounts.developers.company'),
      sort: 'company_name',
      cell: ({ company_name }) => company_name || t('ui.notAvailable'),
    },
    { key: 'email', label: t('accounts.developers.email'), sort: 'email', cell: ({ email }) => email },
    {
      key: 'procore_id',
      label: t('accounts.developers.platformId'),
      sort: 'procore_id',
      cell: ({ procore_id }) => procore_id ?? t('ui.notAvailable'),
    },
  ]
}

export function AdminDevelopersPage() {
  const { t } = useTranslation()
  const list = useListState(Filters)
  const { data, error, isFetching, refetch } = useListQuery(list, adminDevelopers(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('accounts.developers.title')}
        crumbs={[{ label: t('shell.admin') }, { label: t('accounts.developers.title') }]}
      />
      <Stack gap="md">
        <SearchBox
          label={t('accounts.developers.search')}
          placeholder={t('accounts.developers.searchHint')}
          value={list.filters.search}
          onSearch={(search) => list.setFilters({ search })}
        />
        <Table
          label={t('accounts.developers.title')}
          columns={columns}
          rows={data?.rows}
          total={data?.total}
          rowKey={({ id }) => id}
          sort={list.sort}
          onSort={list.setSort}
          busy={isFetching}
          error={error}
          errorTitle={t('accounts.developers.failed')}
          onRetry={() => void refetch()}
          empty={
            list.isFiltered ? (
              <NoMatch onClear={list.clearFilters} />
            ) : (
              <EmptyState
                title={t('accounts.developers.none')}
                detail={t('accounts.developers.noneDetail')}
              />
            )
          }
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
      </Stack>
    </>
  )
}
