import { Button, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CancelButton } from './CancelButton.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { type Failure, toFailure } from './failure.ts'
import { useHoldOpen } from './openDialog.ts'
import { DialogDetail, Modal } from './Modal.tsx'

export interface StaleSaveDialogProps {
  opened: boolean
  onKeep: () => void
  onReload: () => void
  onOverwrite: () => Promise<void>
  /** A more specific title, such as who saved what and what happens to it. */
  title?: ReactNode
  detail?: ReactNode
  overwriteLabel?: string
}

/** Asks the second of two people who saved the same thing which version to keep. */
export function StaleSaveDialogContent({ opened, title, onKeep, ...choices }: StaleSaveDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={onKeep} title={title ?? t('ui.stale.title')}>
      <StaleSaveChoices {...choices} />
    </Modal>
  )
}

type StaleSaveChoicesProps = Omit<StaleSaveDialogProps, 'opened' | 'title' | 'onKeep'>

/** Mounted only while the dialog is open, so that no earlier refusal is shown. */
function StaleSaveChoices({ onReload, onOverwrite, detail, overwriteLabel }: StaleSaveChoicesProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  useHoldOpen(isBusy)
  const overwrite = async () => {
    setIsBusy(true)
    setFailure(null)
    await onOverwrite().catch((error: unknown) => setFailure(toFailure(error)))
    setIsBusy(false)
  }
  return (
    <Stack gap="md">
      <DialogDetail>{detail ?? t('ui.stale.detail')}</DialogDetail>
      <ErrorBanner error={failure} />
      <DialogFooter>
        <CancelButton data-autofocus>{t('ui.stale.keep')}</CancelButton>
        <Button variant="default" onClick={onReload} disabled={isBusy}>
          {t('ui.stale.reload')}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void overwrite()}>
          {overwriteLabel ?? t('ui.stale.overwrite')}
        </Button>
      </DialogFooter>
    </Stack>
  )
}
