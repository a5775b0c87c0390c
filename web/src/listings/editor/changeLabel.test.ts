import { compareListings } from '@trestle/domain/changes/listing.ts'
import { type ListingContent, type MediaItem } from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { expect, test } from 'vitest'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { textsFor } from '../../../testing/i18next.ts'
import { changeLabel } from './changeLabel.ts'

const { t } = textsFor('Trestle')

const file = (id: number, type: MediaItem['type']) => mediaItem(id, type, { name: `Name ${id}` })

/** Differs from an empty listing in every field. */
const other: ListingContent = {
  public_name: 'a',
  tagline: 'a',
  built_by: 'a',
  sold_by: 'a',
  description: 'a',
  about: 'a',
  how_it_works: 'a',
  category_ids: [1],
  app_version_id: 'a',
  draft_developer_notes: 'a',
  installable: false,
  beta: true,
  security_badge: true,
  notes: 'a',
  subscription_required: true,
  connector_required: true,
  has_trials: true,
  pricing_url: 'a',
  pricing_description: 'a',
  region_ids: [1],
  country_ids: [840],
  helpful_links: [{ label: 'a', url: 'a' }],
  feature_bullets: ['a'],
  website_link: { label: 'a', url: 'a' },
  support_email: 'a',
  product_tool_ids: [1],
  requirements: ['a'],
  contact_us_email: 'a',
  learn_how_url: 'a',
  create_lead: true,
  security_questionnaire_visible: true,
  security_questionnaire: { ...emptyContent.security_questionnaire, has_mfa_support: true },
  small_logo: file(1, 'Logo'),
  pictures: [file(2, 'Picture'), file(3, 'Picture')],
  videos: [file(4, 'Video')],
  showcase_video: file(5, 'ShowcaseVideo'),
  security_questionnaire_document: file(6, 'Document'),
}

test('every changed field shows a label, never its wire name', { tags: ['LADM-08'] }, () => {
  const changes = compareListings(emptyContent, other)
  const paths = new Set(changes.map(({ path }) => path.split('.')[0]))
  expect(paths).toEqual(new Set(Object.keys(emptyContent)))
  for (const change of changes) {
    const label = changeLabel(t, other, change)
    expect(label).not.toContain('_')
    expect(label).not.toContain('missing')
    expect(label, change.path).not.toBe(change.path)
  }
})

test.each([
  [{ pictures: [file(3, 'Picture'), file(2, 'Picture')] }, 'Screenshots, order'],
  [{ pictures: [file(2, 'Picture')] }, 'Screenshots, 3.png'],
  [{ pictures: [file(2, 'Picture'), { ...file(3, 'Picture'), name: 'Board' }] }, 'Screenshots, 3.png, Name'],
  [{ small_logo: { ...file(1, 'Logo'), description: 'A beam' } }, 'Logo, Description'],
])('a changed file shows its field and its file name', (change, label) => {
  const next = { ...other, ...change }
  expect(compareListings(other, next).map((each) => changeLabel(t, next, each))).toEqual([label])
})
