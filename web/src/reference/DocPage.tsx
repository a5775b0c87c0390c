import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isGone } from '../http/gone.ts'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import { BranchSelect } from './BranchSelect.tsx'
import { useReader } from './context.ts'
import { DocArticle } from './DocArticle.tsx'
import { referenceDoc } from './queries.ts'
import { ReferenceLayout } from './ReferenceLayout.tsx'

const route = getRouteApi('/reference/reference/rest/docs/$page')

/** Shows an overview page of the reference with its headings next to it (REF-05, REF-06). */
export function DocPage() {
  const { page } = route.useParams()
  const { data: doc, error, refetch } = useQuery(referenceDoc(useReader(), page))
  useScrollToHash(doc !== undefined)
  return (
    <ReferenceLayout>
      {doc ? (
        <DocArticle doc={doc} branchSelect={<BranchSelect />} />
      ) : (
        <NotReading error={error} onRetry={() => void refetch()} />
      )}
    </ReferenceLayout>
  )
}

interface NotReadingProps {
  error: Error | null
  onRetry: () => void
}

/** Shows that the page is loading, does not exist, or could not be loaded. */
function NotReading({ error, onRetry }: NotReadingProps) {
  const { t } = useTranslation()
  const { currentBranch } = useReader()
  if (isGone(error)) {
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
        <FailedState title={t('reference.failedDoc')} error={toFailure(error)} onRetry={onRetry} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}
