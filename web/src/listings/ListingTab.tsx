import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { waitsForActivation } from '@trestle/domain/listings/transitions.ts'
import { useTranslation } from 'react-i18next'
import { isNowhere } from '../http/callError.ts'
import { useFlags } from '../http/session.ts'
import '../texts/listings.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { ListingEditor, type DrawPreview } from './editor/ListingEditor.tsx'
import { useStoredListingDraft } from './listingDraft.ts'
import { listing } from './queries.ts'
import { useFirstMessage } from './review/LazyAdminMessage.tsx'

interface ListingTabProps {
  app: DeveloperApp
  permissions: AppPermissions
  preview: DrawPreview
}

/** Shows the Marketplace Listing tab for an app's developers (LIST-01). */
export function ListingTab({ app, permissions, preview }: ListingTabProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { listing_applications_enabled: areApplicationsEnabled } = useFlags()
  const options = listing(app.id)
  const { data, error: failed, refetch } = useQuery({ ...options, refetchOnWindowFocus: false })
  const { canEdit } = permissions
  const { draft, loading } = useStoredListingDraft(app.id, canEdit)
  const isReady = useFirstMessage(data)
  const error = failed ?? loading.error
  if ((!data || draft === undefined) && error) {
    return (
      <FailedState
        title={t(isNowhere(error) ? 'listings.actions.notFound' : 'listings.actions.loadFailed')}
        error={error}
        onRetry={() => void (failed ? refetch() : loading.refetch())}
      />
    )
  }
  if (!data || draft === undefined || !isReady) return <FormSkeleton fields={6} />
  return (
    <ListingEditor
      app={app}
      listing={data}
      draft={draft}
      audience="developer"
      canEdit={canEdit}
      mayTransition={permissions.canSubmitListing}
      needsActivation={waitsForActivation(app, { areApplicationsEnabled })}
      preview={preview}
      onListing={(change) => client.setQueryData(options.queryKey, (before) => before && change(before))}
    />
  )
}
