import type { ReactNode } from 'react'
import classes from './DialogFooter.module.css'

interface DialogFooterProps {
  /** The reason why the main button is disabled, on its own line. */
  reason?: string | null
  reasonId?: string
  /** Next to the buttons where there is room. */
  info?: ReactNode
  /** The buttons: Cancel first, the main one last. */
  children: ReactNode
}

/** Shows the buttons of a dialog or drawer. Stays visible below long content. */
export function DialogFooter({ reason, reasonId, info, children }: DialogFooterProps) {
  return (
    <div className={classes['footer']}>
      {info && <div className={classes['info']}>{info}</div>}
      {reason && (
        <p id={reasonId} className={classes['reason']}>
          {reason}
        </p>
      )}
      <div className={classes['buttons']}>{children}</div>
    </div>
  )
}
