import { Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { SecurityEventRow } from '@trestle/domain/securityEvents/contract.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import '../texts/securityEvents.ts'
import { toSecond } from '../ui/dates.ts'
import { humanize } from '../ui/humanize.ts'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Column } from '../ui/Table.tsx'
import { clientColumns } from './clientColumns.ts'
import { EventText } from './EventText.tsx'
import { readSecurityEventFilters, securityEventList } from './queries.ts'
import { SecurityEventFilterFields } from './SecurityEventFilterFields.tsx'

const route = getRouteApi('/signedIn/adminOnly/admin/security_events')

function Account({ developer }: Pick<SecurityEventRow, 'developer'>) {
  const { t } = useTranslation()
  if (!developer) return t('securityEvents.noAccount')
  return (
    <>
      <TextLink href={paths.adminDeveloper(developer.id)}>{developer.name}</TextLink>
      <Text size="xs" c="dimmed">
        {developer.email}
      </Text>
    </>
  )
}

function Actor({ event: { actor, actor_kind: kind, developer } }: { event: SecurityEventRow }) {
  const { t } = useTranslation()
  if (!actor) return t(`securityEvents.kinds.${kind}`, { defaultValue: humanize(kind) })
  if (actor.id === developer?.id) return t('securityEvents.theOwner')
  return <TextLink href={paths.adminDeveloper(actor.id)}>{actor.name}</TextLink>
}

function useColumns() {
  const { t } = useTranslation()
  return useMemo<Column<SecurityEventRow>[]>(
    () => [
      { key: 'at', label: t('securityEvents.whenUtc'), cell: ({ at }) => toSecond(at) },
      {
        key: 'account',
        label: t('securityEvents.account'),
        folds: true,
        cell: ({ developer }) => <Account developer={developer} />,
      },
      {
        key: 'event',
        label: t('securityEvents.event'),
        folds: true,
        typicalWidth: 180,
        cell: (event) => <EventText {...event} />,
      },
      { key: 'by', label: t('securityEvents.by'), folds: true, cell: (event) => <Actor event={event} /> },
      ...clientColumns(t),
    ],
    [t],
  )
}

/** Shows platform staff the security log of all accounts. */
export function AdminSecurityEventsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readSecurityEventFilters)
  const query = useListQuery(list, securityEventList(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('shell.securityEvents')}
        crumbs={[{ label: t('shell.admin') }, { label: t('shell.securityEvents') }]}
        description={t('securityEvents.description')}
      />
      <SecurityEventFilterFields list={list} />
      <ListTable
        label={t('securityEvents.label')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={57}
        emptyTitle={t('securityEvents.none')}
        emptyDetail={t('securityEvents.noneDetail')}
      />
    </>
  )
}
