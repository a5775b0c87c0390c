import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner, type Failure } from './ErrorBanner.tsx'
import { toFailure } from './failure.ts'
import { Modal } from './Modal.tsx'

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

/** Asks the second of two people who saved the same thing whose version stays. */
export function StaleSaveDialog({ opened, onKeep, onReload, onOverwrite, ...texts }: StaleSaveDialogProps) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const overwrite = async () => {
    setIsBusy(true)
    setFailure(null)
    await onOverwrite().catch((error: unknown) => setFailure(toFailure(error)))
    setIsBusy(false)
  }
  return (
    <Modal opened={opened} onClose={onKeep} title={texts.title ?? t('ui.stale.title')}>
      <Stack gap="md">
        <Text>{texts.detail ?? t('ui.stale.detail')}</Text>
        <ErrorBanner error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep} data-autofocus>
            {t('ui.stale.keep')}
          </Button>
          <Button variant="default" onClick={onReload}>
            {t('ui.stale.reload')}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void overwrite()}>
            {texts.overwriteLabel ?? t('ui.stale.overwrite')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
