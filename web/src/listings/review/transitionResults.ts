import type { ListingTransition } from '@trestle/domain/listings/transitions.ts'

/** What each step of a review makes of a listing. */
export const transitionResults = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  approve: 'approved',
  reject: 'rejected',
} as const satisfies Record<ListingTransition, string>
