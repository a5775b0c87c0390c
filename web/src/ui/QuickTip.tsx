import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import classes from './QuickTip.module.css'
import { log } from './log.ts'

interface MasterProps {
  /** ID of the slave element that this master opens. */
  slave: string
  label: string
}

/** Log message for a master whose slave is not on the page (ERR-10). */
export const missingSlave = (slave: string) => `Quick tip "${slave}": the master has no slave element.`

/**
 * Shows a small question mark: hover or focus shows its slave, a press keeps it open, a second press or Escape
 * closes it.
 */
export function QuickTipMaster({ slave, label }: MasterProps) {
  const [pinned, setPinned] = useState(false)
  const [near, setNear] = useState(false)
  const isOpen = pinned || near
  useEffect(() => {
    const element = document.getElementById(slave)
    if (element) element.hidden = !isOpen
    else log.info(missingSlave(slave))
  }, [slave, isOpen])
  const close = () => {
    setPinned(false)
    setNear(false)
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={slave}
      onClick={() => (pinned ? close() : setPinned(true))}
      onMouseEnter={() => setNear(true)}
      onMouseLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <IconHelpCircle size={16} aria-hidden />
    </ActionIcon>
  )
}

/** Contains the text of a master. It starts hidden, and only its master opens it. */
export function QuickTipSlave({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={classes['slave']} role="note" hidden>
      {children}
    </div>
  )
}
