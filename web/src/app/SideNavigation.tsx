import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from '../ui/Link.tsx'
import classes from './SideNavigation.module.css'

export interface SideEntry {
  key: string
  label: string
  href: string
  isCurrent: boolean
}

interface SideNavigationProps {
  /** The section's heading. */
  section: string
  /** What it navigates, for those who hear it. */
  label: string
  entries: SideEntry[]
  onFollow?: (key: string) => void
  children: ReactNode
}

/** Links, not tabs: each entry is an address of its own. */
export function SideNavigation({ section, label, entries, onFollow, children }: SideNavigationProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const current = entries.find(({ isCurrent }) => isCurrent)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    <div className={classes['layout']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and the button inside */}
      <nav className={classes['side']} aria-label={label} onKeyDown={closeOnEscape}>
        <p className={classes['heading']}>{section}</p>
        <button
          ref={toggle}
          type="button"
          className={classes['toggle']}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          {current?.label ?? label}
          <IconChevronDown size={18} aria-hidden />
        </button>
        <ul id={listId} data-open={open || undefined}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <Link
                href={entry.href}
                aria-current={entry.isCurrent ? 'page' : undefined}
                onClick={() => {
                  setOpen(false)
                  onFollow?.(entry.key)
                }}
              >
                {entry.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  )
}
