import type { ListingContent } from '@trestle/domain/listings/content.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mediaItem } from '../../../domain/testing/mediaItem.ts'
import { whole } from '../../../domain/testing/wholeListing.ts'
import { buildSession } from '../../testing/build.ts'
import { removeRendered, renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { PublicListing, type ListingFactsOf } from './PublicListing.tsx'

const facts = { made_by_procore: false, procore_certified_partner: false, version: null, preview: false }

/** A text that looks empty, although String.trim leaves a character. */
const invisible = '\u200B'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })

afterEach(() => page.viewport(1280, 900))

function render(
  content: Partial<ListingContent> = {},
  more: Partial<ListingFactsOf> = {},
  session = buildSession(),
) {
  const document = mediaItem(9, 'Document', { url: '/files/assessment' })
  const { security_questionnaire: answers, ...shown } = { ...whole, public_name: 'Crane', ...content }
  const named = { headquarters_country: null, data_processing_countries: [], security_standards: [] }
  renderPart(
    <PublicListing
      content={{
        ...shown,
        security_questionnaire: { ...answers, ...named },
        security_questionnaire_document: document,
      }}
      facts={{ ...facts, ...more }}
    />,
    { session },
  )
}

test('shows every part of a listing under its own heading', async () => {
  render(
    {
      description: 'Plans cranes.',
      how_it_works: 'Draw the site first.',
      about: 'Thirteen people.',
      built_by: 'Northgate',
      category_ids: [2, 4],
      feature_bullets: ['Sees gusts', 'Warns early'],
      videos: [mediaItem(8, 'Video', { name: 'Tour' })],
    },
    { version: '1.2.0' },
  )
  await expect.element(page.getByRole('heading', { name: 'Crane', level: 1 })).toBeVisible()
  for (const [title, text] of [
    ['Overview', 'Plans cranes.'],
    ['With Crane you can', 'Sees gusts'],
    ['How it works', 'Draw the site first.'],
    ['About Northgate', 'Thirteen people.'],
  ] as const) {
    await expect.element(page.getByRole('region', { name: title }).getByText(text)).toBeVisible()
  }
  await expect.element(page.getByText('Analytics · BIM')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Screenshots' })).toBeVisible()
  await expect.element(page.getByLabelText('Tour')).toBeVisible()
  await expect.element(page.getByText('Version 1.2.0')).toBeVisible()
})

test('how to get the app comes first on a phone, and next to the listing on a wide screen', async () => {
  render({ description: 'Plans cranes. '.repeat(200), installable: true, pricing_description: 'Free' })
  const edges = (title: string) => page.getByRole('region', { name: title }).element().getBoundingClientRect()
  await expect.element(heading('Get Crane')).toBeVisible()
  expect(edges('Get Crane').left).toBeGreaterThan(edges('Overview').right)
  expect(edges('Get Crane').top).toBeLessThan(edges('Overview').bottom)
  const others = page.getByRole('complementary').element().getBoundingClientRect()
  expect(others.top - edges('Get Crane').bottom).toBeLessThan(30)
  await page.viewport(390, 844)
  expect(edges('Get Crane').bottom).toBeLessThan(edges('Overview').top)
  expect(edges('Pricing').top).toBeGreaterThan(edges('Overview').bottom)
})

test('a draft without a name has one in the preview, below the title of the page', async () => {
  render({ public_name: ' ', built_by: '' }, { preview: true })
  await expect.element(page.getByRole('heading', { name: 'Unnamed app', level: 3 })).toBeVisible()
  await expect.element(heading('About the developer')).toBeVisible()
  // Level 2 is the dialog's own heading.
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => tagName)
  expect(new Set(levels)).toEqual(new Set(['H3', 'H4']))
})

test.each([
  [true, true],
  [false, false],
])(
  'shows the security answers only if the developer makes them public: %s',
  async (security_questionnaire_visible, isShown) => {
    render({ security_questionnaire_visible })
    await expect.element(heading('Overview')).toBeVisible()
    expect(heading('Security and trust').elements()).toHaveLength(isShown ? 1 : 0)
  },
)

