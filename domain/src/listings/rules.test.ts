import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaItem } from '../../testing/mediaItem.ts'
import { key, whole, yesToAll } from '../../testing/wholeListing.ts'
import type { CheckContext } from './checking.ts'
import { type ListingContent } from './content.ts'
import { emptyContent } from './emptyContent.ts'
import { decideContent, decideNamedVersion, findProblems, computeProgress } from './rules.ts'

const context: CheckContext = { isGovernmentCloud: false, securityEnabled: true, versionKeys: [key] }

const listProblems = (content: ListingContent, step: 'save' | 'submit' | 'approve' = 'submit') =>
  findProblems(content, step, context).map(({ path, message }) => `${path}: ${message}`)

test('accepts a complete listing, and an empty draft', { tags: ['LVAL-02', 'LVAL-40'] }, () => {
  expect(listProblems(whole)).toEqual([])
  expect(listProblems(emptyContent, 'save')).toEqual([])
  expect(listProblems(emptyContent)).not.toEqual([])
})

const required = 'This field is required'
const long = (count: number) => 'x'.repeat(count)
const link = { label: 'Guide', url: 'https://northgate.test/guide' }

/** Changes that make a complete listing invalid, each with its message and whether a draft can be saved with it. */
test.each<[change: Partial<ListingContent>, problem: string, also: 'draft' | 'never']>([
  [{ category_ids: [] }, `category_ids: ${required}`, 'draft'],
  [{ category_ids: [1, 2, 3, 4] }, 'category_ids: Max number of categories exceeded', 'never'],
  [{ description: ' ' }, `description: ${required}`, 'draft'],
  [{ description: long(2001) }, 'description: Character limit exceeded (2000)', 'never'],
  [{ tagline: '' }, `tagline: ${required}`, 'draft'],
  [{ tagline: long(101) }, 'tagline: Character limit exceeded (100)', 'never'],
  [{ how_it_works: '' }, `how_it_works: ${required}`, 'draft'],
  [{ how_it_works: long(501) }, 'how_it_works: Character limit exceeded (500)', 'never'],
  [{ public_name: '' }, `public_name: ${required}`, 'draft'],
  [{ public_name: long(51) }, 'public_name: Character limit exceeded (50)', 'never'],
  [{ built_by: '' }, `built_by: ${required}`, 'draft'],
  [{ sold_by: '' }, `sold_by: ${required}`, 'draft'],
  [{ about: '' }, `about: ${required}`, 'draft'],
  [{ draft_developer_notes: '' }, `draft_developer_notes: ${required}`, 'draft'],
  [{ app_version_id: null }, `app_version_id: ${required}`, 'draft'],
  [
    { app_version_id: '00000000-0000-4000-8000-000000000000' },
    'app_version_id: This version is no longer published or in review. Choose another version',
    'draft',
  ],
  [{ pricing_description: '' }, `pricing_description: ${required}`, 'draft'],
  [{ has_trials: null }, `has_trials: ${required}`, 'draft'],
  [{ connector_required: null }, `connector_required: ${required}`, 'draft'],
  [{ subscription_required: null }, `subscription_required: ${required}`, 'draft'],
  [{ pricing_url: 'northgate' }, 'pricing_url: This URL is invalid', 'never'],
  [{ region_ids: [], country_ids: [] }, `availability: ${required}`, 'draft'],
  [{ support_email: '' }, `support_email: ${required}`, 'draft'],
  [{ support_email: 'help' }, 'support_email: This email is invalid', 'never'],
  [{ website_link: { label: 'Site', url: '' } }, `website_link.url: ${required}`, 'draft'],
  [{ website_link: { label: 'Site', url: 'ftp://a.b' } }, 'website_link.url: This URL is invalid', 'never'],
  [{ website_link: { label: '', url: 'https://a.test' } }, `website_link.label: ${required}`, 'draft'],
  [{ feature_bullets: ['One', '', 'Three'] }, `feature_bullets.1: ${required}`, 'draft'],
  [{ feature_bullets: [] }, `feature_bullets: ${required}`, 'draft'],
  [{ feature_bullets: [long(201)] }, 'feature_bullets.0: Character limit exceeded (200)', 'never'],
  [
    { feature_bullets: Array.from({ length: 11 }, () => 'Yes') },
    'feature_bullets: At most 10 items are allowed',
    'never',
  ],
  [{ small_logo: null }, `small_logo: ${required}`, 'draft'],
  [{ pictures: [mediaItem(2, 'Picture')] }, 'pictures: At least 3 items are required', 'draft'],
  [{ helpful_links: [{ ...link, url: 'nowhere' }] }, 'helpful_links.0.url: This URL is invalid', 'never'],
  [{ helpful_links: [link, link, link, link] }, 'helpful_links: At most 3 items are allowed', 'never'],
  [{ helpful_links: [{ label: 'Guide', url: '' }] }, `helpful_links.0.url: ${required}`, 'draft'],
  [{ helpful_links: [{ label: '', url: link.url }] }, `helpful_links.0.label: ${required}`, 'draft'],
  [{ requirements: ['a', 'b', 'c', 'd'] }, 'requirements: At most 3 items are allowed', 'never'],
  [{ contact_us_email: 'sales' }, 'contact_us_email: This email is invalid', 'never'],
  [{ contact_us_email: '', learn_how_url: 'x' }, 'learn_how_url: This URL is invalid', 'never'],
  [{ contact_us_email: '' }, `contact: ${required}`, 'draft'],
  [{ category_ids: [1, 22] }, 'category_ids: Choose from the list', 'never'],
  [{ region_ids: [1, 8] }, 'availability: Choose from the list', 'never'],
  // Antarctica is in no region.
  [{ country_ids: [276, 10] }, 'availability: Choose from the list', 'never'],
  [{ product_tool_ids: [1, 42] }, 'product_tool_ids: Choose from the list', 'never'],
])(
  '%j reports: %s',
  {
    tags: [
      'LVAL-03',
      'LVAL-46',
      'LVAL-04',
      'LVAL-41',
      'LVAL-44',
      'LVAL-06',
      'LVAL-05',
      'LVAL-07',
      'LVAL-08',
      'LVAL-09',
      'LVAL-10',
      'LVAL-11',
      'LVAL-12',
      'LVAL-13',
      'LVAL-16',
      'LVAL-17',
      'LVAL-18',
      'LVAL-43',
      'LVAL-19',
      'LVAL-21',
      'LVAL-22',
      'LVAL-42',
      'LVAL-23',
      'LVAL-24',
      'LVAL-25',
      'LVAL-26',
      'LIST-59',
      'LVAL-27',
      'LVAL-28',
      'LVAL-45',
      'LVAL-30',
      'LVAL-31',
      'LVAL-32',
      'LVAL-33',
      'LVAL-34',
    ],
  },
  (change, problem, also) => {
    const content = { ...whole, ...change }
    expect(listProblems(content)).toEqual([problem])
    expect(listProblems(content, 'save')).toEqual(also === 'never' ? [problem] : [])
  },
)

