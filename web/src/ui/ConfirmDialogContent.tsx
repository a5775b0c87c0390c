import { Button, Stack, TextInput } from '@mantine/core'
import { withoutIsolates } from '@trestle/domain/text/withoutIsolates.ts'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CancelButton } from './CancelButton.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { EnvironmentBadge, type Environment } from './EnvironmentBadge.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { type Failure, toFailure } from './failure.ts'
import { useHoldOpen } from './openDialog.ts'
import { DialogDetail, Modal } from './Modal.tsx'

export interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  /** Called after the dialog is hidden and the focus is back on its opener, if that still exists. */
  onClosed?: () => void
  title: ReactNode
  /** Names the object and the effect, with numbers where possible. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Shown above the content. Also sets the color of the button unless it marks danger. */
  environment?: Environment
  /** The name the user must type, for actions that can't be undone. */
  typeName?: string
  /** The dialog stays open and busy until the promise settles; it shows a refusal inside. */
  onConfirm: () => Promise<void> | void
  errorTitle?: string
}

export function ConfirmDialogContent(props: ConfirmDialogProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      {...(props.onClosed && { onClosed: props.onClosed })}
      title={props.title}
      size="md"
    >
      <ConfirmForm {...props} />
    </Modal>
  )
}

/** Mounted only while the dialog is open, so that each opening starts clean. */
function ConfirmForm({
  children,
  onClose,
  onConfirm,
  danger = false,
  environment,
  typeName,
  ...props
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const color = danger ? 'red' : environment
  const [busy, setBusy] = useState(false)
  useHoldOpen(busy)
  const [typed, setTyped] = useState('')
  const [mismatch, setMismatch] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const name = useRef<HTMLInputElement>(null)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (typeName !== undefined && withoutIsolates(typed) !== typeName) {
      setMismatch(true)
      return name.current?.focus()
    }
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={confirm}>
      <Stack gap="md">
        {environment && (
          <div>
            <EnvironmentBadge environment={environment} />
          </div>
        )}
        <DialogDetail>{children}</DialogDetail>
        {typeName !== undefined && (
          <TextInput
            ref={name}
            label={t('ui.typeNameOf', { name: typeName })}
            value={typed}
            autoComplete="off"
            data-autofocus
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setMismatch(false)
            }}
            error={mismatch ? t('ui.typeNameMissing', { name: typeName }) : null}
          />
        )}
        <ErrorBanner error={failure} title={props.errorTitle} />
        <DialogFooter>
          <CancelButton data-autofocus={typeName === undefined || undefined}>
            {props.cancelLabel}
          </CancelButton>
          <Button type="submit" loading={busy} {...(color && { color })}>
            {props.confirmLabel}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  )
}
