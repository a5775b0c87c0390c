import { ordinal } from '@trestle/domain/text/ordinal.ts'
import type { TFunction } from 'i18next'
import '../../texts/listings.ts'

const general = [
  'public_name',
  'tagline',
  'built_by',
  'sold_by',
  'description',
  'about',
  'category_ids',
  'how_it_works',
] as const
const pricing = [
  'subscription_required',
  'connector_required',
  'has_trials',
  'pricing_url',
  'pricing_description',
] as const

const findKey = <Key extends string>(keys: readonly Key[], path: string): Key | undefined =>
  keys.find((key) => key === path)

const numberedMedia = {
  pictures_attributes: 'listings.media.picture',
  videos_attributes: 'listings.media.video',
} as const

const partLabel = (t: TFunction, part: string | undefined): string =>
  t(part === 'name' ? 'listings.media.name' : 'listings.media.description')

const isNumberedMedia = (field: string): field is keyof typeof numberedMedia => field in numberedMedia

/** Returns the label of the field at a wire path. */
export function labelFor(t: TFunction, path: string): string {
  const inGeneral = findKey(general, path)
  if (inGeneral) return t(`listings.general.${inGeneral}`)
  const inPricing = findKey(pricing, path)
  if (inPricing) return t(`listings.pricing.${inPricing}`)
  const [field = '', index = '0', part] = path.split('.')
  const number = Number(index) + 1
  if (field === 'feature_bullets') return t('listings.rows.bullet', { ordinal: ordinal(number) })
  if (field === 'requirements') return t('listings.rows.requirement', { number })
  if (field === 'helpful_links') {
    return t(part === 'label' ? 'listings.rows.linkLabel' : 'listings.rows.linkUrl', { number })
  }
  if (isNumberedMedia(field)) return `${t(numberedMedia[field], { number })}, ${partLabel(t, part)}`
  if (field === 'security_questionnaire') {
    return t(`listings.security.fields.${index}` as 'listings.security.fields.has_mfa_support')
  }
  return isSingle(path) ? t(singles[path]) : path
}

/** Fields with their own label. */
const singles = {
  app_version_id: 'listings.release.app_version_id',
  draft_developer_notes: 'listings.release.draft_developer_notes',
  availability: 'listings.availability.availability',
  'website_link.label': 'listings.support.website_label',
  'website_link.url': 'listings.support.website_url',
  installable: 'listings.release.installable',
  beta: 'listings.release.beta',
  region_ids: 'listings.changes.regions',
  country_ids: 'listings.changes.countries',
  create_lead: 'listings.contact.create_lead',
  security_questionnaire_visible: 'listings.security.visible',
  security_badge: 'listings.staff.security_badge',
  support_email: 'listings.support.support_email',
  product_tool_ids: 'listings.tools.legend',
  contact: 'listings.contact.label',
  contact_us_email: 'listings.contact.contact_us_email',
  learn_how_url: 'listings.contact.learn_how_url',
  small_logo: 'listings.media.logo',
  pictures: 'listings.media.pictures',
  showcase_video: 'listings.staff.showcase_video',
  notes: 'listings.staff.notes',
} as const

const isSingle = (path: string): path is keyof typeof singles => path in singles
