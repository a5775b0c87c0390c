import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { PublicListing } from './PublicListing.tsx'

const facts = { made_by_procore: false, procore_certified_partner: false, version: null, preview: false }

/** Looks empty, but isn't for String.trim. */
const invisible = '\u200B'

test('leaves out texts that have only invisible characters', async () => {
  const texts = {
    tagline: invisible,
    feature_bullets: [invisible, 'Sees everything'],
    requirements: [invisible],
    pricing_description: invisible,
  }
  renderPart(
    <PublicListing
      content={{ ...emptyContent, security_questionnaire: null, public_name: 'Crane', ...texts }}
      facts={facts}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Crane', level: 1 })).toBeVisible()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Sees everything'])
  const text = page.getByRole('article').element().textContent
  expect(text).toContain('Sees everything')
  expect(text).not.toContain(invisible)
})