test(
  'requires a region or country when specific regions are chosen',
  { tags: ['LVAL-19', 'LVAL-20', 'LVAL-47'] },
  () => {
    const nowhere = { ...whole, region_ids: [], country_ids: [] }
    const chosen: CheckContext = { ...context, availability: 'specific' }
    expect(findProblems(nowhere, 'submit', chosen)).toEqual([
      {
        path: 'availability',
        section: 'regions',
        kind: 'missing',
        message: 'You must select a region or country where your app is available',
      },
    ])
    expect(findProblems({ ...nowhere, country_ids: [276] }, 'submit', chosen)).toEqual([])
  },
)

test.each([
  { learn_how_url: 'https://northgate.test/start' },
  { contact_us_email: 'sales@northgate.test' },
  { create_lead: true },
])('accepts a single contact option: %j', { tags: ['LVAL-34'] }, (contact) => {
  expect(listProblems({ ...whole, contact_us_email: '', ...contact })).toEqual([])
})

test('reports a missing contact option at its own field', { tags: ['LVAL-34'] }, () => {
  const none = { ...whole, contact_us_email: '' }
  const paths = (contact: 'contact_us' | 'learn_how') =>
    findProblems(none, 'submit', { ...context, contact }).map(({ path }) => path)
  expect([paths('contact_us'), paths('learn_how')]).toEqual([['contact_us_email'], ['learn_how_url']])
})

