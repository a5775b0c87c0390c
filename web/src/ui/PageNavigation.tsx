import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Link } from './Link.tsx'
import classes from './PageNavigation.module.css'
import { useFoldingList } from './useFoldingList.ts'

export interface NavigationSection {
  title?: string
  entries: { label: string; href: string }[]
}

interface PageNavigationProps {
  label: string
  /** Label of the button that replaces the list in the narrow layout. */
  button: string
  sections: NavigationSection[]
  /** Address of the current page, without query and fragment. */
  here: string
  hidden?: boolean
  /** Shown below the current page's entry. */
  children?: ReactNode
}

/** Scrolls the current entry into view in its box, without scrolling the page. */
function useCurrentInView(here: string, entries: number) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current: nav } = box
    const entry = nav?.querySelector('[aria-current]')
    if (!nav || !entry) return
    const inside = nav.getBoundingClientRect()
    const { top, bottom } = entry.getBoundingClientRect()
    if (top < inside.top || bottom > inside.bottom) nav.scrollTop += top - inside.top - inside.height / 3
  }, [here, entries])
  return box
}

/** Shows an area's pages by section; in the narrow layout behind a button. */
export function PageNavigation({ label, button, sections, here, hidden, children }: PageNavigationProps) {
  const folding = useFoldingList()
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0)
  const box = useCurrentInView(here, count)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and the button inside
    <nav
      ref={box}
      className={classes['navigation']}
      aria-label={label}
      hidden={hidden}
      onKeyDown={folding.foldOnEscape}
    >
      <button {...folding.button} className={classes['toggle']}>
        {button}
        <IconChevronDown size="1.125rem" aria-hidden />
      </button>
      <div {...folding.list} className={classes['sections']}>
        {sections.map((section, i) => (
          <Section
            key={section.title ?? i}
            section={section}
            here={here}
            onFollow={folding.fold}
            under={children}
          />
        ))}
      </div>
    </nav>
  )
}

interface SectionProps {
  section: NavigationSection
  here: string
  onFollow: () => void
  under: ReactNode
}

function Section({ section: { title, entries }, here, onFollow, under }: SectionProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <div>
      {title !== undefined && <p id={id}>{title}</p>}
      <ul {...(title !== undefined && { 'aria-labelledby': id })}>
        {entries.map(({ label, href }) => (
          <li key={href}>
            <Link href={href} aria-current={href === here ? 'page' : undefined} onClick={onFollow}>
              {label}
            </Link>
            {href === here && under}
          </li>
        ))}
      </ul>
    </div>
  )
}
