import { Checkbox, NativeSelect } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import type { OauthApplicationRow } from '@trestle/domain/credentials/contract.ts'
import { oauthEnvironments } from '@trestle/domain/credentials/environments.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState, type ListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { readChoice } from '../shared/readers.ts'
import '../texts/credentials.ts'
import '../texts/suspensions.ts'
import { Badge } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { ExportButton } from '../shared/ExportButton.tsx'
import { countActive, Filters, FilterToggles } from '../ui/Filters.tsx'
import { TextLink } from '../ui/Link.tsx'
import { NotAvailable } from '../ui/NotAvailable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import classes from './OauthApplicationsPage.module.css'
import {
  readApplicationFilters,
  type ApplicationFilters,
  oauthApplications,
  oauthApplicationsCsv,
  withAvailableEnvironment,
  toApplicationQuery,
} from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/oauth_applications')

function useColumns(): Column<OauthApplicationRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('credentials.applications.name'),
        sort: 'name',
        isName: true,
        typicalWidth: 120,
        cell: ({ name, suspended }) => (
          <>
            {name}
            {suspended && (
              <>
                {' '}
                <Badge tone="danger" icon={<IconBan size="0.875rem" aria-hidden />}>
                  {t('suspensions.badge')}
                </Badge>
              </>
            )}
          </>
        ),
      },
      {
        key: 'app',
        label: t('credentials.applications.app'),
        folds: true,
        cell: ({ href, developer_app_name: name }) =>
          href === null ? (
            <NotAvailable />
          ) : (
            <span className={classes['app']}>
              <TextLink href={href}>{name}</TextLink>
            </span>
          ),
      },
      {
        key: 'uid',
        label: t('credentials.applications.appId'),
        folds: true,
        sort: 'uid',
        cell: ({ uid, name }) => (
          <span className={classes['appId']}>
            <code>{uid}</code>
            <CopyButton compact value={uid} name={t('credentials.applications.appIdOf', { name })} />
          </span>
        ),
      },
      {
        key: 'owner',
        label: t('credentials.applications.ownerName'),
        folds: 'medium',
        cell: (row) => row.owner_name,
      },
      {
        key: 'email',
        label: t('credentials.applications.ownerEmail'),
        folds: 'medium',
        cell: (row) => row.owner_email,
      },
    ],
    [t],
  )
}

function EnvironmentSelect({ list }: { list: ListState<ApplicationFilters> }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      label={t('credentials.applications.environment')}
      value={list.filters.environment}
      data={oauthEnvironments.map((value) => ({
        value,
        label: t(`credentials.applications.environments.${value}`),
      }))}
      onChange={(event) => {
        const environment = readChoice(event.currentTarget.value, oauthEnvironments)
        list.setFilters({ environment: environment === 'production' ? undefined : environment })
      }}
    />
  )
}

/** Government cloud has only production, whatever the address says (AOAUTH-03, AOAUTH-04). */
function useApplicationList() {
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const list = useListState(route.useSearch(), readApplicationFilters)
  const { search, suspended } = list.filters
  return {
    ...list,
    hasEnvironments: !isGovernmentCloud,
    filters: withAvailableEnvironment(list.filters, isGovernmentCloud),
    // An environment without applications isn't a search without results.
    isFiltered: search !== '' || suspended === true,
    clearFilters: () => list.setFilters({ search: '', suspended: undefined }),
  }
}

/** Lists the OAuth applications behind the apps (AOAUTH-01 to AOAUTH-15). */
export function OauthApplicationsPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const list = useApplicationList()
  const { environment, search } = list.filters
  const query = useListQuery(list, oauthApplications(list))
  return (
    <>
      <PageHeader
        title={t('shell.oauthApplications')}
        crumbs={[{ label: t('shell.admin') }, { label: t('shell.oauthApplications') }]}
        badge={environment === 'monthly_sandbox' ? undefined : <EnvironmentBadge environment={environment} />}
        description={
          environment === 'monthly_sandbox' ? t('credentials.applications.monthlyNote') : undefined
        }
        actions={<ExportButton href={oauthApplicationsCsv(toApplicationQuery(list.filters))} query={query} />}
      />
      <Filters
        active={countActive(list.hasEnvironments && environment !== 'production', list.filters.suspended)}
        search={
          <SearchBox
            value={search}
            label={t('credentials.applications.search')}
            placeholder={t('credentials.applications.search')}
            onSearch={(typed) => list.setFilters({ search: typed })}
          />
        }
      >
        {list.hasEnvironments && <EnvironmentSelect list={list} />}
        <FilterToggles>
          <Checkbox
            label={t('suspensions.filter')}
            checked={list.filters.suspended ?? false}
            onChange={(event) => list.setFilters({ suspended: event.currentTarget.checked || undefined })}
          />
        </FilterToggles>
      </Filters>
      <ListTable
        label={t('shell.oauthApplications')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ uid }) => uid}
        rowHeight={47}
        emptyTitle={t('credentials.applications.emptyTitle')}
        emptyDetail={t(`credentials.applications.emptyDetail.${environment}`)}
      />
    </>
  )
}
