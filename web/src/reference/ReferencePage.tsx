import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { BranchSelect } from './BranchSelect.tsx'
import { useReader } from './context.ts'
import { GroupCards } from './GroupCards.tsx'
import { resourceGroups } from './queries.ts'
import { ReferenceLayout } from './ReferenceLayout.tsx'

/** Lists every resource group by product category (REF-06). */
export function ReferencePage() {
  const { t } = useTranslation()
  const { data: groups, error, refetch } = useQuery(resourceGroups(useReader()))
  return (
    <ReferenceLayout>
      <PageHeader title={t('reference.title')} description={t('reference.lead')} actions={<BranchSelect />} />
      {!groups && error && (
        <FailedState title={t('reference.failed')} error={toFailure(error)} onRetry={() => void refetch()} />
      )}
      {!groups && !error && <LinesSkeleton lines={8} />}
      {groups && <GroupCards groups={groups} />}
    </ReferenceLayout>
  )
}
