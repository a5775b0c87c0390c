import { expect, test } from 'vitest'
import { mediaItem } from '../../testing/mediaItem.ts'
import { key, whole, yesToAll } from '../../testing/wholeListing.ts'
import type { ListingContent, Questionnaire } from './content.ts'
import { findProblems } from './rules.ts'

const context = { isGovernmentCloud: false, securityEnabled: true, versionKeys: [key] }

const listProblems = (content: ListingContent, step: 'save' | 'submit' = 'submit') =>
  findProblems(content, step, context).map(({ path, message }) => `${path}: ${message}`)

const required = 'This field is required'
const long = (count: number) => 'x'.repeat(count)
const link = { label: 'Guide', url: 'https://northgate.test/guide' }

const answers = (change: Partial<Questionnaire>) => ({ security_questionnaire: { ...yesToAll, ...change } })
const urlWithLength = (count: number) => `https://northgate.test/${long(count - 23)}`
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** The maximum length of each field. */
test.each<[path: string, limit: number, change: (text: string) => Partial<ListingContent>]>([
  ['public_name', 50, (public_name) => ({ public_name })],
  ['tagline', 100, (tagline) => ({ tagline })],
  ['built_by', 100, (built_by) => ({ built_by })],
  ['sold_by', 100, (sold_by) => ({ sold_by })],
  ['description', 2000, (description) => ({ description })],
  ['about', 2000, (about) => ({ about })],
  ['how_it_works', 500, (how_it_works) => ({ how_it_works })],
  ['draft_developer_notes', 5000, (draft_developer_notes) => ({ draft_developer_notes })],
  ['notes', 5000, (notes) => ({ notes })],
  ['pricing_description', 1000, (pricing_description) => ({ pricing_description })],
  ['feature_bullets.1', 200, (text) => ({ feature_bullets: ['One', text] })],
  ['requirements.0', 500, (text) => ({ requirements: [text] })],
  ['helpful_links.0.label', 100, (label) => ({ helpful_links: [{ ...link, label }] })],
  ['website_link.label', 100, (label) => ({ website_link: { label, url: 'https://northgate.test' } })],
  [
    'pictures_attributes.0.name',
    255,
    (name) => ({ pictures: times(3, { ...mediaItem(2, 'Picture'), name }) }),
  ],
  [
    'pictures_attributes.0.description',
    500,
    (description) => ({ pictures: times(3, { ...mediaItem(2, 'Picture'), description }) }),
  ],
  ['videos_attributes.0.name', 255, (name) => ({ videos: [{ ...mediaItem(2, 'Video'), name }] })],
  [
    'videos_attributes.0.description',
    500,
    (description) => ({ videos: [{ ...mediaItem(2, 'Video'), description }] }),
  ],
  ['security_questionnaire.company_legal_name', 255, (text) => answers({ company_legal_name: text })],
  ['security_questionnaire.company_headquarters', 255, (text) => answers({ company_headquarters: text })],
  [
    'security_questionnaire.data_processing_locations',
    2000,
    (text) => answers({ data_processing_locations: text }),
  ],
  ['security_questionnaire.subprocessors_details', 2000, (text) => answers({ subprocessors_details: text })],
  [
    'security_questionnaire.sensitive_data_handling_details',
    2000,
    (text) => answers({ sensitive_data_handling_details: text }),
  ],
  [
    'security_questionnaire.other_security_standards',
    255,
    (text) => answers({ other_security_standards: text }),
  ],
  ['security_questionnaire.other_sso_providers', 255, (text) => answers({ other_sso_providers: text })],
])('%s accepts %i characters and not one more', { tags: ['LVAL-44'] }, (path, limit, change) => {
  const problem = `${path}: Character limit exceeded (${limit})`
  for (const step of ['save', 'submit'] as const) {
    expect(listProblems({ ...whole, ...change(long(limit - 1)) }, step)).toEqual([])
    expect(listProblems({ ...whole, ...change(long(limit)) }, step)).toEqual([])
    expect(listProblems({ ...whole, ...change(`${long(limit)} \n`) }, step)).not.toContain(problem)
    expect(listProblems({ ...whole, ...change(long(limit + 1)) }, step)).toContain(problem)
  }
})

test.each<[path: string, change: (url: string) => Partial<ListingContent>]>([
  ['pricing_url', (pricing_url) => ({ pricing_url })],
  ['learn_how_url', (learn_how_url) => ({ contact_us_email: '', learn_how_url })],
  ['website_link.url', (url) => ({ website_link: { label: 'Northgate', url } })],
  ['helpful_links.0.url', (url) => ({ helpful_links: [{ label: 'Guide', url }] })],
  [
    'security_questionnaire.disclosure_program_url',
    (disclosure_program_url) => answers({ disclosure_program_url }),
  ],
])('%s accepts web addresses of 2000 characters', (path, change) => {
  expect(listProblems({ ...whole, ...change(urlWithLength(1999)) })).toEqual([])
  expect(listProblems({ ...whole, ...change(urlWithLength(2000)) })).toEqual([])
  expect(listProblems({ ...whole, ...change(urlWithLength(2001)) })).toEqual([
    `${path}: Character limit exceeded (2000)`,
  ])
  expect(listProblems({ ...whole, ...change('https://northgate.test:x') })).toEqual([
    `${path}: This URL is invalid`,
  ])
})

/** 64 characters before the sign, and names of at most 63 characters after it, are the most that an address has. */
const emailWithLength = (count: number) =>
  `${long(64)}@${[63, 63, count - 64 - 1 - 63 - 1 - 63 - 1 - 5].map(long).join('.')}.test`

