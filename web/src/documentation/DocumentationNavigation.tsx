import { IconChevronDown } from '@tabler/icons-react'
import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Link } from '../ui/Link.tsx'
import classes from './DocumentationNavigation.module.css'

interface DocumentationNavigationProps {
  entries: DocumentationEntry[]
  slug: string
}

const sectionsOf = (entries: DocumentationEntry[]) => [
  ...Map.groupBy(entries, ({ section }) => section).entries(),
]

/** Every page under its section; in the narrow layout behind a button that names the page one reads. */
export function DocumentationNavigation({ entries, slug }: DocumentationNavigationProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const current = entries.find((entry) => entry.slug === slug)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and the button inside
    <nav className={classes['navigation']} aria-label={t('documentation.pages')} onKeyDown={closeOnEscape}>
      <button
        ref={toggle}
        type="button"
        className={classes['toggle']}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {current?.title ?? t('documentation.pages')}
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={id} className={classes['sections']} data-open={open || undefined}>
        {sectionsOf(entries).map(([section, pages]) => (
          <div key={section}>
            <p id={`${id}-${section}`}>{section}</p>
            <ul aria-labelledby={`${id}-${section}`}>
              {pages.map((page) => (
                <li key={page.slug}>
                  <Link
                    href={paths.documentation(page.slug)}
                    aria-current={page.slug === slug ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
