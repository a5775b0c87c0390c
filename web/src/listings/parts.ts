import type { Listing } from '@trestle/domain/listings/contract.ts'
import type { ListingForm } from './useListingForm.ts'

/** What each section of the form gets. */
export interface ListingPartProps {
  appId: number
  listing: Listing
  form: ListingForm
}
