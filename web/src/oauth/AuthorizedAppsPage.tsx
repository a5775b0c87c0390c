import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuthorizedApp } from '@trestle/domain/oauth/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useWording } from '../shared/useWording.ts'
import '../texts/oauth.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EnvironmentBadge } from '../ui/EnvironmentBadge.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Table, type Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { authorizedApps, revokeAuthorizedApp } from './queries.ts'

function useColumns(onRevoke: (app: AuthorizedApp) => void): Column<AuthorizedApp>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'app',
      label: t('oauth.authorized.app'),
      cell: ({ name: app, deleted_at: deleted }) => (deleted ? t('oauth.authorized.deleted', { app }) : app),
    },
    {
      key: 'publisher',
      label: t('oauth.authorized.publisher'),
      folds: true,
      cell: ({ publisher }) => publisher,
    },
    {
      key: 'environment',
      label: t('oauth.authorized.environment'),
      folds: true,
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    },
    {
      key: 'since',
      label: t('oauth.authorized.since'),
      folds: true,
      cell: ({ authorized_at: since }) => fullDate(since),
    },
    {
      key: 'used',
      label: t('oauth.authorized.lastUsed'),
      folds: true,
      cell: ({ last_used_at: used }) =>
        used === null ? t('oauth.authorized.neverUsed') : <RelativeTime at={used} />,
    },
    {
      key: 'actions',
      label: t('oauth.authorized.actions'),
      hideLabel: true,
      cell: (app) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('oauth.authorized.revokeOf', { app: app.name })}
          onClick={() => onRevoke(app)}
        >
          {t('oauth.authorized.revokeShort')}
        </Button>
      ),
    },
  ]
}

/** Lists the apps that act for the signed-in user, each with its environments. */
export function AuthorizedAppsPage() {
  const { t } = useTranslation()
  const wording = useWording()
  const { data, error, refetch, isFetching } = useQuery(authorizedApps())
  const [app, setApp] = useState<AuthorizedApp | null>(null)
  const [isAsking, setAsking] = useState(false)
  const columns = useColumns((chosen) => {
    setApp(chosen)
    setAsking(true)
  })
  const title = t('oauth.authorized.title')
  const name = app?.name ?? ''
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: t('shell.account'), href: paths.account() }, { label: title }]}
        description={t('oauth.authorized.description')}
      />
      <Table
        label={title}
        columns={columns}
        rows={data}
        rowKey={({ id, environment }) => `${id} ${environment}`}
        error={error}
        errorTitle={t('oauth.authorized.failed')}
        busy={isFetching}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('oauth.authorized.none')} detail={t('oauth.authorized.noneDetail')} />}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('oauth.authorized.confirm', { app: name })}
        confirmLabel={t('oauth.authorized.revoke')}
        errorTitle={t('oauth.authorized.revokeFailed', { app: name })}
        danger
        onConfirm={async () => {
          if (!app) return
          await revokeAuthorizedApp(app.id)
          toast('success', t('oauth.authorized.revoked', { app: name }))
        }}
      >
        {t('oauth.authorized.confirmDetail', { app: name, ...wording })}
      </ConfirmDialog>
    </>
  )
}
