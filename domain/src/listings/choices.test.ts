import { expect, test } from 'vitest'
import { yesToAll } from '../../testing/wholeListing.ts'
import {
  availabilityFor,
  chooseContact,
  contactAfter,
  contactChoiceFor,
  decideContact,
  everywhere,
  nowhere,
  regionTick,
  tickCountry,
  tickRegion,
  normalizeFields,
  withoutStrayAnswers,
} from './choices.ts'
import { emptyFields, emptyQuestionnaire } from './emptyContent.ts'
import { categories, productTools, securityStandards, ssoProviders, standardLabel } from './lists.ts'
import { countries, countryName, offeredCountryIds, regions } from './countries.ts'

const [unitedStates, , asiaPacific] = regions
if (!unitedStates || !asiaPacific) throw new Error('The regions are not the ones this test knows')

test(
  'availability starts unset, and all regions means every region and every country',
  { tags: ['LIST-47', 'LIST-48'] },
  () => {
    expect(availabilityFor(nowhere())).toBeNull()
    expect(everywhere().country_ids).toHaveLength(new Set(offeredCountryIds).size)
    expect(availabilityFor(everywhere())).toBe('all')
    expect(availabilityFor({ region_ids: [], country_ids: [276] })).toBe('specific')
    expect(availabilityFor({ region_ids: [1, 4], country_ids: [] })).toBe('specific')
  },
)

test(
  'selecting a region selects all its countries, and it is indeterminate while only some are selected',
  { tags: ['LIST-49', 'LIST-50'] },
  () => {
    const some = tickCountry(nowhere(), 36, true)
    expect([regionTick(nowhere(), asiaPacific), regionTick(some, asiaPacific)]).toEqual(['none', 'some'])
    const all = tickRegion(some, asiaPacific, true)
    expect(new Set(all.country_ids)).toEqual(new Set(asiaPacific.countries.map(({ id }) => id)))
    expect(regionTick(all, asiaPacific)).toBe('all')
    const without = tickCountry(all, 36, false)
    expect([without.region_ids, regionTick(without, asiaPacific)]).toEqual([[], 'some'])
    expect(tickCountry(without, 36, true).region_ids).toEqual([asiaPacific.id])
    expect(tickRegion(all, asiaPacific, false)).toEqual(nowhere())
    // A region that was saved alone has all its countries, including those added later.
    expect(regionTick({ region_ids: [asiaPacific.id], country_ids: [] }, asiaPacific)).toBe('all')
  },
)

const none = { contact_us_email: '', learn_how_url: '', create_lead: false }
const byEmail = { ...none, contact_us_email: 'a@b.test' }
const byPage = { ...none, learn_how_url: 'https://b.test' }
const byLead = { ...none, create_lead: true }

test(
  'chooses the contact option in the order create-lead, address, page, none',
  { tags: ['LIST-73'] },
  () => {
    expect(
      contactChoiceFor({ contact_us_email: 'a@b.test', learn_how_url: 'https://b.test', create_lead: true }),
    ).toBe('create_lead')
    expect(contactChoiceFor({ ...none, contact_us_email: 'a@b.test', learn_how_url: 'https://b.test' })).toBe(
      'contact_us',
    )
    expect(contactChoiceFor({ ...none, learn_how_url: 'https://b.test' })).toBe('learn_how')
    expect(contactChoiceFor(none)).toBeNull()
  },
)

test('choosing a contact option clears the others', { tags: ['LIST-74', 'LIST-75', 'LIST-76'] }, () => {
  const all = { contact_us_email: 'a@b.test', learn_how_url: 'https://b.test', create_lead: true }
  expect(chooseContact(all, 'contact_us')).toEqual({ ...all, learn_how_url: '', create_lead: false })
  expect(chooseContact(all, 'learn_how')).toEqual({ ...all, contact_us_email: '', create_lead: false })
  expect(chooseContact(all, 'create_lead')).toEqual({
    contact_us_email: '',
    learn_how_url: '',
    create_lead: true,
  })
})

test.each([
  [none, byEmail, byEmail],
  [byEmail, { learn_how_url: 'https://b.test' }, byPage],
  [byEmail, { ...byPage, contact_us_email: 'a@b.test' }, byPage],
  [byPage, { ...byEmail, learn_how_url: 'https://b.test' }, byEmail],
  [byLead, { ...byEmail, create_lead: true }, byEmail],
  [byLead, { contact_us_email: '' }, byLead],
  [byEmail, none, none],
  [none, { ...byEmail, learn_how_url: 'https://b.test' }, 'refused'],
  [byEmail, { contact_us_email: 'c@d.test', create_lead: true }, 'refused'],
])(
  'a save of one contact option replaces the other: %j and %j give %j',
  { tags: ['LIST-74', 'LIST-75', 'LIST-76'] },
  (before, sent, after) => {
    const isAccepted = decideContact(before, sent).ok
    expect(isAccepted ? contactAfter(before, sent, { ...before, ...sent }) : 'refused').toEqual(after)
  },
)

