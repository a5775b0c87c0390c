import type { ReactNode } from 'react'
import classes from './DialogFooter.module.css'
import { useLast } from './useLast.ts'

interface DialogFooterProps {
  /** The reason why the main button is disabled, on its own line. Its space stays, so that the dialog doesn't move. */
  reason?: string | null
  reasonId?: string
  /** Next to the buttons where there is room. */
  info?: ReactNode
  /** The buttons: Cancel first, the main one last. */
  children: ReactNode
}

/** Shows the buttons of a dialog or drawer. Stays visible below long content. */
export function DialogFooter({ reason, reasonId, info, children }: DialogFooterProps) {
  const lastReason = useLast(reason ?? null)
  return (
    <div className={classes['footer']}>
      {info && <div className={classes['info']}>{info}</div>}
      {lastReason !== null && (
        <p id={reasonId} className={classes['reason']} data-past={!reason || undefined}>
          {lastReason}
        </p>
      )}
      <div className={classes['buttons']}>{children}</div>
    </div>
  )
}
