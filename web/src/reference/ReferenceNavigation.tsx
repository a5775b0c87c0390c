import { useQuery } from '@tanstack/react-query'
import type { ReferenceDocRow, ResourceGroup } from '@trestle/domain/reference/contract.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Link } from '../ui/Link.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useReader } from './context.ts'
import { referenceDocs, resourceGroups } from './queries.ts'
import classes from './ReferenceNavigation.module.css'
import { SearchResults } from './SearchResults.tsx'
import { useReferenceLink } from './useReferenceLink.ts'

interface Entry {
  key: string
  label: string
  href: string
}

const groupEntry = ({ slug, name }: ResourceGroup): Entry => ({
  key: slug,
  label: name,
  href: paths.referenceGroup(slug),
})

const docEntry = ({ slug, title }: ReferenceDocRow): Entry => ({
  key: slug,
  label: title,
  href: paths.referenceDocs(slug),
})

interface ReferenceNavigationProps {
  /** The address one is at, without query and fragment. */
  here: string
  /** What stands under the entry of the page one is at. */
  children?: ReactNode
}

/** Search, guides, and every resource group under its product category. */
export function ReferenceNavigation({ here, children }: ReferenceNavigationProps) {
  const { t } = useTranslation()
  const reader = useReader()
  const { data: groups = [] } = useQuery(resourceGroups(reader))
  const { data: docs = [] } = useQuery(referenceDocs(reader))
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }
  const close = () => setOpen(false)
  const lists: [title: string, entries: Entry[]][] = [
    [t('reference.guides'), docs.map(docEntry)],
    ...[...Map.groupBy(groups, ({ product_category: category }) => category)].map(
      ([category, members]): [string, Entry[]] => [category, members.map(groupEntry)],
    ),
  ]
  return (
    <div className={classes['side']}>
      <SearchBox
        value={words}
        onSearch={setWords}
        label={t('reference.search.label')}
        placeholder={t('reference.search.placeholder')}
        width="100%"
      />
      {words !== '' && <SearchResults words={words} onFollow={() => setWords('')} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and the button inside */}
      <nav
        className={classes['navigation']}
        aria-label={t('reference.contents')}
        hidden={words !== ''}
        onKeyDown={closeOnEscape}
      >
        <button
          ref={toggle}
          type="button"
          className={classes['toggle']}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('reference.contentsButton')}
          <IconChevronDown size={18} aria-hidden />
        </button>
        <div id={id} className={classes['lists']} data-open={open || undefined}>
          <EntryList
            entries={[
              { key: 'overview', label: t('reference.overview'), href: paths.reference() },
              { key: 'changelog', label: t('reference.changelogLink'), href: paths.changelog() },
            ]}
            here={here}
            onFollow={close}
          />
          {lists.map(([title, entries]) => (
            <EntryList key={title} title={title} entries={entries} here={here} onFollow={close}>
              {children}
            </EntryList>
          ))}
        </div>
      </nav>
    </div>
  )
}

interface EntryListProps {
  title?: string
  entries: Entry[]
  here: string
  onFollow: () => void
  children?: ReactNode
}

function EntryList({ title, entries, here, onFollow, children }: EntryListProps) {
  const id = useId()
  const linkOf = useReferenceLink()
  if (entries.length === 0) return null
  return (
    <div>
      {title && <p id={id}>{title}</p>}
      <ul {...(title && { 'aria-labelledby': id })}>
        {entries.map(({ key, label, href }) => (
          <li key={key}>
            <Link href={linkOf(href)} aria-current={href === here ? 'page' : undefined} onClick={onFollow}>
              {label}
            </Link>
            {href === here && children}
          </li>
        ))}
      </ul>
    </div>
  )
}
