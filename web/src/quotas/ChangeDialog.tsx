import { Button, Stack, Text } from '@mantine/core'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { maxReason, type Bucket, type BucketState, type Preview } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import type { TFunction } from 'i18next'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/quotas.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx'
import { useHoldOpen } from '../ui/openDialog.ts'
import { Modal } from '../ui/Modal.tsx'
import { bucketPreview, type PreviewInput } from './queries.ts'
import { ThrottlePreview } from './ThrottlePreview.tsx'

/** One server's part of a change. */
export interface ChangePart {
  server: QuotaServer
  /** The confirmation question for this server. */
  question: string
  note?: string | undefined
  input: PreviewInput
  /** The bucket after the change; null if it is deleted. */
  after: BucketState | null
  /** Whether this adds a bucket. A server has only one for a client of an app. */
  isAddition?: boolean
}

export interface ChangeDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  parts: ChangePart[]
  confirmLabel: string
  danger?: boolean
  /** Always resolves; the page shows the outcome. Returns false if the change failed at least in part. */
  onConfirm: (reason: string) => Promise<boolean>
}

/**
 * Confirms a change of a bucket: shows what it would have throttled, and asks for a reason. The reason for a failed
 * change stays for the next attempt.
 */
export function ChangeDialog(props: ChangeDialogProps) {
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    props.onClose()
  }
  const confirm = async () => {
    const isDone = await props.onConfirm(reason)
    if (isDone) setReason('')
    return isDone
  }
  return (
    <Modal opened={props.opened} onClose={close} title={props.title} size="lg">
      <LeaveGuard unsaved={reason !== ''} />
      <ConfirmChange {...props} reason={reason} onReason={setReason} onConfirm={confirm} />
    </Modal>
  )
}

/** Returns what is wrong with a reason, or null. A limit on the field itself would cut off pasted text. */
function reasonProblem(t: TFunction, reason: string): string | null {
  if (isBlank(reason)) return t('quotas.confirm.reasonMissing')
  const { length } = reason.trim()
  return length > maxReason ? t('quotas.confirm.reasonTooLong', { max: maxReason, length }) : null
}

/**
 * Returns whether previews are still loading, so that no one confirms a change before they can read its preview.
 * Also returns `taken`, the existing buckets that would make servers refuse the ones to add.
 */
function usePreviews(parts: readonly ChangePart[]) {
  return useQueries({
    queries: parts.map(({ server, input }) => bucketPreview(server, input)),
    combine: (previews: UseQueryResult<Preview>[]) => ({
      isLoading: previews.some(({ isPending }) => isPending),
      taken: previews.flatMap(({ data }, index) => (parts[index]?.isAddition ? (data?.bucket ?? []) : [])),
    }),
  })
}

/** Says why a bucket can't be added, and what to do. */
function Taken({ id, buckets }: { id: string; buckets: readonly Bucket[] }) {
  const { t } = useTranslation()
  return (
    <output>
      <span id={id}>
        {buckets.map(({ server, name, client_id: client }) => (
          <Text key={server} span display="block">
            {t('quotas.confirm.taken', { server, name, client })}
          </Text>
        ))}
      </span>
    </output>
  )
}

interface PartsProps {
  parts: readonly ChangePart[]
  title: string
  taken: readonly Bucket[]
}

/** Shows each server's part of the change. */
function Parts({ parts, title, taken }: PartsProps) {
  return parts.map(({ server, question, note, input, after }) => (
    <Stack key={server} gap="sm">
      {question !== title && <Text>{question}</Text>}
      {note !== undefined && <Text c="dimmed">{note}</Text>}
      {!taken.some((bucket) => bucket.server === server) && (
        <ThrottlePreview server={server} input={input} after={after} />
      )}
    </Stack>
  ))
}

interface ConfirmChangeProps extends Omit<ChangeDialogProps, 'opened' | 'onClose' | 'onConfirm'> {
  reason: string
  onReason: (reason: string) => void
  onConfirm: () => Promise<boolean>
}

/** Mounted only while the dialog is open, so that each opening starts without a problem. */
function ConfirmChange({ title, parts, confirmLabel, danger = false, reason, ...props }: ConfirmChangeProps) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const takenId = useId()
  useHoldOpen(isBusy)
  const { isLoading, taken } = usePreviews(parts)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (taken.length > 0) return
    const found = reasonProblem(t, reason)
    if (found !== null) {
      setProblem(found)
      field.current?.focus()
      return
    }
    setBusy(true)
    await props.onConfirm()
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void confirm(event)} noValidate>
      <Stack gap="lg">
        <Parts parts={parts} title={title} taken={taken} />
        <GrowingTextarea
          ref={field}
          label={t('quotas.confirm.reason')}
          description={t('quotas.confirm.reasonHint', { max: maxReason })}
          required
          minRows={2}
          data-autofocus
          value={reason}
          error={problem}
          onChange={(event) => {
            props.onReason(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Taken id={takenId} buckets={taken} />
        <DialogFooter>
          <CancelButton>{t('quotas.confirm.cancel')}</CancelButton>
          <Button
            type="submit"
            loading={isBusy || isLoading}
            disabled={taken.length > 0}
            aria-describedby={takenId}
            {...(danger && { color: 'red' })}
          >
            {confirmLabel}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  )
}
