import { savedFields } from '@trestle/domain/listings/content.ts'
import { type ListingContent } from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { updateSubmission } from '@trestle/domain/listings/contract.ts'
import { decideContent, findProblems, type Step } from '@trestle/domain/listings/rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentListing } from './sentListing.ts'

const version = '0b9c3c52-9d3b-4a0e-9f0d-3a4f6f3a1c11'
const context = { isGovernmentCloud: false, securityEnabled: true, versionKeys: [version] }

const logo = {
  id: 1,
  type: 'Logo',
  name: 'Logo',
  description: '',
  original_filename: 'logo.png',
  url: '/logo.png',
  external_url: null,
  content_type: 'image/png',
  bytes: 4096,
  width: 400,
  height: 400,
} as const

/** A listing with nothing missing. */
const complete: ListingContent = {
  ...emptyContent,
  public_name: 'Plan Rooms',
  tagline: 'Every plan at hand on site',
  built_by: 'Siteline',
  sold_by: 'Siteline',
  description: 'Sends each new plan to the team.',
  about: 'We build for sites.',
  how_it_works: 'Install it and choose a project.',
  category_ids: [1],
  app_version_id: version,
  draft_developer_notes: 'The first listing.',
  subscription_required: true,
  connector_required: false,
  has_trials: true,
  pricing_description: 'Per user and month.',
  region_ids: [1],
  country_ids: [840],
  feature_bullets: ['share plans'],
  website_link: { label: 'Help', url: 'https://siteline.example/help' },
  support_email: 'help@siteline.example',
  contact_us_email: 'sales@siteline.example',
  small_logo: logo,
  pictures: [2, 3, 4].map((id) => ({ ...logo, id, type: 'Picture' })),
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Plan rooms',
    ' https://siteline.example/help ',
    'help@siteline.example',
    'no address',
  ),
  fc.integer({ min: 48, max: 2100 }).map((length) => 'x'.repeat(length)),
)
const answer = fc.constantFrom(true, false, null)

const fields = {
  public_name: text,
  tagline: text,
  description: text,
  how_it_works: text,
  category_ids: fc.subarray([1, 2, 3, 4, 5]),
  subscription_required: answer,
  pricing_url: text,
  region_ids: fc.constantFrom([], [1], [99]),
  country_ids: fc.constantFrom([], [840], [1]),
  helpful_links: fc.array(fc.record({ label: text, url: text }), { maxLength: 4 }),
  feature_bullets: fc.array(text, { maxLength: 4 }),
  website_link: fc.record({ label: text, url: text }),
  support_email: text,
  requirements: fc.array(text, { maxLength: 4 }),
  contact_us_email: text,
  learn_how_url: text,
}
const names = Object.keys(fields) as (keyof typeof fields)[]

/** A complete listing with a few changed fields, so that most are nearly ready to submit. */
const typed: fc.Arbitrary<ListingContent> = fc
  .tuple(fc.record(fields), fc.subarray(names, { maxLength: 3 }))
  .map(([provided, changed]) => {
    const content = { ...complete, ...Object.fromEntries(changed.map((name) => [name, provided[name]])) }
    // The form has one contact method: choosing another clears the previous one (LIST-73).
    return changed.includes('learn_how_url') ? { ...content, contact_us_email: '' } : content
  })

/** Empty rows are dropped when saving, so rows may have other numbers on the server. */
const listMessages = (content: ListingContent, step: Step): string[] =>
  findProblems(content, step, context)
    .map(({ path, message }) => `${path.replaceAll(/\d+/g, 'row')}: ${message}`)
    .toSorted()

function onServer(content: ListingContent): ListingContent | null {
  const body = updateSubmission.body.safeParse(sentListing(emptyContent, content, 'developer'))
  if (!body.success) return null
  const { state: _, if_unchanged_since: __, ...sent } = body.data
  return { ...content, ...savedFields(emptyContent, sent) }
}

function serverAllows(content: ListingContent, step: Step): boolean {
  const arrived = onServer(content)
  return arrived !== null && decideContent(arrived, step, context).ok
}

test.each<Step>(['save', 'submit'])(
  'form and server find the same problems before a %s, each at its field',
  { tags: ['LVAL-51'] },
  (step) => {
    fc.assert(
      fc.property(typed, (content) => {
        const arrived = onServer(content)
        expect(arrived && listMessages(arrived, step)).toEqual(listMessages(content, step))
      }),
      { numRuns: 3000 },
    )
  },
)

test.each<Step>(['save', 'submit'])('a complete listing may %s, in the form and on the server', (step) => {
  expect(findProblems(complete, step, context)).toEqual([])
  expect(serverAllows(complete, step)).toBe(true)
})
