import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReferenceDoc } from '@trestle/domain/reference/contract.ts'
import { findHeadings, toSlug } from '@trestle/domain/reference/rules.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../http/callError.ts'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Markdown, type MarkdownComponents } from '../ui/Markdown.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { textContent, type TextNode } from '../ui/textContent.ts'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import { BranchSelect } from './BranchSelect.tsx'
import { useReader } from './context.ts'
import classes from './DocPage.module.css'
import { referenceDoc } from './queries.ts'
import { ReferenceLayout } from './ReferenceLayout.tsx'

const route = getRouteApi('/reference/reference/rest/docs/$page')

const heading = (Tag: 'h2' | 'h3') =>
  function Heading({ node, children }: ComponentProps<'h2'> & { node?: TextNode | undefined }) {
    return <Tag id={toSlug(textContent(node))}>{children}</Tag>
  }

const components: MarkdownComponents = { h2: heading('h2'), h3: heading('h3') }

/** Shows an overview page of the reference with its headings beside it (REF-05, REF-06). */
export function DocPage() {
  const { page } = route.useParams()
  const { data: doc, error, refetch, isFetching } = useQuery(referenceDoc(useReader(), page))
  useScrollToHash(doc !== undefined)
  return (
    <ReferenceLayout>
      {doc ? (
        <Reading doc={doc} />
      ) : (
        <NotReading error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </ReferenceLayout>
  )
}

function Reading({ doc: { title, summary, body } }: { doc: ReferenceDoc }) {
  const { t } = useTranslation()
  return (
    <div className={classes['columns']}>
      <article>
        <PageHeader
          title={title}
          documentTitle={[title, t('reference.title')]}
          crumbs={[{ label: t('reference.title'), href: paths.reference() }, { label: title }]}
          description={summary}
          actions={<BranchSelect />}
        />
        <Markdown text={body} under={1} components={components} />
      </article>
      <Contents text={body} />
    </div>
  )
}

interface NotReadingProps {
  error: Error | null
  onRetry: () => void
  retrying: boolean
}

/** Shows that the page is loading, does not exist, or could not be loaded. */
function NotReading({ error, onRetry, retrying }: NotReadingProps) {
  const { t } = useTranslation()
  const { currentBranch } = useReader()
  if (error instanceof CallError && error.code === 'not_found') {
    return (
      <>
        <PageHeader title={t('reference.noDoc')} actions={<BranchSelect />} />
        <EmptyState
          title={t(currentBranch === undefined ? 'reference.noDocDetail' : 'reference.notOnBranch')}
        >
          <LinkButton href={paths.reference()}>{t('reference.backToReference')}</LinkButton>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('reference.title')} />
      {error ? (
        <FailedState
          title={t('reference.failedDoc')}
          error={toFailure(error)}
          onRetry={onRetry}
          retrying={retrying}
        />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

function Contents({ text }: { text: string }) {
  const { t } = useTranslation()
  const headings = findHeadings(text).filter(({ level }) => level === 2 || level === 3)
  if (headings.length < 2) return null
  return (
    <nav className={classes['contents']} aria-label={t('reference.onThisPage')}>
      <p>{t('reference.onThisPage')}</p>
      <ul>
        {headings.map((each) => (
          <li key={each.anchor} data-level={each.level}>
            <a href={`#${each.anchor}`}>{each.text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
