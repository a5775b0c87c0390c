import { useQuery } from '@tanstack/react-query'
import type { ResourceGroup } from '@trestle/domain/reference/contract.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { PageNavigation, type NavigationSection } from '../ui/PageNavigation.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useReader } from './context.ts'
import { referenceDocs, resourceGroups } from './queries.ts'
import classes from './ReferenceNavigation.module.css'
import { SearchResults } from './SearchResults.tsx'

const groupByCategory = (groups: ResourceGroup[]): NavigationSection[] =>
  [...Map.groupBy(groups, ({ product_category: category }) => category)].map(([title, members]) => ({
    title,
    entries: members.map(({ name, slug }) => ({ label: name, href: paths.referenceGroup(slug) })),
  }))

interface ReferenceNavigationProps {
  /** Address of the current page, without query and fragment. */
  here: string
  /** Shown below the current page's entry. */
  children?: ReactNode
}

/** Shows the search, the guides, and every resource group by product category. */
export function ReferenceNavigation({ here, children }: ReferenceNavigationProps) {
  const { t } = useTranslation()
  const reader = useReader()
  const groups = useQuery(resourceGroups(reader))
  const docs = useQuery(referenceDocs(reader))
  const [words, setWords] = useState('')
  const sections: NavigationSection[] = [
    {
      entries: [
        { label: t('reference.overview'), href: paths.reference() },
        { label: t('reference.changelogLink'), href: paths.changelog() },
      ],
    },
  ]
  // Together: guides that arrive after the groups would move them.
  if (!groups.isPending && !docs.isPending) {
    const entries = docs.data?.map(({ title, slug }) => ({ label: title, href: paths.referenceDocs(slug) }))
    sections.push({ title: t('reference.guides'), entries: entries ?? [] })
    sections.push(...groupByCategory(groups.data ?? []))
  }
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
      <PageNavigation
        label={t('reference.contents')}
        button={t('reference.contentsButton')}
        sections={sections}
        here={here}
        hidden={words !== ''}
      >
        {children}
      </PageNavigation>
    </div>
  )
}