test.each<[path: string, change: (email: string) => Partial<ListingContent>]>([
  ['support_email', (support_email) => ({ support_email })],
  ['contact_us_email', (contact_us_email) => ({ contact_us_email, learn_how_url: '' })],
  ['security_questionnaire.security_email', (security_email) => answers({ security_email })],
])('%s accepts email addresses of 254 characters', (path, change) => {
  expect(listProblems({ ...whole, ...change(emailWithLength(253)) })).toEqual([])
  expect(listProblems({ ...whole, ...change(emailWithLength(254)) })).toEqual([])
  expect(listProblems({ ...whole, ...change(emailWithLength(255)) })).toContain(
    `${path}: Character limit exceeded (254)`,
  )
})

/** The minimum and maximum number of each. */
test.each<[count: number, path: string, change: Partial<ListingContent>, problem: string | null]>([
  [0, 'category_ids', { category_ids: [] }, required],
  [1, 'category_ids', { category_ids: [1] }, null],
  [3, 'category_ids', { category_ids: [1, 2, 3] }, null],
  [4, 'category_ids', { category_ids: [1, 2, 3, 4] }, 'Max number of categories exceeded'],
  [0, 'feature_bullets', { feature_bullets: [] }, required],
  [1, 'feature_bullets', { feature_bullets: ['One'] }, null],
  [9, 'feature_bullets', { feature_bullets: times(9, 'Yes') }, null],
  [10, 'feature_bullets', { feature_bullets: times(10, 'Yes') }, null],
  [11, 'feature_bullets', { feature_bullets: times(11, 'Yes') }, 'At most 10 items are allowed'],
  [2, 'pictures', { pictures: times(2, mediaItem(2, 'Picture')) }, 'At least 3 items are required'],
  [3, 'pictures', { pictures: times(3, mediaItem(2, 'Picture')) }, null],
  [4, 'pictures', { pictures: times(4, mediaItem(2, 'Picture')) }, null],
  [2, 'helpful_links', { helpful_links: times(2, link) }, null],
  [3, 'helpful_links', { helpful_links: times(3, link) }, null],
  [4, 'helpful_links', { helpful_links: times(4, link) }, 'At most 3 items are allowed'],
  [2, 'requirements', { requirements: ['a', 'b'] }, null],
  [3, 'requirements', { requirements: ['a', 'b', 'c'] }, null],
  [4, 'requirements', { requirements: ['a', 'b', 'c', 'd'] }, 'At most 3 items are allowed'],
  [0, 'availability', { region_ids: [], country_ids: [] }, required],
  [1, 'availability', { region_ids: [1], country_ids: [] }, null],
  [1, 'availability', { region_ids: [], country_ids: [276] }, null],
])(
  '%i of %s: %j reports %s',
  { tags: ['LVAL-03', 'LVAL-19', 'LVAL-28', 'LVAL-30', 'LVAL-31'] },
  (_count, path, change, problem) => {
    expect(listProblems({ ...whole, ...change })).toEqual(problem === null ? [] : [`${path}: ${problem}`])
  },
)

/** The required fields of the questionnaire, including those required after a yes. */
test.each<[field: keyof Questionnaire, change: Partial<Questionnaire>]>([
  ['has_mfa_support', { has_mfa_support: null }],
  ['has_fas_support', { has_fas_support: null }],
  ['company_legal_name', { company_legal_name: ' ' }],
  ['company_headquarters', { company_headquarters: '' }],
  ['headquarters_country_id', { headquarters_country_id: null }],
  ['data_processing_locations', { data_processing_locations: '' }],
  ['data_processing_country_ids', { data_processing_country_ids: [] }],
  ['subprocessors_details', { subprocessors_details: '' }],
  ['sensitive_data_handling_details', { sensitive_data_handling_details: '' }],
  ['security_email', { security_email: '' }],
  ['security_standard_ids', { security_standard_ids: [], other_security_standards: '' }],
  ['disclosure_program_url', { disclosure_program_url: '' }],
  ['sso_providers', { sso_providers: [], other_sso_providers: '' }],
])(
  'requires %s in a shown questionnaire: %j',
  {
    tags: [
      'SEC-13',
      'SEC-14',
      'SEC-15',
      'SEC-16',
      'SEC-17',
      'SEC-18',
      'SEC-19',
      'SEC-20',
      'SEC-21',
      'SEC-22',
      'SEC-23',
      'SEC-24',
      'SEC-25',
      'SEC-26',
      'SEC-27',
      'SEC-28',
      'SEC-29',
      'SEC-30',
      'SEC-31',
    ],
  },
  (field, change) => {
    const content = { ...whole, ...answers(change) }
    expect(listProblems(content)).toEqual([`security_questionnaire.${field}: ${required}`])
    expect(listProblems({ ...content, security_questionnaire_visible: false })).toEqual([])
  },
)

test.each<[no: Partial<Questionnaire>]>([
  [{ has_subprocessors: false, subprocessors_details: '' }],
  [{ has_sensitive_data: false, sensitive_data_handling_details: '' }],
  [{ has_security_contact: false, security_email: '' }],
  [{ has_security_standards: false, security_standard_ids: [] }],
  [{ has_disclosure_program: false, disclosure_program_url: '' }],
  [{ has_sso_support: false, sso_providers: [] }],
  [{ security_standard_ids: [], other_security_standards: 'BSI C5' }],
  [{ sso_providers: [], other_sso_providers: 'Ory' }],
])(
  'requires nothing more for %j',
  { tags: ['SEC-20', 'SEC-21', 'SEC-22', 'SEC-24', 'SEC-28', 'SEC-31'] },
  (no) => {
    expect(listProblems({ ...whole, ...answers(no) })).toEqual([])
  },
)
