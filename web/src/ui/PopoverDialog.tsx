import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from './clsx.ts'
import classes from './PopoverDialog.module.css'

interface PopoverDialogProps {
  /** A button with this id as its `popoverTarget` opens it. */
  id: string
  title: string
  /** The class that sets the position and size of the dialog. */
  className: string | undefined
  children: ReactNode
}

/** A dialog of a static page: it opens and closes without a script. */
export function PopoverDialog({ id, title, className, children }: PopoverDialogProps) {
  const { t } = useTranslation()
  return (
    <dialog
      id={id}
      popover="auto"
      className={clsx(classes['dialog'], className)}
      aria-labelledby={`${id}-title`}
    >
      <div className={classes['head']}>
        <p id={`${id}-title`}>{title}</p>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('ui.close')}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <IconX size="1.125rem" aria-hidden />
        </ActionIcon>
      </div>
      {children}
    </dialog>
  )
}
