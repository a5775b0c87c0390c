import type { Bucket, BucketChange } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { useLast } from '../ui/useLast.ts'
import { bucketFailure } from './bucketFailure.ts'
import type { ChangeDialogProps } from './ChangeDialog.tsx'
import type { Outcome } from './outcomes.ts'
import { useDeleteBucket, useRevertChange } from './queries.ts'

const ChangeDialog = lazyOverlay<ChangeDialogProps>(() =>
  import('./ChangeDialog.tsx').then((m) => m.ChangeDialog),
)

/** A change of a bucket other than an edit. */
export type PendingQuestion =
  | { what: 'delete'; bucket: Bucket }
  | { what: 'revert'; change: BucketChange }
  | null

interface PendingDialogProps {
  server: QuotaServer
  pending: PendingQuestion
  onClose: () => void
  onOutcome: (outcome: Outcome) => void
}

/** Confirms deleting a bucket or reverting a change, after showing what it would have throttled (RATE-15). */
export function PendingDialog({ server, pending, onClose, onOutcome }: PendingDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(pending)
  const question = useQuestion(server, shown)
  const { mutateAsync: remove } = useDeleteBucket()
  const { mutateAsync: revert } = useRevertChange()
  const act = async (reason: string): Promise<string> => {
    if (pending?.what === 'delete') {
      await remove({ bucket: pending.bucket, reason })
      return t('quotas.outcome.deleted', { name: pending.bucket.name, server })
    }
    if (pending) await revert({ server, id: pending.change.id, reason })
    return t('quotas.outcome.reverted')
  }
  const confirm = async (reason: string) => {
    const outcome = await act(reason)
      .then((message) => ({ server, ok: true, message }))
      .catch((error: unknown) => ({ server, ok: false, message: bucketFailure(t, error) }))
    if (outcome.ok) onClose()
    onOutcome(outcome)
    return outcome.ok
  }
  const isDelete = shown?.what === 'delete'
  return (
    <ChangeDialog
      opened={pending !== null}
      onClose={onClose}
      title={question?.title ?? ''}
      parts={question ? [question] : []}
      confirmLabel={t(isDelete ? 'quotas.confirm.deleteLabel' : 'quotas.confirm.revertLabel')}
      danger={isDelete}
      onConfirm={confirm}
    />
  )
}

function useQuestion(server: QuotaServer, pending: PendingQuestion) {
  const { t } = useTranslation()
  if (!pending) return null
  if (pending.what === 'delete') {
    const { id, name, domain, client_id } = pending.bucket
    return {
      server,
      title: t('quotas.confirm.deleteTitle', { name, server }),
      question: t('quotas.confirm.delete'),
      input: { id, domain, client_id, bucket_templates: null },
      after: null,
    }
  }
  const { before, after } = pending.change
  const title = t('quotas.confirm.revertTitle')
  if (before) {
    const { domain, client_id, bucket_templates } = before
    const question = t('quotas.confirm.revertTo')
    return { server, title, question, input: { domain, client_id, bucket_templates }, after: before }
  }
  const { domain = '', client_id = '*' } = after ?? {}
  const input = { domain, client_id, bucket_templates: null }
  return { server, title, question: t('quotas.confirm.revertToNothing'), input, after: null }
}
