import { Box } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { AdminNotification } from '@trestle/domain/notifications/contract.ts'
import { cutSummary } from '@trestle/domain/notifications/rules.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListQuery } from '../shared/useListQuery.ts'
import { useListState } from '../shared/listState.ts'
import { ListTable } from '../shared/ListTable.tsx'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { Badge } from '../ui/Badge.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Filters } from '../ui/Filters.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import type { Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { toastFailure } from '../ui/toastFailure.ts'
import { adminNotificationList, readAdminNotificationFilters, useUpdateNotification } from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/notifications')

function VisibleMark({ row }: { row: AdminNotification }) {
  const { t } = useTranslation()
  if (row.visible && !row.draft && row.visible_by_show_after) {
    return (
      <Badge tone="success" icon={<IconCheck size="0.875rem" aria-hidden />}>
        {t('notifications.admin.yes')}
      </Badge>
    )
  }
  if (row.draft) return t('notifications.admin.why.draft')
  if (!row.visible) return t('notifications.admin.why.hidden')
  return t('notifications.admin.why.later', { date: row.show_after ?? '' })
}

function RowMenu({ row }: { row: AdminNotification }) {
  const { t } = useTranslation()
  const { mutate } = useUpdateNotification()
  const toggleVisible = () =>
    mutate(
      { id: row.id, visible: !row.visible },
      {
        onSuccess: () =>
          toast('success', t(row.visible ? 'notifications.admin.hidden' : 'notifications.admin.shown')),
        onError: (error) => toastFailure(t, error, t('notifications.admin.switchFailed')),
      },
    )
  return (
    <Dropdown
      name={row.title}
      items={[
        { key: 'edit', label: t('notifications.admin.edit'), href: paths.adminNotification(row.id) },
        {
          key: 'visible',
          label: t(row.visible ? 'notifications.admin.hide' : 'notifications.admin.show'),
          onSelect: toggleVisible,
        },
      ]}
    />
  )
}

function useColumns(): Column<AdminNotification>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'title',
        label: t('notifications.admin.columns.title'),
        isName: true,
        typicalWidth: 200,
        cell: ({ id, title }) => <TextLink href={paths.adminNotification(id)}>{title}</TextLink>,
      },
      {
        key: 'summary',
        label: t('notifications.admin.columns.summary'),
        folds: true,
        cell: ({ summary }) => (
          <Box miw="min(14rem, 50vw)">
            <Markdown text={cutSummary(summary)} under={3} />
          </Box>
        ),
      },
      {
        key: 'visible',
        label: t('notifications.admin.columns.visible'),
        folds: true,
        nowrap: true,
        cell: (row) => <VisibleMark row={row} />,
      },
      {
        key: 'critical',
        label: t('notifications.admin.columns.critical'),
        folds: 'medium',
        cell: ({ critical }) =>
          critical ? (
            <Badge tone="danger" icon={<IconAlertTriangle size="0.875rem" aria-hidden />}>
              {t('notifications.admin.yes')}
            </Badge>
          ) : (
            t('notifications.admin.no')
          ),
      },
      {
        key: 'actions',
        label: t('notifications.admin.columns.actions'),
        hideLabel: true,
        cell: (row) => <RowMenu row={row} />,
      },
    ],
    [t],
  )
}

/** Lists every notification, including drafts and hidden ones (ANOTE-04 to ANOTE-07, ANOTE-30). */
export function AdminNotificationsPage() {
  const { t } = useTranslation()
  const list = useListState(route.useSearch(), readAdminNotificationFilters)
  const query = useListQuery(list, adminNotificationList(list))
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        crumbs={[{ label: t('notifications.admin.crumb') }, { label: t('notifications.title') }]}
        actions={
          <LinkButton href={paths.newAdminNotification()}>{t('notifications.admin.create')}</LinkButton>
        }
      />
      <Filters
        search={
          <SearchBox
            label={t('notifications.admin.search')}
            placeholder={t('notifications.admin.searchHint')}
            value={list.filters.search}
            onSearch={(search) => list.setFilters({ search })}
          />
        }
      />
      <ListTable
        label={t('notifications.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowHeight={64}
        emptyTitle={t('notifications.admin.none')}
        emptyDetail={t('notifications.admin.noneDetail')}
      />
    </>
  )
}
