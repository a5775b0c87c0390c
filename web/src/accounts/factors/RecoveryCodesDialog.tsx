import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../http/session.ts'
import '../../texts/factors.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import classes from './RecoveryCodesDialog.module.css'

export interface RecoveryCodesDialogProps {
  opened: boolean
  codes: string[]
  onClose: () => void
  onClosed: () => void
}

/** Shows new recovery codes, the only time they can be seen. Closes only once the user says that they stored them; Back doesn't. */
export function RecoveryCodesDialog({ opened, codes, onClose, onClosed }: RecoveryCodesDialogProps) {
  const { t } = useTranslation()
  const { developer, flags } = useSession()
  const heading = t('factors.recovery.fileHeading', {
    email: developer?.email ?? '',
    platform: flags.platform_name,
  })
  const text = codes.join('\n')
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: () => true, disabled: !opened })
  return (
    <Modal opened={opened} onClose={onClose} onClosed={onClosed} title={t('factors.recovery.dialog')} locked>
      <Stack gap="md">
        <p className={classes['printed']}>{heading}</p>
        <Text>{t('factors.recovery.once')}</Text>
        <ul className={classes['codes']} aria-label={t('factors.recovery.codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs" className={classes['buttons'] ?? ''}>
          <CopyButton value={text} name={t('factors.recovery.codes')} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size="0.9375rem" aria-hidden />}
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${heading}\n\n${text}\n`)}`}
            download="recovery-codes.txt"
          >
            {t('factors.recovery.download')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPrinter size="0.9375rem" aria-hidden />}
            onClick={() => window.print()}
          >
            {t('factors.recovery.print')}
          </Button>
        </Group>
        <Group className={classes['buttons'] ?? ''}>
          <Button onClick={onClose}>{t('factors.recovery.stored')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
