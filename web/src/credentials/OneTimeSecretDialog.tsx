import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { Credentials } from '@trestle/domain/credentials/contract.ts'
import { useId, useState, type ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../ui/Banner.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EnvironmentBadge, type Environment } from '../ui/EnvironmentBadge.tsx'
import { Modal } from '../ui/Modal.tsx'
import classes from './Credentials.module.css'

interface OneTimeSecretDialogProps {
  environment: Environment
  credentials: Credentials
  onDone: () => void
}

/** Shows a new secret this one time. Neither Escape nor Back closes it, only Done, once the secret was stored (CRED-13). */
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
        <Shown label={t('credentials.clientId')} value={credentials.uid} />
        <Shown
          label={t('credentials.clientSecret')}
          value={credentials.secret}
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

interface ShownProps {
  label: string
  value: string
  /** For the secret: it has the focus first, and copying it by keys counts as copying it. */
  onCopied?: () => void
}

function Shown({ label, value, onCopied }: ShownProps) {
  const copiedByKeys = ({ currentTarget: field }: ClipboardEvent<HTMLTextAreaElement>) => {
    const isWhole = field.selectionStart === 0 && field.selectionEnd === value.length
    if (isWhole) onCopied?.()
  }
  return (
    <div className={classes['shown']}>
      {/* It wraps, so that the whole of it is seen at any width. */}
      <Textarea
        className={classes['code'] ?? ''}
        label={label}
        value={value}
        autosize
        minRows={1}
        readOnly
        spellCheck={false}
        autoComplete="off"
        data-autofocus={onCopied !== undefined || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={copiedByKeys}
      />
      <CopyButton value={value} name={label} {...(onCopied && { onCopied })} />
    </div>
  )
}
