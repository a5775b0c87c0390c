import { sortsBy } from '../http/sorts.ts'

export const ownAppSorts = sortsBy('internal_name', 'updated_at')
export const adminAppSorts = sortsBy(
  'internal_name',
  'owner',
  'created_at',
  'marketplace_listing_in_review_at',
  'deleted_at',
)
export const reviewQueueSorts = sortsBy('internal_name', 'owner', 'in_review_at')