test(
  'requires the showcase video for the approval, but never in government cloud',
  { tags: ['LVAL-14', 'LVAL-15'] },
  () => {
    expect(listProblems(whole)).toEqual([])
    expect(listProblems(whole, 'approve')).toEqual([`showcase_video: ${required}`])
    expect(listProblems({ ...whole, showcase_video: mediaItem(9, 'ShowcaseVideo') }, 'approve')).toEqual([])
    expect(findProblems(whole, 'approve', { ...context, isGovernmentCloud: true })).toEqual([])
  },
)

test('accepts any number of videos, including none', { tags: ['LVAL-29'] }, () => {
  expect(listProblems({ ...whole, videos: [] })).toEqual([])
  expect(listProblems({ ...whole, videos: [mediaItem(5, 'Video')] })).toEqual([])
})

const security = 'security_questionnaire'
test.each<[change: Partial<typeof yesToAll>, problem: string]>([
  [{ has_mfa_support: null as never }, `${security}.has_mfa_support: ${required}`],
  [{ has_fas_support: null as never }, `${security}.has_fas_support: ${required}`],
  [{ company_legal_name: '' }, `${security}.company_legal_name: ${required}`],
  [{ company_headquarters: '' }, `${security}.company_headquarters: ${required}`],
  [{ headquarters_country_id: null as never }, `${security}.headquarters_country_id: ${required}`],
  [{ headquarters_country_id: 1 }, `${security}.headquarters_country_id: Choose from the list`],
  [{ data_processing_locations: '' }, `${security}.data_processing_locations: ${required}`],
  [
    { data_processing_country_ids: [276, 1] },
    `${security}.data_processing_country_ids: Choose from the list`,
  ],
  [{ security_standard_ids: [4, 33] }, `${security}.security_standard_ids: Choose from the list`],
  [{ sso_providers: ['Okta', 'Nobody'] }, `${security}.sso_providers: Choose from the list`],
  [{ data_processing_country_ids: [] }, `${security}.data_processing_country_ids: ${required}`],
  [{ has_subprocessors: null as never }, `${security}.has_subprocessors: ${required}`],
  [{ subprocessors_details: '' }, `${security}.subprocessors_details: ${required}`],
  [{ has_sensitive_data: null as never }, `${security}.has_sensitive_data: ${required}`],
  [{ sensitive_data_handling_details: '' }, `${security}.sensitive_data_handling_details: ${required}`],
  [{ has_security_contact: null as never }, `${security}.has_security_contact: ${required}`],
  [{ security_email: '' }, `${security}.security_email: ${required}`],
  [{ security_email: 'us' }, `${security}.security_email: This email is invalid`],
  [{ has_security_audits: null as never }, `${security}.has_security_audits: ${required}`],
  [{ has_security_standards: null as never }, `${security}.has_security_standards: ${required}`],
  [{ security_standard_ids: [] }, `${security}.security_standard_ids: ${required}`],
  [{ has_penetration_testing: null as never }, `${security}.has_penetration_testing: ${required}`],
  [{ can_notify_procore: null as never }, `${security}.can_notify_procore: ${required}`],
  [{ has_disclosure_program: null as never }, `${security}.has_disclosure_program: ${required}`],
  [{ disclosure_program_url: '' }, `${security}.disclosure_program_url: ${required}`],
  [{ disclosure_program_url: 'us' }, `${security}.disclosure_program_url: This URL is invalid`],
  [{ has_bug_bounty_program: null as never }, `${security}.has_bug_bounty_program: ${required}`],
  [{ has_data_encryption_at_rest: null as never }, `${security}.has_data_encryption_at_rest: ${required}`],
  [
    { has_data_encryption_in_transit: null as never },
    `${security}.has_data_encryption_in_transit: ${required}`,
  ],
  [{ has_sso_support: null as never }, `${security}.has_sso_support: ${required}`],
  [{ sso_providers: [] }, `${security}.sso_providers: ${required}`],
  [{ has_saml_support: null as never }, `${security}.has_saml_support: ${required}`],
])(
  'the questionnaire with %j reports: %s',
  {
    tags: [
      'SEC-13',
      'SEC-14',
      'SEC-17',
      'SEC-18',
      'SEC-19',
      'SEC-20',
      'SEC-21',
      'SEC-22',
      'SEC-23',
      'SEC-33',
      'SEC-24',
      'SEC-27',
      'SEC-28',
      'SEC-29',
      'SEC-30',
      'SEC-31',
      'SEC-32',
    ],
  },
  (change, problem) => {
    const content = { ...whole, security_questionnaire: { ...yesToAll, ...change } }
    expect(listProblems(content)).toEqual([problem])
  },
)

