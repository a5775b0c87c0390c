import { Button, Modal as MantineModal, Stack, Text } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { keepFocus } from './keepFocus.ts'
import classes from './Modal.module.css'
import { OpenDialogContext } from './openDialog.ts'
import { useDialog } from './useDialog.ts'
import { useEscape } from './useEscape.ts'
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
  /** Closes only by a button in its content: for one-time secrets and running work. Its content can also call `useHoldOpen`. */
  locked?: boolean
  /** Opens without user action, above every other dialog, which ignores keys pressed in this one. */
  onTop?: boolean
  children: ReactNode
}

/**
 * Traps the focus and returns it. Escape, the X and a click outside close it, unless it is locked or waits for a reply.
 * Asks first if its content has unsaved input, which it says with a `LeaveGuard`.
 */
export function Modal({
  opened,
  onClose,
  onClosed,
  title,
  size = 'md',
  fullScreen = false,
  atTop = false,
  locked = false,
  onTop = false,
  children,
}: ModalProps) {
  const { context, close, question } = useDialog({ opened, onClose, locked, onTop })
  return (
    <>
      <MantineModal.Root
        opened={opened}
        onClose={close}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        size={size}
        fullScreen={fullScreen}
        centered={!atTop}
        classNames={{ content: classes['content'] ?? '' }}
        closeOnEscape={false}
        closeOnClickOutside={!onTop}
        {...(onTop && topmost)}
      >
        {/* On top, a click outside leaves the focus inside. */}
        <MantineModal.Overlay {...(onTop && { onMouseDown: keepFocus })} />
        <MantineModal.Content>
          <MantineModal.Header>
            <MantineModal.Title>{title}</MantineModal.Title>
            {!locked && <MantineModal.CloseButton />}
          </MantineModal.Header>
          <div className={classes['body']}>
            <OpenDialogContext value={context}>
              <Boundary>{children}</Boundary>
            </OpenDialogContext>
          </div>
        </MantineModal.Content>
      </MantineModal.Root>
      <DiscardQuestion {...question} />
    </>
  )
}

/** The part of a confirmation that screen readers read when it opens. Mantine's body would be all of it. */
export function DialogDetail({ children }: { children: ReactNode }) {
  return <MantineModal.Body p={0}>{children}</MantineModal.Body>
}

/** Keeps shortcuts from the page below. */
const topmost = {
  zIndex: 500,
  onKeyDown: (event: KeyboardEvent) => {
    const isShortcut = event.ctrlKey || event.metaKey
    if (isShortcut && event.key === 's') event.preventDefault()
    if (isShortcut) event.stopPropagation()
  },
}

export interface DiscardQuestionProps {
  opened: boolean
  question?: string
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before typed input is discarded, in dialogs and on pages about to be left. */
export function DiscardQuestion({ opened, question, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation()
  useEscape(opened, useLatest(onKeep))
  return (
    <MantineModal
      opened={opened}
      onClose={onKeep}
      title={t('ui.unsavedTitle')}
      size="sm"
      zIndex={400}
      closeOnEscape={false}
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
