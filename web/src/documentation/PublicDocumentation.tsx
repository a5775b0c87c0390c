import type { DocumentationView } from '@trestle/domain/shell/publicPage.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/documentation.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { LiveRegion } from '../ui/LiveRegion.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { DocumentationArticle } from './DocumentationArticle.tsx'
import { DocumentationNavigation } from './DocumentationNavigation.tsx'
import classes from './DocumentationPage.module.css'
import { ResultCount, ResultList } from './ResultList.tsx'
import { searchOver } from './searchOver.ts'

/** Shows visitors a documentation page, or search results in its place. */
export function PublicDocumentation({ page, entries, search }: DocumentationView) {
  const { t } = useTranslation()
  return (
    <div className={classes['layout']} data-arrows>
      <form className={classes['search']} action={paths.documentation(page.slug)} data-refresh="replace">
        <SearchField
          name="search"
          value={search?.words ?? ''}
          label={t('documentation.search.label')}
          placeholder={t('documentation.search.label')}
        />
      </form>
      <DocumentationNavigation entries={entries} slug={page.slug} />
      {search ? (
        <div className={classes['page']}>
          <Results {...search} slug={page.slug} />
        </div>
      ) : (
        <DocumentationArticle page={page} entries={entries} />
      )}
    </div>
  )
}

function Results({ words, passages, slug }: NonNullable<DocumentationView['search']> & { slug: string }) {
  const { t } = useTranslation()
  const found = searchOver(passages)(words)
  return (
    <>
      <PageHeader title={t('documentation.search.results', { words })} />
      <LiveRegion>
        <ResultCount {...found} />
      </LiveRegion>
      {found.total > 0 ? (
        <ResultList words={words} found={found} />
      ) : (
        <EmptyState
          kind="no-match"
          title={t('documentation.search.nothing', { words })}
          detail={t('documentation.search.nothingDetail')}
        >
          <LinkButton href={paths.documentation(slug)} variant="default">
            {t('documentation.search.clear')}
          </LinkButton>
        </EmptyState>
      )}
    </>
  )
}
