import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { failureOf } from '../ui/failure.ts'
import { Modal } from '../ui/Modal.tsx'

interface StaleSaveDialogProps {
  opened: boolean
  onKeep: () => void
  onReload: () => void
  onOverwrite: () => Promise<void>
}

/** Two people saved the same thing: whoever came second chooses whose version stays. */
export function StaleSaveDialog({ opened, onKeep, onReload, onOverwrite }: StaleSaveDialogProps) {
  const { t } = useTranslation()
  const overwriting = useMutation({ mutationFn: onOverwrite })
  return (
    <Modal opened={opened} onClose={onKeep} title={t('accounts.stale.title')}>
      <Stack gap="md">
        <Text>{t('accounts.stale.detail')}</Text>
        <ErrorBanner error={overwriting.error && failureOf(overwriting.error)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep} data-autofocus>
            {t('accounts.stale.keep')}
          </Button>
          <Button variant="default" onClick={onReload}>
            {t('accounts.stale.reload')}
          </Button>
          <Button color="red" loading={overwriting.isPending} onClick={() => overwriting.mutate()}>
            {t('accounts.stale.overwrite')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
