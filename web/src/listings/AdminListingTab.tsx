import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { Listing } from '@trestle/domain/listings/contract.ts'
import { ListingEditor, type DrawPreview } from './ListingEditor.tsx'

interface AdminListingTabProps {
  app: AdminDeveloperApp
  preview: DrawPreview
  onUnsaved: (part: string, unsaved: boolean) => void
  onListing: (change: (before: Listing) => Listing) => void
}

/** The Marketplace Listing tab of staff: the same editor with what is internal to them (LIST-01). */
export function AdminListingTab({ app, ...props }: AdminListingTabProps) {
  const { published, unpublished, versions } = app
  return (
    <ListingEditor
      {...props}
      app={app}
      listing={{ published, unpublished, versions }}
      side="staff"
      canEdit={app.deleted_at === null}
      canSubmit={false}
      needsActivation={false}
    />
  )
}
