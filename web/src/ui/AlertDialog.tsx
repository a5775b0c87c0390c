import { Button } from '@mantine/core'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import classes from './AlertDialog.module.css'

interface AlertDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** Shows an error until the user confirms it, like `window.alert` but as part of the page (ERR-08). */
export function AlertDialog({ opened, onClose, title, children }: AlertDialogProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDialogElement>(null)
  const [titleId, detailId] = [useId(), useId()]
  useEffect(() => {
    if (opened && !box.current?.open) box.current?.showModal()
    if (!opened) box.current?.close()
  }, [opened])
  return (
    <dialog
      ref={box}
      role="alertdialog"
      className={classes['dialog']}
      aria-labelledby={titleId}
      aria-describedby={detailId}
      onClose={onClose}
    >
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      <div id={detailId}>
        <Boundary>{children}</Boundary>
      </div>
      <div className={classes['actions']}>
        <Button onClick={() => box.current?.close()}>{t('ui.alertClose')}</Button>
      </div>
    </dialog>
  )
}
