import { expect, test } from 'vitest'
import { whole } from '../../testing/wholeListing.ts'
import { wholeSubmission } from '../../testing/wholeSubmission.ts'
import { ListingFields, ListingMedia, Questionnaire } from './content.ts'
import { emptyFields, emptyMedia, emptyQuestionnaire } from './emptyContent.ts'
import { toContent } from './toContent.ts'

const submission = {
  ...wholeSubmission,
  regions: { '1': true, '2': false },
  product_tools: { '3': true },
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
