import type { DocumentationEntry, DocumentationPage } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Article } from './Article.tsx'
import { Contents } from './Contents.tsx'
import classes from './DocumentationPage.module.css'
import { NeighborLinks } from './NeighborLinks.tsx'

/** Shows a documentation page with its headings next to it. */
export function DocumentationArticle({
  page,
  entries,
}: {
  page: DocumentationPage
  entries: DocumentationEntry[]
}) {
  const { t } = useTranslation()
  return (
    <>
      <article className={classes['page']}>
        <PageHeader
          title={page.title}
          description={page.summary}
          documentTitle={[page.title, t('documentation.title')]}
        />
        <Article text={page.body} />
        <NeighborLinks entries={entries} slug={page.slug} />
      </article>
      <Contents text={page.body} />
    </>
  )
}
