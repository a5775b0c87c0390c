import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { FailedDocument } from '../shared/FailedDocument.tsx'
import { useHasLeft } from '../shared/useHasLeft.ts'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import '../texts/documentation.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import classes from './DocumentationPage.module.css'
import { DocumentationArticle } from './DocumentationArticle.tsx'
import { DocumentationNavigation } from './DocumentationNavigation.tsx'
import { documentationList, documentationPage } from './queries.ts'
import { followArrows } from './resultKeys.ts'
import { SearchResults } from './SearchResults.tsx'

const route = getRouteApi('/documentation/$page')

/** Stores the search text in the address, so that Back returns to the results. */
function usePageText() {
  const { search: words = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const hasLeft = useHasLeft()
  const setWords = (next: string) => {
    if (hasLeft()) return
    void navigate({
      to: '.',
      search: next === '' ? {} : { search: next },
      resetScroll: false,
      replace: words !== '' && next !== '',
    })
  }
  return { words, setWords }
}

/** Shows one page of the documentation, which is open to everyone. */
export function DocumentationPage() {
  const { t } = useTranslation()
  const { page: slug } = route.useParams()
  const list = useQuery(documentationList())
  const entries = list.data ?? []
  const { words, setWords } = usePageText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between the controls inside
    <div className={classes['layout']} onKeyDown={(event) => followArrows(event.currentTarget, event)}>
      <div className={classes['search']}>
        <SearchBox
          value={words}
          onSearch={setWords}
          label={t('documentation.search.label')}
          placeholder={t('documentation.search.label')}
          width="100%"
        />
        {list.isLoadingError && (
          <FailedState
            title={t('documentation.pagesFailed')}
            error={toFailure(list.error)}
            onRetry={() => void list.refetch()}
          />
        )}
      </div>
      <DocumentationNavigation entries={entries} slug={slug} />
      {words === '' ? (
        <Reading slug={slug} entries={entries} />
      ) : (
        <div className={classes['page']}>
          <SearchResults words={words} onClear={() => setWords('')} />
        </div>
      )}
    </div>
  )
}

function Reading({ slug, entries }: { slug: string; entries: DocumentationEntry[] }) {
  const { t } = useTranslation()
  const { data: page, error, refetch } = useQuery(documentationPage(slug))
  useScrollToHash(page !== undefined)
  if (!page) {
    return (
      <div className={classes['page']}>
        {error ? (
          <FailedDocument
            error={error}
            onRetry={() => void refetch()}
            missing={{
              title: t('documentation.missing'),
              detail: t('documentation.missingDetail'),
              action: t('documentation.toStart'),
              href: paths.documentation(),
            }}
            failed={{ page: t('documentation.title'), title: t('documentation.failed') }}
          />
        ) : (
          <PageSkeleton />
        )}
      </div>
    )
  }
  return <DocumentationArticle key={page.slug} page={page} entries={entries} />
}
