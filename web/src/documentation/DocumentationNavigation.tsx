import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { PageNavigation } from '../ui/PageNavigation.tsx'

interface DocumentationNavigationProps {
  entries: DocumentationEntry[]
  slug: string
}

/** Every page under its section; in the narrow layout behind a button that names the page one reads. */
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