test.each([
  { security_standard_ids: [], other_security_standards: 'A regional scheme' },
  { sso_providers: [], other_sso_providers: 'Our own' },
  { has_subprocessors: false, subprocessors_details: '' },
  { has_sensitive_data: false, sensitive_data_handling_details: '' },
  { has_security_contact: false, security_email: 'not an address' },
  { has_security_standards: false, security_standard_ids: [] },
  { has_disclosure_program: false, disclosure_program_url: 'nowhere' },
  { has_sso_support: false, sso_providers: [] },
])(
  'accepts the answer %j',
  { tags: ['SEC-34', 'SEC-24', 'SEC-31', 'SEC-20', 'SEC-21', 'SEC-22', 'SEC-28'] },
  (change) => {
    expect(listProblems({ ...whole, security_questionnaire: { ...yesToAll, ...change } })).toEqual([])
  },
)

test(
  'checks the questionnaire only while it is visible and enabled on the server',
  { tags: ['SEC-35'] },
  () => {
    const unanswered = { ...whole, security_questionnaire: emptyContent.security_questionnaire }
    expect(listProblems(unanswered)).not.toEqual([])
    expect(listProblems({ ...unanswered, security_questionnaire_visible: false })).toEqual([])
    expect(findProblems(unanswered, 'submit', { ...context, securityEnabled: false })).toEqual([])
  },
)

test(
  'computes progress as the percentage of required tabs that are complete',
  { tags: ['LIST-15', 'LIST-16', 'LIST-17'] },
  () => {
    const withoutQuestionnaire = { ...whole, security_questionnaire_visible: false }
    expect(computeProgress(whole, context)).toMatchObject({ percent: 100, required: { length: 7 } })
    const switchedOff = { ...context, securityEnabled: false }
    expect(computeProgress(whole, switchedOff)).toMatchObject({ percent: 100, required: { length: 6 } })
    expect(computeProgress(withoutQuestionnaire, context).required).toEqual([
      'app',
      'media',
      'regions',
      'support',
      'features',
      'contact',
    ])
    expect(
      computeProgress({ ...withoutQuestionnaire, support_email: '', pictures: [] }, context),
    ).toMatchObject({
      completed: ['app', 'regions', 'features', 'contact'],
      percent: 67,
    })
    expect(computeProgress(emptyContent, context).percent).toBe(0)
  },
)

