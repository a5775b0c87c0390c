import { isBlank } from '../text/characters.ts'
import { availabilityFor, contactChoiceFor, filledLinks, filledTexts } from './choices.ts'
import {
  answered,
  broken,
  email,
  forApproval,
  toIds,
  known,
  line,
  longerThan,
  missing,
  requiredLine,
  requiredText,
  url,
  type Check,
  type Violation,
} from './checking.ts'
import type { Link, MediaItem } from './content.ts'
import { atLeast, atMost, listingLimits, listingMessages } from './limits.ts'
import { categories, productTools } from './lists.ts'
import { offeredCountryIds, regionIds } from './countries.ts'

export const appTab: Check = (content, context) => [
  ...requiredLine('public_name', content.public_name, listingLimits.public_name),
  ...requiredLine('tagline', content.tagline, listingLimits.tagline),
  ...requiredLine('built_by', content.built_by, listingLimits.built_by),
  ...requiredLine('sold_by', content.sold_by, listingLimits.sold_by),
  ...requiredText('description', content.description, listingLimits.description),
  ...requiredText('about', content.about, listingLimits.about),
  ...requiredText('how_it_works', content.how_it_works, listingLimits.how_it_works),
  missing('category_ids', content.category_ids.length === 0),
  broken(
    'category_ids',
    new Set(content.category_ids).size > listingLimits.categories,
    listingMessages.tooManyCategories,
  ),
  broken(
    'category_ids',
    new Set(content.category_ids).size < content.category_ids.length,
    listingMessages.categoryTwice,
  ),
  known('category_ids', content.category_ids, toIds(categories)),
  missing('app_version_id', content.app_version_id === null),
  missing(
    'app_version_id',
    content.app_version_id !== null && !context.versionKeys.includes(content.app_version_id),
    listingMessages.versionGone,
  ),
  ...requiredText(
    'draft_developer_notes',
    content.draft_developer_notes,
    listingLimits.draft_developer_notes,
  ),
]

export const regionsTab: Check = (content, context) => {
  const chosen = availabilityFor(content) ?? context.availability ?? null
  const isNowhere = availabilityFor(content) === null
  return [
    answered('subscription_required', content.subscription_required),
    answered('connector_required', content.connector_required),
    answered('has_trials', content.has_trials),
    ...url('pricing_url', content.pricing_url),
    ...requiredText('pricing_description', content.pricing_description, listingLimits.pricing_description),
    missing('availability', isNowhere && chosen === null),
    missing('availability', isNowhere && chosen !== null, listingMessages.noAvailability),
    known('availability', content.region_ids, regionIds),
    known('availability', content.country_ids, offeredCountryIds),
  ]
}

function linkRow(path: string, link: Link): (Violation | null)[] {
  return [
    ...url(`${path}.url`, link.url),
    missing(`${path}.url`, isBlank(link.url) && !isBlank(link.label)),
    ...line(`${path}.label`, link.label, listingLimits.label),
    missing(`${path}.label`, isBlank(link.label) && !isBlank(link.url)),
  ]
}

export const linksTab: Check = ({ helpful_links: links }) => [
  broken(
    'helpful_links',
    filledLinks(links).length > listingLimits.helpful_links,
    atMost(listingLimits.helpful_links),
  ),
  ...links.flatMap((link, index) => linkRow(`helpful_links.${index}`, link)),
]

export const featuresTab: Check = ({ feature_bullets: bullets }) => [
  missing('feature_bullets', bullets.length === 0),
  broken(
    'feature_bullets',
    bullets.length > listingLimits.feature_bullets,
    atMost(listingLimits.feature_bullets),
  ),
  ...bullets.flatMap((bullet, index) =>
    requiredLine(`feature_bullets.${index}`, bullet, listingLimits.feature_bullet),
  ),
]

export const supportTab: Check = ({ website_link: website, support_email }) => [
  ...requiredLine('website_link.label', website.label, listingLimits.label),
  missing('support_email', isBlank(support_email)),
  ...email('support_email', support_email),
  missing('website_link.url', isBlank(website.url)),
  ...url('website_link.url', website.url),
]

export const toolsTab: Check = ({ product_tool_ids: chosen }) => [
  known('product_tool_ids', chosen, toIds(productTools)),
]

export const requirementsTab: Check = ({ requirements }) => [
  broken(
    'requirements',
    filledTexts(requirements).length > listingLimits.requirements,
    atMost(listingLimits.requirements),
  ),
  ...requirements.flatMap((text, index) => line(`requirements.${index}`, text, listingLimits.requirement)),
]

const contactFields = {
  contact_us: 'contact_us_email',
  learn_how: 'learn_how_url',
  create_lead: 'contact',
} as const

export const contactTab: Check = (content, context) => {
  const chosen = context.contact ?? null
  return [
    missing(chosen === null ? 'contact' : contactFields[chosen], contactChoiceFor(content) === null),
    ...email('contact_us_email', content.contact_us_email),
    ...url('learn_how_url', content.learn_how_url),
  ]
}

const mediaTexts = (field: string, items: readonly MediaItem[]): (Violation | null)[] =>
  items.flatMap(({ name, description }, index) => [
    longerThan(`${field}.${index}.name`, name, listingLimits.mediaName),
    longerThan(`${field}.${index}.description`, description, listingLimits.mediaDescription),
  ])

export const mediaTab: Check = ({ small_logo, pictures, videos }) => [
  missing('small_logo', small_logo === null),
  missing('pictures', pictures.length < listingLimits.pictures, atLeast(listingLimits.pictures)),
  ...mediaTexts('pictures_attributes', pictures),
  ...mediaTexts('videos_attributes', videos),
]

/** The staff-only fields below every tab (LADM-01). */
export const staffFields: Check = ({ notes, showcase_video }, { isGovernmentCloud }) => [
  longerThan('notes', notes, listingLimits.notes),
  forApproval('showcase_video', showcase_video === null && !isGovernmentCloud),
]
