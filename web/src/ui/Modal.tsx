import { Button, Group, Modal as MantineModal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'

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
        closeOnEscape={!locked && !asking}
        closeOnClickOutside={!locked}
      >
        <Boundary>{children}</Boundary>
      </MantineModal>
      <DiscardQuestion opened={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </>
  )
}

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
