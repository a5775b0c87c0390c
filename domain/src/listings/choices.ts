import { refuse, type Decision } from '../http/errors.ts'
import { isBlank } from '../text/characters.ts'
import type { Link, ListingFields, Questionnaire } from './content.ts'
import { dependents, emptyQuestionnaire } from './emptyContent.ts'
import { offeredCountryIds, regionIds, regions, type Region } from './countries.ts'

/** Form choices that span several fields. */

export const availabilities = ['all', 'specific'] as const
export type Availability = (typeof availabilities)[number]

type AvailabilityFields = Pick<ListingFields, 'region_ids' | 'country_ids'>

/**
 * Returns the availability: unset while nothing is chosen. A region includes countries that are added to it later
 * (LIST-47, LIST-48).
 */
export function availabilityFor({ region_ids, country_ids }: AvailabilityFields): Availability | null {
  if (region_ids.length === 0 && country_ids.length === 0) return null
  return regionIds.every((id) => region_ids.includes(id)) ? 'all' : 'specific'
}

export const everywhere = (): AvailabilityFields => ({
  region_ids: [...regionIds],
  country_ids: [...offeredCountryIds],
})
export const nowhere = (): AvailabilityFields => ({ region_ids: [], country_ids: [] })

const toCountryIds = (region: Region): number[] => region.countries.map(({ id }) => id)

export type Tick = 'all' | 'some' | 'none'

/** Returns the state of a region's checkbox: indeterminate when only some of its countries are chosen (LIST-50). */
export function regionTick(availability: AvailabilityFields, region: Region): Tick {
  const ids = toCountryIds(region)
  const chosen = ids.filter((id) => availability.country_ids.includes(id))
  if (availability.region_ids.includes(region.id) || chosen.length === ids.length) return 'all'
  return chosen.length > 0 ? 'some' : 'none'
}

/** Selects or clears a region with all its countries (LIST-49). */
export function tickRegion(
  availability: AvailabilityFields,
  region: Region,
  ticked: boolean,
): AvailabilityFields {
  const ids = toCountryIds(region)
  const others = availability.country_ids.filter((id) => !ids.includes(id))
  const otherRegions = availability.region_ids.filter((id) => id !== region.id)
  return ticked
    ? { region_ids: [...otherRegions, region.id], country_ids: [...others, ...ids] }
    : { region_ids: otherRegions, country_ids: others }
}

/** Selects or clears one country. Selecting its last country selects the region; clearing one clears the region. */
export function tickCountry(
  availability: AvailabilityFields,
  countryId: number,
  ticked: boolean,
): AvailabilityFields {
  const region = regions.find((each) => toCountryIds(each).includes(countryId))
  const rest = availability.country_ids.filter((id) => id !== countryId)
  const country_ids = ticked ? [...rest, countryId] : rest
  const otherRegions = availability.region_ids.filter((id) => id !== region?.id)
  const isWhole = region !== undefined && toCountryIds(region).every((id) => country_ids.includes(id))
  return { region_ids: isWhole ? [...otherRegions, region.id] : otherRegions, country_ids }
}

export const contactChoices = ['contact_us', 'learn_how', 'create_lead'] as const
export type ContactChoice = (typeof contactChoices)[number]

type Contact = Pick<ListingFields, 'contact_us_email' | 'learn_how_url' | 'create_lead'>

/** Returns the contact option that the form shows (LIST-73). */
export function contactChoiceFor(contact: Contact): ContactChoice | null {
  if (contact.create_lead) return 'create_lead'
  if (!isBlank(contact.contact_us_email)) return 'contact_us'
  return isBlank(contact.learn_how_url) ? null : 'learn_how'
}

/** Chooses one contact option, which clears the others (LIST-74 to LIST-76). */
export function chooseContact(contact: Contact, choice: ContactChoice): Contact {
  return {
    contact_us_email: choice === 'contact_us' ? contact.contact_us_email : '',
    learn_how_url: choice === 'learn_how' ? contact.learn_how_url : '',
    create_lead: choice === 'create_lead',
  }
}

export type SentContact = { [Field in keyof Contact]?: Contact[Field] | undefined }

/** Returns the contact options that a save adds to the stored one. */
function newContactChoices(before: Contact, sent: SentContact): ContactChoice[] {
  const { contact_us_email: email = '', learn_how_url: url = '', create_lead = false } = sent
  const isNew = {
    contact_us: !isBlank(email) && email !== before.contact_us_email,
    learn_how: !isBlank(url) && url !== before.learn_how_url,
    create_lead: create_lead && !before.create_lead,
  }
  return contactChoices.filter((choice) => isNew[choice])
}

/** Refuses a save with two contact options, because the choice is ambiguous (LIST-74 to LIST-76). */
export function decideContact(before: Contact, sent: SentContact): Decision<null> {
  if (newContactChoices(before, sent).length < 2) return { ok: true, value: null }
  const message = 'Contact must be one of contact_us_email, learn_how_url and create_lead. Send one of them.'
  return refuse('invalid_input', message, 'contact')
}

/**
 * Returns the contact after a save, with only one option: the new one, otherwise the one that the form shows (LIST-73).
 */
export function contactAfter(before: Contact, sent: SentContact, merged: Contact): Contact {
  const choice = newContactChoices(before, sent)[0] ?? contactChoiceFor(merged)
  return choice === null ? merged : chooseContact(merged, choice)
}

/** Clears the dependent answers of every question not answered with yes (SEC-36). */
export function withoutStrayAnswers(questionnaire: Questionnaire): Questionnaire {
  const result = { ...questionnaire }
  for (const [question, fields] of Object.entries(dependents)) {
    if (questionnaire[question as keyof typeof dependents] === true) continue
    for (const field of fields) Object.assign(result, { [field]: emptyQuestionnaire[field] })
  }
  return result
}

/** Returns the links without empty rows. */
export const filledLinks = (links: readonly Link[]): Link[] =>
  links.filter((link) => !isBlank(link.label) || !isBlank(link.url))
export const filledTexts = (texts: readonly string[]): string[] => texts.filter((text) => !isBlank(text))

const once = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

const eachAnswerOnce = (questionnaire: Questionnaire): Questionnaire => ({
  ...questionnaire,
  data_processing_country_ids: once(questionnaire.data_processing_country_ids),
  security_standard_ids: once(questionnaire.security_standard_ids),
  sso_providers: once(questionnaire.sso_providers),
})

/** Returns a form's fields as stored: each choice once, without empty rows and irrelevant answers. */
export const normalizeFields = (fields: ListingFields): ListingFields => ({
  ...fields,
  region_ids: once(fields.region_ids),
  country_ids: once(fields.country_ids),
  product_tool_ids: once(fields.product_tool_ids),
  helpful_links: filledLinks(fields.helpful_links),
  requirements: filledTexts(fields.requirements),
  security_questionnaire: eachAnswerOnce(withoutStrayAnswers(fields.security_questionnaire)),
})
