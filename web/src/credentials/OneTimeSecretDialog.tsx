import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/credentials.ts'
import { Banner } from '../ui/Banner.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { EnvironmentBadge, type Environment } from '../ui/EnvironmentBadge.tsx'
import { Modal } from '../ui/Modal.tsx'

interface OneTimeSecretDialogProps {
  environment: Environment
  credentials: Credentials
  onDone: () => void
}

/** Shows a new secret once. Only Done closes it, after the secret is saved; Escape and Back don't (CRED-13). */
export function OneTimeSecretDialog({ environment, credentials, onDone }: OneTimeSecretDialogProps) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const [isTicked, setIsTicked] = useState(false)
  const isStored = isCopied || isTicked
  const reasonId = useId()
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: () => !isStored })
  return (
    <Modal opened locked size="lg" onClose={onDone} title={t(`credentials.once.${environment}`)}>
      <Stack gap="md">
        <div>
          <EnvironmentBadge environment={environment} />
        </div>
        <Banner tone="warning" title={t('credentials.once.warning')}>
          <p>{t('credentials.once.detail')}</p>
        </Banner>
        <CopyField label={t('credentials.clientId')} value={credentials.uid} />
        <CopyField
          label={t('credentials.clientSecret')}
          value={credentials.secret}
          focusedFirst
          onCopied={() => setIsCopied(true)}
        />
        <Checkbox
          label={t('credentials.once.stored')}
          checked={isTicked}
          onChange={(event) => setIsTicked(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          {!isStored && (
            <Text id={reasonId} size="sm" c="dimmed">
              {t('credentials.once.reason')}
            </Text>
          )}
          <Button disabled={!isStored} aria-describedby={isStored ? undefined : reasonId} onClick={onDone}>
            {t('credentials.once.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
