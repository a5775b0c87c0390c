import type { Link, ListingContent, MediaItem, Questionnaire } from '../listings/content.ts'
import { categories, productTools, securityStandards, standardLabel } from '../listings/lists.ts'
import { countries, countryName, regions } from '../listings/countries.ts'
import type { ListingSection } from '../listings/rules.ts'
import { isBlank } from '../text/characters.ts'
import { fields, leaf, rows, under, type Comparison, type Difference } from './comparison.ts'

/** The displayed value of a listing field, as data that the page turns into text. */
export type ListingDisplay =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'answer'; answer: boolean }
  | { kind: 'names'; names: readonly string[] }
  | { kind: 'version'; id: string }
  | { kind: 'file'; id: number; filename: string; url: string }

/** One difference between two listings. */
export interface ListingChange extends Difference<ListingDisplay> {
  section: ListingSection
}

type Compare<Value> = Comparison<Value, Difference<ListingDisplay>>

const none: ListingDisplay = { kind: 'none' }

const showText = (text: string): ListingDisplay => (isBlank(text) ? none : { kind: 'text', text })

const text: Compare<string> = leaf(showText)

const textRows = rows<string, Difference<ListingDisplay>>(text, '')

const answer: Compare<boolean | null> = leaf((value) =>
  value === null ? none : { kind: 'answer', answer: value },
)

/** Compares chosen entries in any order. */
const choice = <Entry extends string | number>(
  nameFor: (entry: Entry) => string | undefined,
): Compare<readonly Entry[]> =>
  leaf((entries) => {
    // An entry without a name is shown by its number, so that two such entries still differ.
    const names = [...new Set(entries)].map((entry) => nameFor(entry) ?? `#${entry}`).toSorted()
    return names.length === 0 ? none : { kind: 'names', names }
  })

const namesById = <Entry extends { id: number }>(
  list: readonly Entry[],
  toName: (entry: Entry) => string,
) => {
  const names = new Map(list.map((entry) => [entry.id, toName(entry)]))
  return (id: number): string | undefined => names.get(id)
}

const countryNames = namesById(countries, ({ iso_code }) => countryName(iso_code))

const country: Compare<number | null> = leaf((id) =>
  id === null ? none : showText(countryNames(id) ?? `#${id}`),
)

const version: Compare<string | null> = leaf((id) => (id === null ? none : { kind: 'version', id }))

const link: Compare<Link> = fields<Link, Difference<ListingDisplay>>({ label: text, url: text })

/** Compares a property of a file that can't be edited. */
const fact: Compare<string | number | null> = leaf((value) =>
  value === null ? none : showText(String(value)),
)

const sameFile = fields<MediaItem, Difference<ListingDisplay>>({
  id: fact,
  type: fact,
  name: text,
  description: text,
  original_filename: fact,
  url: fact,
  external_url: fact,
  content_type: fact,
  bytes: fact,
  width: fact,
  height: fact,
})

const anotherFile: Compare<MediaItem | null> = leaf((file) =>
  file === null ? none : { kind: 'file', id: file.id, filename: file.original_filename, url: file.url },
)

/** Compares a file. A different file is one change; the same file is compared field by field. */
const file: Compare<MediaItem | null> = (before, after) =>
  before && after && before.id === after.id ? sameFile(before, after) : anotherFile(before, after)

const fileOrder: Compare<readonly MediaItem[]> = (before, after) => {
  const ids = (list: readonly MediaItem[]) => list.map(({ id }) => id).join()
  const names = (list: readonly MediaItem[]): ListingDisplay => ({
    kind: 'names',
    names: list.map(({ original_filename }) => original_filename),
  })
  return ids(before) === ids(after) ? [] : [{ path: 'order', before: names(before), after: names(after) }]
}

/** Compares files by id, and the order of those that both listings have. */
const files: Compare<readonly MediaItem[]> = (before, after) => {
  const find = (list: readonly MediaItem[], id: number) => list.find((item) => item.id === id) ?? null
  const all = [...new Set([...after, ...before].map(({ id }) => id))]
  const inBoth = (list: readonly MediaItem[]) =>
    list.filter(({ id }) => find(before, id) !== null && find(after, id) !== null)
  return [
    ...fileOrder(inBoth(before), inBoth(after)),
    ...all.flatMap((id) => under(String(id), file(find(before, id), find(after, id)))),
  ]
}

const questionnaire = fields<Questionnaire, Difference<ListingDisplay>>({
  has_mfa_support: answer,
  has_fas_support: answer,
  company_legal_name: text,
  company_headquarters: text,
  headquarters_country_id: country,
  data_processing_locations: text,
  data_processing_country_ids: choice(countryNames),
  has_subprocessors: answer,
  subprocessors_details: text,
  has_sensitive_data: answer,
  sensitive_data_handling_details: text,
  has_security_contact: answer,
  security_email: text,
  has_security_audits: answer,
  has_security_standards: answer,
  security_standard_ids: choice(namesById(securityStandards, standardLabel)),
  other_security_standards: text,
  has_penetration_testing: answer,
  can_notify_procore: answer,
  has_disclosure_program: answer,
  disclosure_program_url: text,
  has_bug_bounty_program: answer,
  has_data_encryption_at_rest: answer,
  has_data_encryption_in_transit: answer,
  has_sso_support: answer,
  sso_providers: choice((name) => name),
  other_sso_providers: text,
  has_saml_support: answer,
})

/** Adds the form section that contains the field. */
const inSection =
  (section: ListingSection) =>
  <Value>(compare: Compare<Value>): Comparison<Value, ListingChange> =>
  (before, after) =>
    compare(before, after).map((difference) => ({ ...difference, section }))

const appField = inSection('app')
const regionsField = inSection('regions')
const linksField = inSection('links')
const featuresField = inSection('features')
const supportField = inSection('support')
const toolsField = inSection('tools')
const requirementsField = inSection('requirements')
const contactField = inSection('contact')
const mediaField = inSection('media')
const securityField = inSection('security')
const staffField = inSection('staff')

/** Returns every difference between two listings, in the order of the form (LADM-08). */
export const compareListings = fields<ListingContent, ListingChange>({
  public_name: appField(text),
  tagline: appField(text),
  built_by: appField(text),
  sold_by: appField(text),
  description: appField(text),
  about: appField(text),
  how_it_works: appField(text),
  category_ids: appField(choice(namesById(categories, ({ name }) => name))),
  app_version_id: appField(version),
  draft_developer_notes: appField(text),
  installable: appField(answer),
  beta: appField(answer),
  subscription_required: regionsField(answer),
  connector_required: regionsField(answer),
  has_trials: regionsField(answer),
  pricing_url: regionsField(text),
  pricing_description: regionsField(text),
  region_ids: regionsField(choice(namesById(regions, ({ name }) => name))),
  country_ids: regionsField(choice(countryNames)),
  helpful_links: linksField(rows(link, { label: '', url: '' })),
  feature_bullets: featuresField(textRows),
  website_link: supportField(link),
  support_email: supportField(text),
  product_tool_ids: toolsField(choice(namesById(productTools, ({ title }) => title))),
  requirements: requirementsField(textRows),
  contact_us_email: contactField(text),
  learn_how_url: contactField(text),
  create_lead: contactField(answer),
  small_logo: mediaField(file),
  pictures: mediaField(files),
  videos: mediaField(files),
  security_questionnaire_visible: securityField(answer),
  security_questionnaire: securityField(questionnaire),
  security_badge: staffField(answer),
  security_questionnaire_document: staffField(file),
  notes: staffField(text),
  showcase_video: staffField(file),
})
