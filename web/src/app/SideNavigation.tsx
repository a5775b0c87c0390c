import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../ui/Link.tsx'
import { useFoldingList } from '../ui/useFoldingList.ts'
import classes from './SideNavigation.module.css'

interface SideEntry {
  key: string
  label: string
  href: string
  isCurrent: boolean
}

interface SideNavigationProps {
  /** The section's heading. */
  section: string
  /** The accessible name of the navigation. */
  label: string
  entries: SideEntry[]
  onFollow?: (key: string) => void
  children: ReactNode
}

/** Shows links instead of tabs, because each entry has its own address. */
export function SideNavigation({ section, label, entries, onFollow, children }: SideNavigationProps) {
  const { button, list, fold, foldOnEscape } = useFoldingList()
  const current = entries.find(({ isCurrent }) => isCurrent)
  return (
    <div className={classes['layout']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and the button inside */}
      <nav className={classes['side']} aria-label={label} onKeyDown={foldOnEscape}>
        <p className={classes['heading']}>{section}</p>
        <button {...button} className={classes['toggle']}>
          {current?.label ?? label}
          <IconChevronDown size="1.125rem" aria-hidden />
        </button>
        <ul {...list}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <Link
                href={entry.href}
                aria-current={entry.isCurrent ? 'page' : undefined}
                onClick={() => {
                  fold()
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
