import type { Session } from '@trestle/domain/accounts/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { deleteDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import {
  getAdminStorage,
  getStorage,
  listAdminSubmissionEvents,
  listCategories,
  listSubmissionEvents,
  type Listing,
} from '@trestle/domain/listings/contract.ts'
import type { ListingTab } from '@trestle/domain/listings/rules.ts'
import type { Audience } from '@trestle/domain/access/audience.ts'
import { useState } from 'react'
import { key } from '../../domain/testing/wholeListing.ts'
import { ListingPreview } from '../src/app/ListingPreview.tsx'
import { ListingEditor } from '../src/listings/editor/ListingEditor.tsx'
import { StaffFields } from '../src/listings/fields/StaffFields.tsx'
import { buildAdminSession, buildSession, buildSubmission, later } from './build.ts'
import { reply } from './network.ts'
import { renderPart } from './render.tsx'

/** The version that the listings of `buildSubmission` name. */
const version = { app_version_id: key, version: 1, semantic_version: '1.0.0', state: 'published' } as const
const storage = { used_bytes: 0, allowed_bytes: 1_000_000, used_files: 0, allowed_files: 100 }

interface ListingOptions extends Partial<Listing> {
  audience?: Audience
  canEdit?: boolean
  mayTransition?: boolean
  needsActivation?: boolean
  section?: ListingTab
  session?: Session
}

function Editor(options: ListingOptions & { audience: Audience }) {
  const { audience, canEdit = true, mayTransition = true, needsActivation = false } = options
  const { published = null, unpublished = buildSubmission(), versions = [version] } = options
  const [listing, setListing] = useState<Listing>({ published, unpublished, versions })
  return (
    <ListingEditor
      app={{ id: 7, internal_name: 'Crane Planner', marketplace_enabled: true }}
      listing={listing}
      draft={null}
      audience={audience}
      canEdit={canEdit}
      mayTransition={mayTransition}
      needsActivation={needsActivation}
      {...(audience === 'staff' && { staffFields: StaffFields })}
      preview={(shown) => <ListingPreview opened {...shown} />}
      onListing={setListing}
    />
  )
}

/** Renders the listing editor, with a complete draft by default, and replies to all of its queries. */
export function renderListing({
  audience = 'developer',
  section = 'app',
  session,
  ...options
}: ListingOptions = {}) {
  const isStaff = audience === 'staff'
  reply(listCategories, [
    { id: 6, name: 'Quality & Safety' },
    { id: 4, name: 'BIM' },
  ])
  reply(getStorage, storage)
  reply(getAdminStorage, storage)
  reply(listSubmissionEvents, [])
  reply(listAdminSubmissionEvents, [])
  reply(putDraft, { updated_at: later })
  reply(deleteDraft)
  reply(recordAnalytics)
  renderPart(<Editor audience={audience} {...options} />, {
    address: `${isStaff ? '/admin' : ''}/developer_apps/7/marketplace_listing?section=${section}`,
    session: session ?? (isStaff ? buildAdminSession() : buildSession()),
  })
}
