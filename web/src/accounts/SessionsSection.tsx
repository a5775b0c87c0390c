import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountSession } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/accounts.ts'
import { Badge } from '../ui/Badge.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { QuickTipMaster, QuickTipSlave, useQuickTip } from '../ui/QuickTip.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Section } from '../ui/Section.tsx'
import { ShortTable } from '../ui/ShortTable.tsx'
import type { Column } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { useLast } from '../ui/useLast.ts'
import { accountSessions, endAccountSession, signOutOthers } from './queries.ts'

function useColumns(onEnd: (session: AccountSession) => void): Column<AccountSession>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'browser',
      label: t('accounts.account.browser'),
      cell: ({ browser, current }) => (
        <Group gap="xs">
          {browser}
          {current && <Badge tone="accent">{t('accounts.account.thisBrowser')}</Badge>}
        </Group>
      ),
    },
    { key: 'network', label: t('accounts.account.network'), folds: true, cell: ({ network }) => network },
    {
      key: 'started',
      label: t('accounts.account.started'),
      folds: true,
      cell: ({ created_at }) => fullDate(created_at),
    },
    {
      key: 'seen',
      label: t('accounts.account.lastSeen'),
      folds: true,
      cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
    },
    {
      key: 'ends',
      label: t('accounts.account.ends'),
      folds: true,
      cell: ({ ends_at }) => fullDate(ends_at),
    },
    {
      key: 'actions',
      label: t('accounts.account.actions'),
      hideLabel: true,
      cell: (session) =>
        !session.current && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('accounts.account.signOutOf', {
              browser: session.browser,
              started: fullDate(session.created_at),
            })}
            onClick={() => onEnd(session)}
          >
            {t('accounts.account.signOut')}
          </Button>
        ),
    },
  ]
}

interface EndSessionDialogProps {
  /** Null while the dialog is closed. */
  session: AccountSession | null
  onClose: () => void
}

function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(session)
  if (!shown) return null
  const { id, browser, created_at } = shown
  return (
    <ConfirmDialog
      opened={session !== null}
      onClose={onClose}
      title={t('accounts.account.signOutOneTitle', { browser })}
      confirmLabel={t('accounts.account.signOut')}
      errorTitle={t('accounts.account.signOutOneFailed')}
      danger
      onConfirm={async () => {
        await endAccountSession(id)
        toast('success', t('accounts.account.signedOutOne', { browser }))
      }}
    >
      {t('accounts.account.signOutOneDetail', { started: fullDate(created_at) })}
    </ConfirmDialog>
  )
}

export function SessionsSection() {
  const { t } = useTranslation()
  const tip = useQuickTip()
  const [isAsking, setAsking] = useState(false)
  const [ending, setEnding] = useState<AccountSession | null>(null)
  const { data, error, refetch } = useQuery(accountSessions())
  const columns = useColumns(setEnding)
  const others = (data?.length ?? 1) - 1
  return (
    <Section
      id="sessions"
      title={t('accounts.account.sessions')}
      description={t('accounts.account.sessionsNote')}
      aside={<QuickTipMaster tip={tip} label={t('accounts.account.sessionsTipLabel')} />}
    >
      <QuickTipSlave tip={tip}>{t('accounts.account.sessionsTip')}</QuickTipSlave>
      <ShortTable
        label={t('accounts.account.sessions')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        errorTitle={t('accounts.account.sessionsFailed')}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('accounts.account.noSessions')} />}
      />
      {data && (
        <Group mt="md">
          <Button variant="default" disabled={others === 0} onClick={() => setAsking(true)}>
            {t('accounts.account.signOutOthers')}
          </Button>
          {others === 0 && (
            <Text size="sm" c="dimmed">
              {t('accounts.account.onlyThis')}
            </Text>
          )}
        </Group>
      )}
      <EndSessionDialog session={ending} onClose={() => setEnding(null)} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('accounts.account.signOutTitle')}
        confirmLabel={t('accounts.account.signOutOthers')}
        errorTitle={t('accounts.account.signOutFailed')}
        danger
        onConfirm={async () => {
          await signOutOthers()
          toast('success', t('accounts.account.signedOut'))
        }}
      >
        {t('accounts.account.signOutDetail', { count: others })}
      </ConfirmDialog>
    </Section>
  )
}