test('reports at least the errors of a save when submitting', { tags: ['LVAL-40', 'LVAL-51'] }, () => {
  const text = fc.oneof(fc.string(), fc.constant('x'.repeat(2001)), fc.constant('https://a.test'))
  const content = fc.record({
    public_name: text,
    tagline: text,
    pricing_url: text,
    support_email: text,
    feature_bullets: fc.array(text, { maxLength: 12 }),
    category_ids: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(content, (change) => {
      const listing = { ...whole, ...change }
      const requested = (step: 'save' | 'submit' | 'approve') => listProblems(listing, step)
      expect(requested('submit')).toEqual(expect.arrayContaining(requested('save')))
      expect(requested('approve')).toEqual(expect.arrayContaining(requested('submit')))
      expect(decideContent(listing, 'save', context).ok).toBe(requested('save').length === 0)
    }),
  )
})

test.each([
  ['submit', 'Please correct the errors below before submitting for review'],
  ['approve', 'Please correct the errors below before approving the listing'],
] as const)('a failed check says what it stops: %s', { tags: ['LVAL-37'] }, (step, message) => {
  const decision = decideContent({ ...whole, tagline: '' }, step, context)
  expect(decision).toMatchObject({ ok: false, refusal: { message } })
})

const otherApps = '7b8c1f0e-2d7e-4a59-8f7a-1f2d3c4b5a69'

test.each([
  [null, null, 'saved'],
  [null, key, 'saved'],
  [key, null, 'saved'],
  [otherApps, otherApps, 'saved'],
  [otherApps, key, 'saved'],
  [null, otherApps, 'refused'],
  [key, otherApps, 'refused'],
])(
  'a listing with the version %s that now names %s is %s',
  { tags: ['LIST-32', 'LVAL-13'] },
  (before, named, outcome) => {
    const decision = decideNamedVersion(before, named, context)
    const message = 'Choose a version of this app that is published or in review'
    expect(decision).toEqual(
      outcome === 'saved'
        ? { ok: true, value: named }
        : { ok: false, refusal: { code: 'invalid_input', message, fields: { app_version_id: [message] } } },
    )
  },
)

test.each(['public_name', 'tagline', 'built_by', 'sold_by', 'description', 'about', 'how_it_works'] as const)(
  'treats a required text without visible characters as missing: %s',
  { tags: ['LVAL-08'] },
  (field) => {
    for (const invisible of ['\u200B', '\u3164', '\u2800 \u2060']) {
      expect(listProblems({ ...whole, [field]: invisible })).toEqual([`${field}: ${required}`])
    }
  },
)

test('refuses direction overrides in names and texts of one line', () => {
  const typed = 'Site \u202EcnyS'
  const message =
    'This contains an invisible character that changes the direction of text. Delete it and type the text again.'
  const texts: [path: string, change: Partial<ListingContent>][] = [
    ['public_name', { public_name: typed }],
    ['tagline', { tagline: typed }],
    ['built_by', { built_by: typed }],
    ['sold_by', { sold_by: typed }],
    ['website_link.label', { website_link: { label: typed, url: 'https://northgate.test' } }],
    ['helpful_links.0.label', { helpful_links: [{ label: typed, url: 'https://northgate.test' }] }],
    ['feature_bullets.0', { feature_bullets: [typed] }],
    ['requirements.0', { requirements: [typed] }],
    ['pricing_url', { pricing_url: `https://northgate.test/${typed}` }],
    [
      'security_questionnaire.company_legal_name',
      {
        security_questionnaire: { ...yesToAll, company_legal_name: typed },
        security_questionnaire_visible: true,
      },
    ],
  ]
  for (const [path, change] of texts) {
    expect(listProblems({ ...whole, ...change }, 'save')).toContain(`${path}: ${message}`)
  }
  expect(listProblems({ ...whole, description: typed }, 'save')).toEqual([])
})

test('refuses a repeated category', { tags: ['LVAL-03'] }, () => {
  const twice = { ...whole, category_ids: [6, 6] }
  expect(listProblems(twice, 'save')).toEqual(['category_ids: Choose each category once'])
  const three = { ...whole, category_ids: [6, 6, 1, 2] }
  expect(listProblems(three, 'save')).toEqual(['category_ids: Choose each category once'])
})

test('does not count empty rows of links and requirements', { tags: ['LVAL-30', 'LVAL-31'] }, () => {
  const helpful_links = [link, link, link, { label: '', url: ' ' }]
  expect(listProblems({ ...whole, helpful_links, requirements: ['a', 'b', 'c', ''] })).toEqual([])
})
