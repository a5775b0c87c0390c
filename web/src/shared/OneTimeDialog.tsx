import { Button, Checkbox, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { LazyModal } from '../ui/LazyModal.tsx'
import { useNewestGuard } from './LeaveGuard.tsx'

interface OneTimeDialogProps {
  title: string
  /** The title and text of the warning, the labels of the checkbox and the button, and why the button is disabled. */
  texts: { warning: string; detail: string; stored: string; reason: string; done: string }
  /** A new secret, or its variants for different programs. Copying one of them is enough. */
  secrets: readonly { label: string; value: string }[]
  /** Above the warning. */
  header?: ReactNode
  /** Above the secrets. */
  children?: ReactNode
  onDone: () => void
}

/** Shows a new secret once. Only Done closes it, after the secret is stored; Escape and Back don't (CRED-13). */
export function OneTimeDialog({ title, texts, secrets, header, children, onDone }: OneTimeDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [isTicked, setIsTicked] = useState(false)
  const isStored = isCopied || isTicked
  const reasonId = useId()
  const blocks = useNewestGuard(() => true)
  useBlocker({ shouldBlockFn: () => blocks(''), enableBeforeUnload: () => !isStored })
  return (
    <LazyModal opened locked size="lg" onClose={onDone} title={title}>
      <Stack gap="md">
        {header}
        <Banner tone="warning" title={texts.warning}>
          <p>{texts.detail}</p>
        </Banner>
        {children}
        {secrets.map((secret, index) => (
          <CopyField
            key={secret.label}
            {...secret}
            focusedFirst={index === 0}
            onCopied={() => setIsCopied(true)}
          />
        ))}
        <Checkbox
          label={texts.stored}
          checked={isTicked}
          onChange={(event) => setIsTicked(event.currentTarget.checked)}
        />
        <DialogFooter reason={isStored ? null : texts.reason} reasonId={reasonId}>
          <Button disabled={!isStored} aria-describedby={isStored ? undefined : reasonId} onClick={onDone}>
            {texts.done}
          </Button>
        </DialogFooter>
      </Stack>
    </LazyModal>
  )
}
