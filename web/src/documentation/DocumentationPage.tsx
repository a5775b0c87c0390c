import { IconMapQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { DocumentationEntry } from '@trestle/domain/documentation/contract.ts'
import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { Article } from './Article.tsx'
import { Contents } from './Contents.tsx'
import classes from './DocumentationPage.module.css'
import { DocumentationNavigation } from './DocumentationNavigation.tsx'
import { NeighbourLinks } from './NeighbourLinks.tsx'
import { documentationList, documentationPage } from './queries.ts'
import { followArrows } from './resultKeys.ts'
import { SearchResults } from './SearchResults.tsx'

/** Stores the search text in the address, so that Back returns to the results. */
function usePageText() {
  const { search } = useSearch({ strict: false })
  const navigate = useNavigate()
  const words = typeof search === 'string' ? search : ''
  const setWords = (next: string) =>
    void navigate({
      to: '.',
      search: next === '' ? {} : { search: next },
      resetScroll: false,
      replace: words !== '' && next !== '',
    } as never)
  return { words, setWords }
}

/** Shows one page of the documentation, which is open to everyone. */
export function DocumentationPage() {
  const { t } = useTranslation()
  const { page: slug = '' } = useParams({ strict: false })
  const { data: entries = [] } = useQuery(documentationList())
  const { words, setWords } = usePageText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between the controls inside
    <div className={classes['layout']} onKeyDown={followArrows}>
      <div className={classes['search']}>
        <SearchBox
          value={words}
          onSearch={setWords}
          label={t('documentation.search.label')}
          placeholder={t('documentation.search.label')}
          width="100%"
        />
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
  const { data: page, error, refetch, isFetching } = useQuery(documentationPage(slug))
  if (!page) {
    return (
      <div className={classes['page']}>
        {error ? (
          <NoPage error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <PageSkeleton />
        )}
      </div>
    )
  }
  return (
    <>
      <article className={classes['page']}>
        <PageHeader
          title={page.title}
          description={page.summary}
          documentTitle={[page.title, t('documentation.title')]}
        />
        <Article key={page.slug} text={page.body} />
        <NeighbourLinks entries={entries} slug={slug} />
      </article>
      <Contents text={page.body} />
    </>
  )
}

interface NoPageProps {
  error: Error
  onRetry: () => void
  retrying: boolean
}

/** The navigation stays visible, so that a mistyped address isn't a dead end. */
function NoPage({ error, onRetry, retrying }: NoPageProps) {
  const { t } = useTranslation()
  if (error instanceof CallError && error.code === 'not_found') {
    return (
      <>
        <PageHeader title={t('shell.notFound.title')} />
        <EmptyState
          icon={<IconMapQuestion size={36} stroke={1.4} />}
          title={t('documentation.missing')}
          detail={t('documentation.missingDetail')}
        >
          <LinkButton href={paths.documentation()}>{t('documentation.toStart')}</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('documentation.title')} />
      <FailedState
        title={t('documentation.failed')}
        error={toFailure(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    </>
  )
}
