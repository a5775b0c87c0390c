import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Listing } from '@trestle/domain/listings/contract.ts'
import { useTranslation } from 'react-i18next'
import { useWorksOn } from '../shared/useWorksOn.ts'
import '../texts/listings.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { lazyWhenIdle } from '../ui/LazyWhenIdle.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { ListingEditor, type DrawPreview } from './editor/ListingEditor.tsx'
import type { StaffFieldsProps } from './fields/StaffFields.tsx'
import classes from './Listing.module.css'
import { useStoredListingDraft } from './listingDraft.ts'
import { useFirstMessage } from './review/LazyAdminMessage.tsx'

/** Lazy, because their file fields need a fifth of the page's code. */
const StaffFields = lazyWhenIdle<StaffFieldsProps>(
  () => import('./fields/StaffFields.tsx').then((m) => m.StaffFields),
  <FormSkeleton fields={10} />,
)

interface AdminListingTabProps {
  app: AdminDeveloperApp
  preview: DrawPreview
  onListing: (change: (before: Listing) => Listing) => void
}

/** Shows the staff's Marketplace Listing tab: the same editor with their internal fields (LIST-01). */
export function AdminListingTab({ app, ...props }: AdminListingTabProps) {
  const { t } = useTranslation()
  const { published, unpublished, versions } = app
  const canEdit = app.deleted_at === null
  const worksOnIt = useWorksOn(app)
  const isReady = useFirstMessage(app)
  const { draft, loading } = useStoredListingDraft(app.id, canEdit)
  if (draft === undefined || !isReady) {
    return loading.error ? (
      <FailedState
        title={t('listings.actions.loadFailed')}
        error={loading.error}
        onRetry={() => void loading.refetch()}
      />
    ) : (
      <div className={classes['loading']}>
        <FormSkeleton fields={6} />
      </div>
    )
  }
  return (
    <ListingEditor
      {...props}
      app={app}
      listing={{ published, unpublished, versions }}
      draft={draft}
      audience="staff"
      canEdit={canEdit}
      mayTransition={!worksOnIt}
      needsActivation={false}
      staffFields={StaffFields}
    />
  )
}
