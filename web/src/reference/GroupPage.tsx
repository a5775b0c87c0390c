import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import { listEndpoints, type Endpoint } from '@trestle/domain/reference/rules.ts'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isGone } from '../http/gone.ts'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import { BranchSelect } from './BranchSelect.tsx'
import { useReader } from './context.ts'
import { EndpointSection } from './EndpointSection.tsx'
import { EndpointLinks, GroupHeader } from './GroupHeader.tsx'
import { resourceGroup } from './queries.ts'
import { ReferenceLayout } from './ReferenceLayout.tsx'

const route = getRouteApi('/reference/reference/rest/$group')

/** Shows all endpoints of one resource group on one page. */
export function GroupPage() {
  const { t } = useTranslation()
  const { group: slug } = route.useParams()
  const { data: document, error, refetch } = useQuery(resourceGroup(useReader(), slug))
  const endpoints = useMemo(() => (document ? listEndpoints(document) : []), [document])
  const isMissing = isGone(error)
  if (document) {
    return (
      <ReferenceLayout inside={<EndpointLinks group={document.info.title} endpoints={endpoints} />}>
        <GroupHeader document={document} branchSelect={<BranchSelect />} />
        <Endpoints key={slug} document={document} endpoints={endpoints} />
      </ReferenceLayout>
    )
  }
  return (
    <ReferenceLayout>
      {isMissing && <NoGroup />}
      {!isMissing && <PageHeader title={t('reference.title')} />}
      {error && !isMissing && (
        <FailedState
          title={t('reference.failedGroup')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!error && <PageSkeleton />}
    </ReferenceLayout>
  )
}

/** More than fit on the first screen; the rest renders without blocking the page. */
const firstDrawn = 20

/** Replacing their placeholders would move the content below them. */
const inFirstWindow = 3

function Endpoints({ document, endpoints }: { document: GroupDocument; endpoints: Endpoint[] }) {
  const drawn = useDeferredValue(endpoints, endpoints.slice(0, firstDrawn))
  useScrollToHash(drawn.length === endpoints.length)
  return drawn.map((endpoint, index) => (
    <EndpointSection
      key={`${endpoint.verb} ${endpoint.path}`}
      document={document}
      endpoint={endpoint}
      startsNear={index < inFirstWindow}
    />
  ))
}

function NoGroup() {
  const { t } = useTranslation()
  const { currentBranch } = useReader()
  const detail = currentBranch === undefined ? 'reference.noGroupDetail' : 'reference.notOnBranch'
  return (
    <>
      <PageHeader title={t('reference.noGroup')} actions={<BranchSelect />} />
      <EmptyState title={t(detail)}>
        <LinkButton href={paths.reference()}>{t('reference.backToReference')}</LinkButton>
        <TextLink href={paths.changelog()}>{t('reference.seeChangelog')}</TextLink>
      </EmptyState>
    </>
  )
}
