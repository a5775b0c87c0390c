import { everywhere } from '../src/listings/choices.ts'
import { type ListingFields } from '../src/listings/content.ts'
import { emptyFields } from '../src/listings/emptyContent.ts'

/** The fields that developers fill in before they submit a listing, except its version and its files. */
export const requiredFields = {
  public_name: 'Site Sync',
  tagline: 'Keeps plans in step',
  built_by: 'Northgate Software',
  sold_by: 'Northgate Software',
  description: 'Every drawing reaches the site the moment it changes.',
  about: 'Twelve people in Hamburg.',
  how_it_works: 'Install it, choose a project, done.',
  category_ids: [6],
  draft_developer_notes: 'The first release.',
  subscription_required: true,
  connector_required: false,
  has_trials: true,
  pricing_description: 'Per seat and month.',
  ...everywhere(),
  feature_bullets: ['Follows every drawing', 'Works offline', 'Tells who has read it'],
  website_link: { label: 'Northgate', url: 'https://northgate.test' },
  support_email: 'help@northgate.test',
  contact_us_email: 'sales@northgate.test',
} satisfies Partial<ListingFields>

/** Everything a listing needs except its version and its files. */
export const completeFields: ListingFields = { ...emptyFields, ...requiredFields }
