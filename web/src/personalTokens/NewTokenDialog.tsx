import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { NewPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/personalTokens.ts'
import { Banner } from '../ui/Banner.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Modal } from '../ui/Modal.tsx'

interface NewTokenDialogProps {
  token: NewPersonalToken
  onDone: () => void
}

/** Shows a new token once. Only Done closes it, after the token is stored; Escape and Back don't. */
export function NewTokenDialog({ token, onDone }: NewTokenDialogProps) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const [isTicked, setIsTicked] = useState(false)
  const isStored = isCopied || isTicked
  const reasonId = useId()
  useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: () => !isStored })
  return (
    <Modal opened locked size="lg" onClose={onDone} title={t('personalTokens.once.title')}>
      <Stack gap="md">
        <Banner tone="warning" title={t('personalTokens.once.warning')}>
          <p>{t('personalTokens.once.detail')}</p>
        </Banner>
        <CopyField
          label={t('personalTokens.once.token')}
          value={token.token}
          focusedFirst
          onCopied={() => setIsCopied(true)}
        />
        <Checkbox
          label={t('personalTokens.once.stored')}
          checked={isTicked}
          onChange={(event) => setIsTicked(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          {!isStored && (
            <Text id={reasonId} size="sm" c="dimmed">
              {t('personalTokens.once.reason')}
            </Text>
          )}
          <Button disabled={!isStored} aria-describedby={isStored ? undefined : reasonId} onClick={onDone}>
            {t('personalTokens.once.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
