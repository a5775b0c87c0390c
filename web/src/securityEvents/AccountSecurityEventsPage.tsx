import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { AccountSecurityEvent } from '@trestle/domain/securityEvents/contract.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { readNoFilters, useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import '../texts/securityEvents.ts'
import { fullDate } from '../ui/dates.ts'
import { humanize } from '../ui/humanize.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Column } from '../ui/Table.tsx'
import { clientColumns } from './clientColumns.ts'
import { EventText } from './EventText.tsx'
import { ownSecurityEvents } from './queries.ts'

const route = getRouteApi('/signedIn/account/security_events')

function useColumns() {
  const { t } = useTranslation()
  return useMemo<Column<AccountSecurityEvent>[]>(
    () => [
      { key: 'at', label: t('securityEvents.when'), cell: ({ at }) => fullDate(at) },
      {
        key: 'event',
        label: t('securityEvents.event'),
        folds: true,
        typicalWidth: 180,
        cell: (event) => <EventText {...event} />,
      },
      {
        key: 'by',
        label: t('securityEvents.by'),
        folds: true,
        cell: ({ by }) => t(`securityEvents.causes.${by}`, { defaultValue: humanize(by) }),
      },
      ...clientColumns(t),
    ],
    [t],
  )
}

/** Shows developers what happened to the security of their account. */
export function AccountSecurityEventsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readNoFilters)
  const query = useListQuery(list, ownSecurityEvents(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('securityEvents.title')}
        crumbs={[{ label: t('shell.account'), href: paths.account() }, { label: t('securityEvents.title') }]}
        description={t('securityEvents.own')}
      />
      <Text mb="md">{t('securityEvents.unknown')}</Text>
      <ListTable
        label={t('securityEvents.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={40}
        emptyTitle={t('securityEvents.none')}
        emptyDetail={t('securityEvents.noneDetail')}
      />
    </>
  )
}
