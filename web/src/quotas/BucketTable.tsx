import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Bucket } from '@trestle/domain/quotas/contract.ts'
import { quotaServers, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { SearchedTable } from '../shared/SearchedTable.tsx'
import '../texts/quotas.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { toDay } from '../ui/dates.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Moment } from '../ui/Moment.tsx'
import type { Column } from '../ui/Table.tsx'
import classes from './BucketTable.module.css'
import { useLimitLabels } from './limitLabels.ts'
import { buckets } from './queries.ts'

interface BucketActions {
  onEdit: (bucket: Bucket) => void
  onDelete: (bucket: Bucket) => void
  onHistory: (bucket: Bucket) => void
}

const actionsId = (id: number | string) => `bucket-actions-${id}`

/** Finds the button with the actions of a bucket, whose ID may come from the address. */
export const findActions = (id: string) => document.getElementById(actionsId(id))?.querySelector('button')

function AppCell({ bucket: { name, app, domain } }: { bucket: Bucket }) {
  const { t } = useTranslation()
  return (
    <>
      {app ? (
        <TextLink href={paths.adminApp(app.id)}>{app.internal_name}</TextLink>
      ) : (
        <Text span inherit c="dimmed">
          {t('quotas.list.unknownApp')}
        </Text>
      )}
      <span className={classes['domain']}>
        <code>{domain}</code>
        <CopyButton value={domain} name={t('quotas.list.appIdOf', { name })} compact />
      </span>
    </>
  )
}

/** Shows each limit on its own line, since two templates may have the same text. */
function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className={classes['lines']}>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

function useColumns({ onEdit, onDelete, onHistory }: BucketActions): Column<Bucket>[] {
  const { t } = useTranslation()
  const labels = useLimitLabels()
  return [
    { key: 'name', label: t('quotas.list.columns.name'), cell: ({ name }) => name },
    {
      key: 'app',
      label: t('quotas.list.columns.app'),
      folds: true,
      cell: (bucket) => <AppCell bucket={bucket} />,
    },
    {
      key: 'client',
      label: t('quotas.list.columns.client'),
      folds: true,
      cell: ({ client_id }) => client_id,
    },
    {
      key: 'limits',
      label: t('quotas.list.columns.limits'),
      folds: true,
      cell: ({ bucket_templates }) => <Lines lines={labels.each(bucket_templates)} />,
    },
    {
      key: 'servers',
      label: t('quotas.list.columns.servers'),
      folds: true,
      cell: ({ ids }) => <Lines lines={quotaServers.filter((name) => ids[name] !== undefined)} />,
    },
    {
      key: 'updated',
      label: t('quotas.list.columns.updated'),
      folds: true,
      cell: ({ updated_at }) => <Moment at={updated_at} format={toDay} />,
    },
    {
      key: 'actions',
      label: t('quotas.list.columns.actions'),
      hideLabel: true,
      cell: (bucket) => (
        <span id={actionsId(bucket.id)}>
          <Dropdown
            name={bucket.name}
            items={[
              { key: 'edit', label: t('quotas.list.edit'), onSelect: () => onEdit(bucket) },
              { key: 'history', label: t('quotas.list.history'), onSelect: () => onHistory(bucket) },
              {
                key: 'delete',
                label: t('quotas.list.remove'),
                danger: true,
                onSelect: () => onDelete(bucket),
              },
            ]}
          />
        </span>
      ),
    },
  ]
}

const textOf = ({ name, app, domain, client_id: clientId }: Bucket) =>
  [name, app?.internal_name ?? '', domain, clientId].join('\n')

/** Lists the buckets of one server, each with edit and delete (RATE-03, RATE-04, RATE-05). */
export function BucketTable({ server, ...actions }: BucketActions & { server: QuotaServer }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(buckets(server))
  const columns = useColumns(actions)
  return (
    <SearchedTable
      label={t('quotas.list.title', { server })}
      columns={columns}
      rows={data}
      placeholder={t('quotas.list.search')}
      textOf={textOf}
      rowKey={({ id }) => id}
      busy={isFetching}
      error={error}
      onRetry={() => void refetch()}
      skeletonRows={3}
      empty={<EmptyState title={t('quotas.list.none', { server })} detail={t('quotas.list.noneDetail')} />}
    />
  )
}
