import {
  Button,
  Modal as MantineModal,
  Stack,
  Text,
  type ModalOverlayProps,
  type ModalRootProps,
} from '@mantine/core'
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
  /** Called after the dialog is hidden and the focus is back on its opener, if that still exists. */
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
  /** Overrides the default question before unsaved input is discarded. */
  discardQuestion?: string | undefined
  children: ReactNode
}

/** When Mantine returns the focus after a dialog closes. */
const focusReturnMs = 10

/** Without motion, a dialog is hidden before the timer starts that returns the focus. So this timer starts later. */
const afterFocusReturn = (task: () => void) => setTimeout(() => setTimeout(task, focusReturnMs))

/**
 * Traps the focus and returns it. Escape, the X and a click outside close it, unless it is locked or waits for a reply.
 * Asks first if its content reports unsaved input with a `LeaveGuard`.
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
  discardQuestion,
  children,
}: ModalProps) {
  const { context, close, question } = useDialog({ opened, onClose, locked, onTop })
  return (
    <>
      <DialogFrame
        opened={opened}
        onClose={close}
        {...(onClosed && { onExitTransitionEnd: () => afterFocusReturn(onClosed) })}
        title={title}
        hasCloseButton={!locked}
        // A click outside keeps the focus inside.
        {...(onTop && { overlay: { onMouseDown: keepFocus } })}
        size={size}
        fullScreen={fullScreen}
        centered={!atTop}
        classNames={{ content: classes['content'] ?? '' }}
        closeOnClickOutside={!onTop}
        {...(onTop && topmost)}
      >
        <OpenDialogContext value={context}>
          <Boundary>{children}</Boundary>
        </OpenDialogContext>
      </DialogFrame>
      <DiscardQuestion {...question} question={discardQuestion} />
    </>
  )
}

interface DialogFrameProps extends Omit<ModalRootProps, 'title'> {
  title: ReactNode
  hasCloseButton: boolean
  overlay?: ModalOverlayProps
}

/** Mantine's modal without its body, which would make all its text the description of the dialog. */
function DialogFrame({ title, hasCloseButton, overlay, children, ...root }: DialogFrameProps) {
  return (
    <MantineModal.Root {...root} closeOnEscape={false}>
      <MantineModal.Overlay {...overlay} />
      <MantineModal.Content>
        <MantineModal.Header>
          <MantineModal.Title>{title}</MantineModal.Title>
          {hasCloseButton && <MantineModal.CloseButton />}
        </MantineModal.Header>
        <div className={classes['body']}>{children}</div>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}

/** The part of a question that screen readers read when it opens. */
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
  question?: string | undefined
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before input is discarded, in dialogs and before the user leaves a page. */
export function DiscardQuestion({ opened, question, onKeep, onDiscard }: DiscardQuestionProps) {
  const { t } = useTranslation()
  useEscape(opened, useLatest(onKeep))
  return (
    <DialogFrame
      opened={opened}
      onClose={onKeep}
      title={t('ui.unsavedTitle')}
      hasCloseButton
      size="sm"
      zIndex={400}
    >
      <Stack gap="md">
        <DialogDetail>
          <Text>{question ?? t('ui.unsavedDetail')}</Text>
        </DialogDetail>
        <DialogFooter>
          <Button variant="default" onClick={onKeep} data-autofocus>
            {t('ui.unsavedKeep')}
          </Button>
          <Button color="red" onClick={onDiscard}>
            {t('ui.unsavedDiscard')}
          </Button>
        </DialogFooter>
      </Stack>
    </DialogFrame>
  )
}
