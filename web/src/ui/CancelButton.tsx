import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDialogBusy } from './holdOpen.ts'

interface CancelButtonProps extends ButtonProps {
  onClick: () => void
  /** "Cancel" by default. */
  children?: ReactNode
}

/** Closes a dialog, unless that waits for a reply. */
export function CancelButton({ children, ...button }: CancelButtonProps) {
  const { t } = useTranslation()
  return (
    <Button variant="default" disabled={useIsDialogBusy()} {...button}>
      {children ?? t('ui.cancel')}
    </Button>
  )
}
