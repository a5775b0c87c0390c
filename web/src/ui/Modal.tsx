import { Button, Group, Modal as MantineModal, Text } from '@mantine/core'
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { keepFocus } from './keepFocus.ts'

interface ModalProps {
  opened: boolean
  onClose: () => void
  onClosed?: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | number
  fullScreen?: boolean
  /** Near the top of the window, for content that grows and shrinks: what one types into stays in its place. */
  atTop?: boolean
  /** Something was typed and not saved: closing asks first. */
  unsaved?: boolean
  /** Closes only by a button of its own content: one-time secrets, running work. */
  locked?: boolean
  /** Opens by itself, above any other dialog, which the keys pressed in here don't reach. */
  onTop?: boolean
  children: ReactNode
}

/** Traps the focus and gives it back. Escape, the cross and a click outside close it, unless locked. */
export function Modal({
  opened,
  onClose,
  onClosed,
  title,
  size = 'md',
  fullScreen = false,
  atTop = false,
  unsaved = false,
  locked = false,
  onTop = false,
  children,
}: ModalProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (unsaved) setAsking(true)
    else onClose()
  }
  const discard = () => {
    setAsking(false)
    onClose()
  }
  return (
    <>
      <MantineModal
        opened={opened}
        onClose={close}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        title={title}
        size={size}
        fullScreen={fullScreen}
        centered={!atTop}
        withCloseButton={!locked}
        closeOnEscape={!locked && !asking && !onTop}
        closeOnClickOutside={!locked && !onTop}
        {...(onTop && topmost(close))}
      >
        <Boundary>{children}</Boundary>
      </MantineModal>
      <DiscardQuestion opened={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </>
  )
}

/**
 * Shortcuts belong to the page below, and Mantine closes the dialogs below at any Escape it sees first, unless its
 * target says otherwise.
 */
const topmost = (close: () => void) => ({
  zIndex: 500,
  // A press beside the dialog leaves the focus inside.
  overlayProps: { onMouseDown: keepFocus },
  onFocusCapture: ({ target }: FocusEvent<HTMLElement>) =>
    target.setAttribute('data-mantine-stop-propagation', 'true'),
  onKeyDown: (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') close()
    if (isShortcut && event.key === 's') event.preventDefault()
    if (isShortcut) event.stopPropagation()
  },
})

interface DiscardQuestionProps {
  opened: boolean
  question?: string
  onKeep: () => void
  onDiscard: () => void
}

/**
 * Asked before typed input is thrown away: by modals, and by pages that are about to be left.
 *
 * Only an Escape pressed inside it answers it. Mantine listens at the window, where the Escape that raises the
 * question would answer it in the same breath.
 */
export function DiscardQuestion({ opened, question, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation()
  return (
    <MantineModal
      opened={opened}
      onClose={onKeep}
      title={t('ui.unsavedTitle')}
      size="sm"
      zIndex={400}
      closeOnEscape={false}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onKeep()
      }}
    >
      <Text>{question ?? t('ui.unsavedDetail')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onKeep} data-autofocus>
          {t('ui.unsavedKeep')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('ui.unsavedDiscard')}
        </Button>
      </Group>
    </MantineModal>
  )
}
