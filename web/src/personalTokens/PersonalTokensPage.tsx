import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/personalTokens.ts'
import { Badge } from '../ui/Badge.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Table, type Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { useLast } from '../ui/useLast.ts'
import { useServerNow } from '../ui/serverTime.ts'
import { actionText } from './actionTexts.ts'
import type { CreateTokenDialogProps } from './CreateTokenDialog.tsx'
import { personalTokens, revokePersonalToken } from './queries.ts'

const CreateTokenDialog = lazyOverlay<CreateTokenDialogProps>(() =>
  import('./CreateTokenDialog.tsx').then((m) => m.CreateTokenDialog),
)

interface CellProps {
  token: PersonalToken
}

function NameCell({ token: { name, last_four: lastFour } }: CellProps) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {t('personalTokens.ending', { lastFour })}
      </Text>
    </>
  )
}

/** A token can be for 200 apps, whose names would fill several screens. */
const namedApps = 5

function AppsCell({ token: { app_ids: ids, apps } }: CellProps) {
  const { t } = useTranslation()
  if (ids === null) return t('personalTokens.allApps')
  if (apps.length === 0) return t('personalTokens.noApps')
  const names = apps.map((app) => app.internal_name)
  const others = names.slice(namedApps)
  return (
    <>
      {names.slice(0, namedApps).join(', ')}
      {others.length > 0 && (
        <details>
          <summary>{t('personalTokens.moreApps', { count: others.length })}</summary>
          {others.join(', ')}
        </details>
      )}
    </>
  )
}

function ExpiryCell({ token: { expires_at: expiresAt }, now }: CellProps & { now: number }) {
  const { t } = useTranslation()
  const isExpired = Date.parse(expiresAt) <= now
  return isExpired ? <Badge tone="danger">{t('personalTokens.expired')}</Badge> : fullDate(expiresAt)
}

function LastUseCell({ token: { last_used_at: at, last_used_network: network } }: CellProps) {
  const { t } = useTranslation()
  if (at === null) return t('personalTokens.never')
  return (
    <>
      <RelativeTime at={at} />
      {network !== null && (
        <Text size="xs" c="dimmed">
          {t('personalTokens.from', { network })}
        </Text>
      )}
    </>
  )
}

function useColumns(now: number, onRevoke: (token: PersonalToken) => void): Column<PersonalToken>[] {
  const { t } = useTranslation()
  return [
    { key: 'name', label: t('personalTokens.columns.name'), cell: (token) => <NameCell token={token} /> },
    {
      key: 'actions',
      label: t('personalTokens.columns.actions'),
      folds: true,
      cell: ({ actions }) => actions.map((action) => t(actionText(action))).join(', '),
      width: '32%',
    },
    {
      key: 'apps',
      label: t('personalTokens.columns.apps'),
      folds: true,
      cell: (token) => <AppsCell token={token} />,
    },
    {
      key: 'expires',
      label: t('personalTokens.columns.expires'),
      nowrap: true,
      folds: true,
      cell: (token) => <ExpiryCell token={token} now={now} />,
    },
    {
      key: 'lastUse',
      label: t('personalTokens.columns.lastUse'),
      folds: true,
      cell: (token) => <LastUseCell token={token} />,
    },
    {
      key: 'menu',
      label: t('personalTokens.columns.menu'),
      hideLabel: true,
      cell: (token) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('personalTokens.revokeNamed', { name: token.name })}
          onClick={() => onRevoke(token)}
        >
          {t('personalTokens.revoke')}
        </Button>
      ),
    },
  ]
}

/** Shows the caller's personal access tokens, creates them and revokes them. */
export function PersonalTokensPage() {
  const { t } = useTranslation()
  const { flags } = useSession()
  const { data, error, refetch } = useQuery(personalTokens())
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<PersonalToken | null>(null)
  const named = useLast(revoking)
  const columns = useColumns(useServerNow(false), setRevoking)
  return (
    <>
      <PageHeader
        title={t('personalTokens.title')}
        crumbs={[{ label: t('shell.account'), href: paths.account() }, { label: t('personalTokens.title') }]}
        description={t('personalTokens.description')}
        actions={<Button onClick={() => setCreating(true)}>{t('personalTokens.create')}</Button>}
      />
      <Stack gap="md">
        <Table
          label={t('personalTokens.title')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          errorTitle={t('personalTokens.failed')}
          onRetry={() => void refetch()}
          empty={<EmptyState title={t('personalTokens.none')} detail={t('personalTokens.noneDetail')} />}
        />
        {!flags.gov_cloud && (
          <div>
            <Link href={paths.documentation('releasing-from-ci')}>{t('personalTokens.guide')}</Link>
          </div>
        )}
      </Stack>
      <CreateTokenDialog opened={isCreating} onClose={() => setCreating(false)} />
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('personalTokens.revokeTitle', { name: named?.name ?? '' })}
        confirmLabel={t('personalTokens.revoke')}
        errorTitle={t('personalTokens.revokeFailed')}
        danger
        onConfirm={async () => {
          if (revoking) await revokePersonalToken(revoking.id)
          toast('success', t('personalTokens.revoked'))
        }}
      >
        {t('personalTokens.revokeDetail')}
      </ConfirmDialog>
    </>
  )
}
