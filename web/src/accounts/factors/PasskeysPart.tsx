import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '@trestle/domain/accounts/factors/contract.ts'
import { maxPasskeys } from '@trestle/domain/accounts/factors/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/factors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fullDate } from '../../ui/dates.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { useLast } from '../../ui/useLast.ts'
import { FactorPart, FactorState } from './FactorPart.tsx'
import type { PasskeyDialogProps } from './PasskeyDialog.tsx'
import { PasskeyNote, useCanUsePasskeys } from './PasskeyNote.tsx'
import { passkeys, removePasskey } from './queries.ts'

const PasskeyDialog = lazyOverlay<PasskeyDialogProps>(() =>
  import('./PasskeyDialog.tsx').then((m) => m.PasskeyDialog),
)

type Task = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null

function useColumns(onTask: (task: Task) => void): Column<Passkey>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('factors.passkeys.name'),
      cell: ({ name, backed_up }) => (
        <Group gap="xs">
          {name}
          {backed_up && <Badge tone="neutral">{t('factors.passkeys.synced')}</Badge>}
        </Group>
      ),
    },
    {
      key: 'created',
      label: t('factors.passkeys.created'),
      folds: true,
      cell: ({ created_at }) => fullDate(created_at),
    },
    {
      key: 'used',
      label: t('factors.passkeys.lastUsed'),
      folds: true,
      cell: ({ last_used_at: at }) => (at === null ? t('factors.passkeys.never') : <RelativeTime at={at} />),
    },
    {
      key: 'actions',
      label: t('factors.passkeys.actions'),
      hideLabel: true,
      align: 'right',
      cell: (passkey) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            aria-label={t('factors.passkeys.renameNamed', { name: passkey.name })}
            onClick={() => onTask({ kind: 'rename', passkey })}
          >
            {t('factors.passkeys.rename')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('factors.passkeys.removeNamed', { name: passkey.name })}
            onClick={() => onTask({ kind: 'remove', passkey })}
          >
            {t('factors.passkeys.remove')}
          </Button>
        </Group>
      ),
    },
  ]
}

function AddPasskey({ count, onAdd }: { count: number | undefined; onAdd: () => void }) {
  const { t } = useTranslation()
  const canUsePasskeys = useCanUsePasskeys()
  const isFull = count !== undefined && count >= maxPasskeys
  return (
    <>
      <FactorState state={count === 0 && t('factors.passkeys.none')}>
        <Button variant="default" disabled={isFull || !canUsePasskeys} onClick={onAdd}>
          {t('factors.passkeys.add')}
        </Button>
      </FactorState>
      <PasskeyNote />
      {isFull && (
        <Text size="sm" c="dimmed">
          {t('factors.passkeys.full')}
        </Text>
      )}
    </>
  )
}

const findPasskey = (task: Task): Passkey | null => (task && 'passkey' in task ? task.passkey : null)

function PasskeyList({ onTask }: { onTask: (task: Task) => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(passkeys())
  const columns = useColumns(onTask)
  if (data?.length === 0) return null
  return (
    <Table
      label={t('factors.passkeys.title')}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      error={error}
      errorTitle={t('factors.passkeys.loadFailed')}
      onRetry={() => void refetch()}
      skeletonRows={1}
      empty={null}
    />
  )
}

interface PasskeysPartProps {
  /** There is one passkey and no other factor. */
  isLast: boolean
  onAdded: () => void
}

/** Lists the passkeys of the signed-in developer, and adds, renames and removes them. */
export function PasskeysPart({ isLast, onAdded }: PasskeysPartProps) {
  const { t } = useTranslation()
  const [task, setTask] = useState<Task>(null)
  const { data } = useQuery(passkeys())
  const shown = useLast(task)
  const named = findPasskey(shown)
  const close = () => setTask(null)
  return (
    <FactorPart title={t('factors.passkeys.title')} detail={t('factors.passkeys.detail')}>
      <PasskeyList onTask={setTask} />
      <AddPasskey count={data?.length} onAdd={() => setTask({ kind: 'add' })} />
      <PasskeyDialog
        opened={task?.kind === 'add' || task?.kind === 'rename'}
        renamed={shown?.kind === 'rename' ? shown.passkey : null}
        onAdded={onAdded}
        onClose={close}
      />
      <ConfirmDialog
        opened={task?.kind === 'remove'}
        onClose={close}
        title={t('factors.passkeys.removeTitle', { name: named?.name ?? '' })}
        confirmLabel={t('factors.passkeys.remove')}
        errorTitle={t('factors.passkeys.removeFailed')}
        danger
        onConfirm={async () => {
          if (named) await removePasskey(named.id)
          toast('success', t('factors.passkeys.removed'))
        }}
      >
        {t('factors.passkeys.removeDetail')} {isLast && t('factors.lastDetail')}
      </ConfirmDialog>
    </FactorPart>
  )
}
