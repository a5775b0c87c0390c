export const listingLimits = {
  public_name: 50,
  tagline: 100,
  /** The length recommended by the help text. The counter warns beyond it (LVAL-05). */
  taglineRecommended: 40,
  built_by: 100,
  sold_by: 100,
  description: 2000,
  about: 2000,
  how_it_works: 500,
  draft_developer_notes: 5000,
  notes: 5000,
  pricing_description: 1000,
  feature_bullet: 200,
  requirement: 500,
  label: 100,
  /** For names and providers whose length others choose. */
  line: 255,
  email: 254,
  url: 2000,
  details: 2000,
  categories: 3,
  helpful_links: 3,
  requirements: 3,
  feature_bullets: 10,
  pictures: 3,
  mediaName: 255,
  mediaDescription: 500,
} as const

export const listingMessages = {
  tooManyCategories: 'Max number of categories exceeded',
  categoryTwice: 'Choose each category once',
  noAvailability: 'You must select a region or country where your app is available',
  checkFailed: 'Please correct the errors below before submitting for review',
  approvalCheckFailed: 'Please correct the errors below before approving the listing',
  versionNotOffered: 'Choose a version of this app that is published or in review',
  versionGone: 'This version is no longer published or in review. Choose another version',
  unknownChoice: 'Choose from the list',
} as const

export const atLeast = (count: number): string => `At least ${count} items are required`
export const atMost = (count: number): string => `At most ${count} items are allowed`
