import type { ReferenceDocRow, ResourceGroup } from '@trestle/domain/reference/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { PageNavigation, type NavigationSection } from '../ui/PageNavigation.tsx'

const groupByCategory = (groups: ResourceGroup[]): NavigationSection[] =>
  [...Map.groupBy(groups, ({ product_category: category }) => category)].map(([title, members]) => ({
    title,
    entries: members.map(({ name, slug }) => ({ label: name, href: paths.referenceGroup(slug) })),
  }))

interface ReferenceContentsProps {
  /** Address of the current page, without query and fragment. */
  here: string
  /** Null while they load. They load together, because guides that load after the groups would move them. */
  pages: { docs: ReferenceDocRow[]; groups: ResourceGroup[] } | null
  hidden: boolean
  /** Shown below the current page's entry. */
  children?: ReactNode
}

/** Lists the guides, and every resource group by product category. */
export function ReferenceContents({ here, pages, hidden, children }: ReferenceContentsProps) {
  const { t } = useTranslation()
  const sections: NavigationSection[] = [
    {
      entries: [
        { label: t('reference.overview'), href: paths.reference() },
        { label: t('reference.changelogLink'), href: paths.changelog() },
      ],
    },
  ]
  if (pages) {
    const entries = pages.docs.map(({ title, slug }) => ({ label: title, href: paths.referenceDocs(slug) }))
    sections.push({ title: t('reference.guides'), entries }, ...groupByCategory(pages.groups))
  }
  const entries = sections.flatMap((section) => section.entries)
  const current = entries.find(({ href }) => href === here)
  return (
    <PageNavigation
      label={t('reference.contents')}
      button={current?.label ?? t('reference.contentsButton')}
      sections={sections}
      here={here}
      hidden={hidden}
    >
      {children}
    </PageNavigation>
  )
}
