import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseDialog, useIsDialogBusy } from './openDialog.ts'

interface CancelButtonProps extends ButtonProps {
  /** "Cancel" by default. */
  children?: ReactNode
}

/**
 * Closes the enclosing dialog like its X does: not while it waits for a reply, and with a question if input is
 * unsaved.
 */
export function CancelButton({ children, ...button }: CancelButtonProps) {
  const { t } = useTranslation()
  return (
    <Button variant="default" disabled={useIsDialogBusy()} onClick={useCloseDialog()} {...button}>
      {children ?? t('ui.cancel')}
    </Button>
  )
}
