import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import classes from './QuickTip.module.css'
import { log } from './log.ts'

/** How long the pointer may take to get from the master to the slave. */
const graceMs = 200

/** Returns the state that a master and its slave share. */
export function useQuickTip() {
  const id = useId()
  const [isPinned, setPinned] = useState(false)
  const [isNear, setNear] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const enter = () => {
    clearTimeout(leaving.current)
    setNear(true)
  }
  const leave = () => {
    leaving.current = setTimeout(() => setNear(false), graceMs)
  }
  useEffect(() => () => clearTimeout(leaving.current), [])
  return {
    id,
    isOpen: isPinned || isNear,
    enter,
    hover: { onMouseEnter: enter, onMouseLeave: leave },
    blur: () => setNear(false),
    press: () => {
      setPinned(!isPinned)
      setNear(!isPinned)
    },
    close: () => {
      setPinned(false)
      setNear(false)
    },
  }
}

type QuickTip = ReturnType<typeof useQuickTip>

/** Log message for a master whose slave is not on the page (ERR-10). */
export const missingSlave = (label: string) => `Quick tip "${label}": the master has no slave element.`

/**
 * Shows a small question mark: hover or focus shows its slave, which stays while the pointer is on it. A press keeps it
 * open, a second press or Escape closes it.
 */
export function QuickTipMaster({ tip, label }: { tip: QuickTip; label: string }) {
  const { id, isOpen } = tip
  useEffect(() => {
    if (!document.getElementById(id)) log.info(missingSlave(label))
  }, [id, label])
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={tip.press}
      {...tip.hover}
      onFocus={tip.enter}
      onBlur={tip.blur}
      onKeyDown={(event) => {
        if (event.key === 'Escape') tip.close()
      }}
    >
      <IconHelpCircle size="1rem" aria-hidden />
    </ActionIcon>
  )
}

/** Contains the text of a master. It starts hidden, and only its master opens it. */
export function QuickTipSlave({ tip, children }: { tip: QuickTip; children: ReactNode }) {
  return (
    <div id={tip.id} className={classes['slave']} role="note" hidden={!tip.isOpen} {...tip.hover}>
      {children}
    </div>
  )
}
