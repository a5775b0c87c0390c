import { Button, Modal as MantineModal, Stack, Text } from '@mantine/core'
import { useMemo, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { OpenDialogContext } from './holdOpen.ts'
import { keepFocus } from './keepFocus.ts'
import classes from './Modal.module.css'
import { useFocusReturn } from './useFocusReturn.ts'
import { useLatest } from './useLatest.ts'

export interface ModalProps {
  opened: boolean
  onClose: () => void
  onClosed?: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | number
  fullScreen?: boolean
  /** Near the top of the window, so that an input stays in place while the content grows and shrinks. */
  atTop?: boolean
  /** There is unsaved input, so closing asks first. */
  unsaved?: boolean
  /** Closes only by a button in its content: for one-time secrets and running work. Its content can also call `useHoldOpen`. */
  locked?: boolean
  /** Opens without user action, above every other dialog, which ignores keys pressed in this one. */
  onTop?: boolean
  children: ReactNode
}

/** Traps the focus and returns it. Escape, the X and a click outside close it, unless it is locked or waits for a reply. */
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
  const [isBusy, setBusy] = useState(false)
  useFocusReturn(opened)
  const close = () => {
    if (locked || isBusy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  const latestClose = useLatest(close)
  const dialog = useMemo(() => ({ isBusy, setBusy, close: latestClose }), [isBusy, latestClose])
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
        classNames={{ content: classes['content'] ?? '' }}
        withCloseButton={!locked}
        closeOnEscape={!asking && !onTop}
        closeOnClickOutside={!onTop}
        {...(onTop && topmost(close))}
      >
        <OpenDialogContext value={dialog}>
          <Boundary>{children}</Boundary>
        </OpenDialogContext>
      </MantineModal>
      <DiscardQuestion opened={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </>
  )
}

/**
 * Keeps shortcuts from the page below. Mantine closes the dialogs below on any Escape it sees first, unless its
 * target opts out.
 */
const topmost = (close: () => void) => ({
  zIndex: 500,
  // A click outside leaves the focus inside.
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

export interface DiscardQuestionProps {
  opened: boolean
  question?: string
  onKeep: () => void
  onDiscard: () => void
}

/**
 * Asks before typed input is discarded, in modals and on pages about to be left.
 *
 * Only an Escape pressed inside answers it. Mantine listens on the window, where the Escape that opens the question
 * would also answer it.
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
      <Stack gap="md">
        <Text>{question ?? t('ui.unsavedDetail')}</Text>
        <DialogFooter>
          <Button variant="default" onClick={onKeep} data-autofocus>
            {t('ui.unsavedKeep')}
          </Button>
          <Button color="red" onClick={onDiscard}>
            {t('ui.unsavedDiscard')}
          </Button>
        </DialogFooter>
      </Stack>
    </MantineModal>
  )
}
