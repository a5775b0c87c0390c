import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { Submission } from '@trestle/domain/listings/contract.ts'
import type { ListingMove } from '@trestle/domain/listings/transitions.ts'
import { fieldMessages } from '@trestle/domain/http/messages.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface ReviewDialogProps {
  move: ListingMove
  name: string
  /** What staff began to write before they decided. */
  draftMessage: string
  onDraftMessage: (message: string) => void
  onClose: () => void
  onConfirm: (move: ListingMove, said: { message: string; silent: boolean }) => Promise<Submission>
}

/** Each step of a review asks first; a decision carries a message (LSTATE-05, LSTATE-10, LSTATE-15, LSTATE-18). */
export function ReviewDialog({ move, name, onClose, onConfirm, ...draft }: ReviewDialogProps) {
  const { t } = useTranslation()
  const [silent, setSilent] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const isDecision = move === 'approve' || move === 'reject'
  const message = draft.draftMessage
  const confirm = async () => {
    if (move === 'reject' && message.trim() === '') {
      setMissing(true)
      throw new Error(fieldMessages.required)
    }
    await onConfirm(move, { message: isDecision ? message : '', silent })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`listings.confirm.${move}Title`, { name })}
      confirmLabel={t(`listings.actions.${move}`)}
      danger={move === 'reject'}
      onConfirm={confirm}
    >
      <Stack gap="md">
        <p>{t(`listings.confirm.${move}`)}</p>
        {isDecision && (
          <MessageField
            value={message}
            required={move === 'reject'}
            error={isMissing && message.trim() === '' ? fieldMessages.required : null}
            onChange={draft.onDraftMessage}
          />
        )}
        {move === 'approve' && (
          <Checkbox
            label={t('listings.confirm.silent')}
            checked={silent}
            onChange={({ currentTarget }) => setSilent(currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}

/** What is typed reaches the page after this pause (LADM-11). */
const messagePauseMs = 200

interface MessageFieldProps {
  value: string
  required: boolean
  error: string | null
  onChange: (value: string) => void
}

export function MessageField({ value, required, error, onChange }: MessageFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => onChange(typed), messagePauseMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the pause belongs to what was typed
  }, [typed])
  return (
    <Textarea
      label={t('listings.confirm.message')}
      description={t('listings.confirm.messageHint')}
      value={typed}
      required={required}
      error={error}
      autosize
      minRows={3}
      maxRows={12}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => onChange(typed)}
    />
  )
}
