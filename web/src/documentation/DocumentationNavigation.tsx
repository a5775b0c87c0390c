import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/documentation.ts'
import { PageNavigation } from '../ui/PageNavigation.tsx'

interface DocumentationNavigationProps {
  entries: DocumentationEntry[]
  slug: string
}

/** Lists every page by section. The narrow layout collapses it into a button that names the current page. */
export function DocumentationNavigation({ entries, slug }: DocumentationNavigationProps) {
  const { t } = useTranslation()
  const current = entries.find((entry) => entry.slug === slug)
  const sections = [...Map.groupBy(entries, ({ section }) => section)].map(([title, pages]) => ({
    title,
    entries: pages.map((page) => ({ label: page.title, href: paths.documentation(page.slug) })),
  }))
  return (
    <PageNavigation
      label={t('documentation.pages')}
      button={current?.title ?? t('documentation.pages')}
      sections={sections}
      here={paths.documentation(slug)}
    />
  )
}