test.each([
  ['has_subprocessors', { subprocessors_details: '' }],
  ['has_sensitive_data', { sensitive_data_handling_details: '' }],
  ['has_security_contact', { security_email: '' }],
  ['has_security_standards', { security_standard_ids: [], other_security_standards: '' }],
  ['has_disclosure_program', { disclosure_program_url: '' }],
  ['has_sso_support', { sso_providers: [], other_sso_providers: '' }],
])('without a yes to %s, only %j is cleared', { tags: ['SEC-36'] }, (question, cleared) => {
  const answers = { ...yesToAll, other_security_standards: 'BSI C5', other_sso_providers: 'Ory' }
  expect(withoutStrayAnswers(answers)).toEqual(answers)
  for (const answer of [false, null]) {
    const stored = withoutStrayAnswers({ ...answers, [question]: answer })
    expect(stored).toEqual({ ...answers, [question]: answer, ...cleared })
  }
})

test('saving clears answers that a no makes irrelevant, and empty rows', { tags: ['SEC-36'] }, () => {
  const fields = normalizeFields({
    ...emptyFields,
    helpful_links: [
      { label: ' ', url: '' },
      { label: 'Guide', url: '' },
    ],
    requirements: ['', 'Admin rights'],
    security_questionnaire: {
      ...emptyQuestionnaire,
      has_subprocessors: false,
      subprocessors_details: 'A host',
      has_sso_support: null,
      sso_providers: ['Okta'],
      has_security_contact: true,
      security_email: 'us@b.test',
    },
  })
  expect(fields.helpful_links).toEqual([{ label: 'Guide', url: '' }])
  expect(fields.requirements).toEqual(['Admin rights'])
  expect(fields.security_questionnaire).toMatchObject({
    subprocessors_details: '',
    sso_providers: [],
    security_email: 'us@b.test',
  })
})

test(
  'names a country in a language, and an unknown one Unknown Country',
  { tags: ['LIST-52', 'LIST-53'] },
  () => {
    expect(countryName('DE')).toBe('Germany')
    expect(countryName('DE', 'es')).toBe('Alemania')
    expect([countryName('QQ'), countryName('not a code')]).toEqual(['Unknown Country', 'Unknown Country'])
    expect(unitedStates).toEqual({
      id: 1,
      name: 'United States',
      countries: [{ id: 840, iso_code: 'US' }],
    })
    expect(new Set(countries.map(({ id }) => id)).size).toBe(249)
  },
)

test(
  'labels a standard as standard - variant; every list is complete and has no duplicates',
  { tags: ['SEC-25', 'LIST-63'] },
  () => {
    expect(securityStandards.map(standardLabel)).toContain('SOC 2 - Type 2')
    expect([categories, productTools, securityStandards, ssoProviders].map(({ length }) => length)).toEqual([
      21, 41, 32, 10,
    ])
    expect(new Set(productTools.map(({ title }) => title)).size).toBe(productTools.length)
    expect(new Set(securityStandards.map(standardLabel)).size).toBe(securityStandards.length)
  },
)

test('keeps the ids of list entries, which stored listings use', () => {
  const named = (ids: number[], list: readonly { id: number; name?: string; title?: string }[]) =>
    ids.map((id) => list.find((entry) => entry.id === id)).map((entry) => entry?.name ?? entry?.title)
  expect(named([1, 12, 17, 21], categories)).toEqual(['Accounting', 'Other', 'ERP', 'Workforce & HR'])
  expect(named([1, 10, 33, 41], productTools)).toEqual(['Action Plans', 'Daily Log', 'RFIs', 'Workflows'])
  const standards = [1, 4, 18, 32].map((id) => securityStandards.find((each) => each.id === id))
  expect(standards.map((each) => each && standardLabel(each))).toEqual([
    'SOC 1 - Type 1',
    'SOC 2 - Type 2',
    'FedRAMP - Moderate',
    'TISAX - AL3',
  ])
})

test(
  'offers apps in seven regions, whose countries belong to one region each',
  { tags: ['LIST-42', 'LIST-43'] },
  () => {
    expect(regions.map(({ id, name, countries: { length } }) => [id, name, length])).toEqual([
      [1, 'United States', 1],
      [2, 'Canada', 1],
      [3, 'Asia Pacific', 19],
      [4, 'Europe', 31],
      [5, 'Latin America & Caribbean', 22],
      [6, 'Middle East', 9],
      [7, 'Africa', 12],
    ])
    expect(new Set(offeredCountryIds).size).toBe(95)
    const numbers = Object.fromEntries(countries.map(({ iso_code, id }) => [iso_code, id]))
    expect(numbers).toMatchObject({ AU: 36, BR: 76, CA: 124, EG: 818, FR: 250, GB: 826, IN: 356, SA: 682 })
    expect(countries.filter(({ iso_code }) => countryName(iso_code) === 'Unknown Country')).toEqual([])
  },
)

test('each choice is stored once', () => {
  const ids = [4, 2, 4]
  const stored = normalizeFields({
    ...emptyFields,
    region_ids: ids,
    country_ids: ids,
    product_tool_ids: ids,
    security_questionnaire: {
      ...emptyQuestionnaire,
      data_processing_country_ids: ids,
      has_security_audits: true,
      has_security_standards: true,
      security_standard_ids: ids,
      has_sso_support: true,
      sso_providers: ['Okta', 'Okta'],
    },
  })
  expect([stored.region_ids, stored.country_ids, stored.product_tool_ids]).toEqual([
    [4, 2],
    [4, 2],
    [4, 2],
  ])
  expect(stored.security_questionnaire).toMatchObject({
    data_processing_country_ids: [4, 2],
    security_standard_ids: [4, 2],
    sso_providers: ['Okta'],
  })
})
