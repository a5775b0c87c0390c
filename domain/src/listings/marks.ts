/**
 * What platform staff decide about an app in addition to the content of its listing. The published listing and the
 * next one always have the same marks.
 */
export const listingMarks = [
  'is_concierge_app',
  'live',
  'made_by_procore',
  'procore_certified_partner',
] as const
export type ListingMark = (typeof listingMarks)[number]

/** Returns the marks of a listing, or of a change to it. */
export const marksOf = <Source extends { [Mark in ListingMark]?: unknown }>({
  is_concierge_app,
  live,
  made_by_procore,
  procore_certified_partner,
}: Source): Pick<Source, ListingMark> => ({
  is_concierge_app,
  live,
  made_by_procore,
  procore_certified_partner,
})
