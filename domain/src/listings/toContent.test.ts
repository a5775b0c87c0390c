import { expect, test } from 'vitest'
import { whole } from '../../testing/wholeListing.ts'
import { ListingFields, ListingMedia, Questionnaire } from './content.ts'
import type { Submission } from './contract.ts'
import { emptyFields, emptyMedia, emptyQuestionnaire } from './emptyContent.ts'
import { toContent } from './toContent.ts'

const { region_ids: _regions, country_ids: _countries, product_tool_ids: _tools, ...fields } = whole

const submission: Submission = {
  ...fields,
  id: 50,
  developer_app_id: 7,
  state: 'draft',
  approval_state: 'unreviewed',
  admin_message: null,
  admin_notes: null,
  is_concierge_app: null,
  silent: null,
  live: false,
  made_by_procore: false,
  procore_certified_partner: false,
  version: 1,
  modified: true,
  marketplace_url: null,
  app_version: null,
  regions: { '1': true, '2': false },
  countries: { '840': true },
  product_tools: { '3': true },
  security_questionnaire: {
    ...whole.security_questionnaire,
    headquarters_country: null,
    data_processing_countries: [],
    security_standards: [],
  },
  small_logo_url: null,
  in_review_at: null,
  published_at: null,
  created_at: '2026-04-09T12:00:00.000Z',
  updated_at: '2026-04-09T12:00:00.000Z',
}

test('an empty listing has every field of a listing', () => {
  expect(Object.keys(emptyFields)).toEqual(Object.keys(ListingFields.shape))
  expect(Object.keys(emptyMedia)).toEqual(Object.keys(ListingMedia.shape))
  expect(Object.keys(emptyQuestionnaire)).toEqual(Object.keys(Questionnaire.shape))
})

test('the content of a submission has the fields of a listing, and nothing else', () => {
  const content = toContent(submission)
  expect(content).toEqual({ ...whole, region_ids: [1], country_ids: [840], product_tool_ids: [3] })
  expect(ListingFields.extend(ListingMedia.shape).strict().parse(content)).toEqual(content)
  expect(Object.keys(content.security_questionnaire)).toEqual(Object.keys(Questionnaire.shape))
})