test.each([
  [true, ['/files/assessment']],
  [false, []],
])('links to the self-assessment only with the security badge: %s', async (security_badge, expected) => {
  render({ security_badge })
  await expect.element(heading('Overview')).toBeVisible()
  const links = page.getByRole('link', { name: /^Read the self-assessment/ }).elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual(expected)
})

test.each([
  [{ beta: true }, {}, 'Beta'],
  [{ security_badge: true }, {}, 'Security & Trust – Partner Self-Certified'],
  [{}, { made_by_procore: true }, 'Made by Trestle'],
  [{}, { procore_certified_partner: true }, 'Certified partner'],
])('a listing with %j and %j has the badge %s alone', { tags: ['LIST-82'] }, async (content, more, badge) => {
  render({ beta: false, security_badge: false, ...content }, more)
  const badges = ['Beta', 'Security & Trust – Partner Self-Certified', 'Made by Trestle', 'Certified partner']
  await expect.element(page.getByText(badge, { exact: true })).toBeVisible()
  expect(badges.filter((text) => page.getByText(text, { exact: true }).elements().length > 0)).toEqual([
    badge,
  ])
})

test('pricing says what is required and what is offered', async () => {
  const pricing = page.getByRole('region', { name: 'Pricing' })
  const answers = () =>
    pricing
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent)
  render({ subscription_required: true, connector_required: false, has_trials: true })
  await expect.poll(answers).toEqual(['Required', 'Not required', 'Offered'])
  removeRendered()
  render({ subscription_required: false, connector_required: true, has_trials: false })
  await expect.poll(answers).toEqual(['Not required', 'Required', 'Not offered'])
})

test('facts share a card about the app and one about its price, which are missing without them', async () => {
  render({
    region_ids: [],
    country_ids: [840],
    pricing_description: 'Free',
    support_email: 'help@crane.test',
  })
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(card('Details').getByRole('region', { name: 'Availability' })).toBeVisible()
  for (const name of ['Pricing', 'Support']) {
    await expect.element(card('Pricing and support').getByRole('region', { name })).toBeVisible()
  }
  removeRendered()
  const content = { ...emptyContent, security_questionnaire: null, public_name: 'Crane' }
  renderPart(<PublicListing content={content} facts={facts} />)
  await expect.element(page.getByRole('heading', { name: 'Crane', level: 1 })).toBeVisible()
  for (const name of ['Details', 'Pricing and support']) expect(card(name).elements()).toEqual([])
})

test('availability names whole regions, and the countries of others', async () => {
  render({ region_ids: [], country_ids: [840, 276, 40] })
  const lines = page.getByRole('region', { name: 'Availability' }).getByRole('listitem')
  await expect.poll(() => texts(lines)).toEqual(['United States', 'Europe: Austria, Germany'])
})

test('shows addresses of a draft as text if they are not web addresses', async () => {
  render({
    helpful_links: [
      { label: 'Guide', url: 'javascript:alert(1)' },
      { label: '', url: 'https://crane.test/help' },
    ],
    contact_us_email: 'no address',
    create_lead: false,
    learn_how_url: '',
    installable: false,
  })
  const links = page.getByRole('region', { name: 'Helpful links' })
  await expect.poll(() => texts(links.getByRole('listitem'))).toHaveLength(2)
  await expect.element(links.getByText('Guide', { exact: true })).toBeVisible()
  expect(
    links
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://crane.test/help'])
  expect(page.getByRole('link', { name: 'Contact us' }).elements()).toEqual([])
})

test('videos load when they are played, and not in government cloud', async () => {
  const videos = [mediaItem(8, 'Video', { name: 'Tour' })]
  render({ videos })
  await expect.element(page.getByLabelText('Tour')).toHaveAttribute('preload', 'none')
  removeRendered()
  render({ videos }, {}, buildSession({ flags: { gov_cloud: true } }))
  await expect.element(heading('Overview')).toBeVisible()
  expect(page.getByLabelText('Tour').elements()).toEqual([])
})

test('omits texts that have only invisible characters', async () => {
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
