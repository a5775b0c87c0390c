import type { Listing } from '@trestle/domain/listings/contract.ts'
import type { ListingForm } from '../editor/useListingForm.ts'

/** The props of each section of the form. */
export interface ListingPartProps {
  appId: number
  listing: Listing
  form: ListingForm
}
