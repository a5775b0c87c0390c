import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSubmission, now } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tagline = page.getByRole('textbox', { name: 'Tagline' })
const changed = () => [...document.querySelectorAll<HTMLElement>('[data-change]')]
const paths = () => changed().map(({ dataset }) => dataset['change'])
const text = (path: string) => changed().find(({ dataset }) => dataset['change'] === path)?.textContent

const published = buildSubmission({
  id: 40,
  state: 'published',
  approval_state: 'approved',
  published_at: now,
  tagline: 'Plans cranes',
  contact_us_email: 'sales@crane.test',
  regions: { '1': true },
  countries: { '840': true },
})
const update = buildSubmission({
  id: 41,
  version: 2,
  state: 'in_review',
  in_review_at: now,
  tagline: 'Plans every crane',
  contact_us_email: 'sales@cr4ne.test',
  regions: { '1': true, '2': true },
  countries: { '840': true, '124': true },
})

const render = (unpublished = update) => renderListing({ audience: 'staff', published, unpublished })

test(
  'marks what differs from the published listing, and counts it per tab',
  { tags: ['LADM-08'] },
  async () => {
    render()
    await expect.element(tagline).toHaveValue('Plans every crane')
    expect(paths()).toEqual(['tagline'])
    expect(text('tagline')).toMatch(/Changed/)
    await button('Show published Tagline').click()
    await expect.element(page.getByText('Plans cranes', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: /^Pricing & Availability\s*2 changes/ })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: /^Contact\s*1 change/ })).toBeVisible()
  },
)

test(
  'opens the list of changes and a published value on demand, and closes them again',
  { tags: ['LADM-08'] },
  async () => {
    render()
    const list = button('4 changes')
    await expect.element(list).toHaveAttribute('aria-expanded', 'false')
    await expect.element(button('Contact: Contact email')).not.toBeInTheDocument()
    await list.click()
    await expect.element(list).toHaveAttribute('aria-expanded', 'true')
    await expect.element(button('Contact: Contact email')).toBeVisible()
    await list.click()
    await expect.element(button('Contact: Contact email')).not.toBeInTheDocument()
    const value = page.getByText('Plans cranes', { exact: true })
    await expect.element(value).not.toBeVisible()
    await button('Show published Tagline').click()
    await expect.element(value).toBeVisible()
    await button('Hide published Tagline').click()
    await expect.element(value).not.toBeVisible()
  },
)

test(
  'tells what was added, removed and changed, and names the published values',
  { tags: ['LADM-08'] },
  async () => {
    renderListing({
      audience: 'staff',
      section: 'regions',
      published: {
        ...published,
        pricing_url: 'https://crane.test/old',
        pricing_description: '',
        has_trials: false,
        regions: { '1': true, '4': true },
      },
      unpublished: {
        ...update,
        pricing_url: '',
        pricing_description: 'Ten a month',
        has_trials: true,
        regions: { '1': true, '2': true },
      },
    })
    await expect.poll(() => text('pricing_description')).toMatch(/^Added/)
    expect(text('pricing_url')).toMatch(/^Removed/)
    expect(text('has_trials')).toMatch(/^Changed/)
    await expect
      .element(page.getByRole('button', { name: /^Show published Pricing description/ }))
      .not.toBeInTheDocument()
    expect(text('has_trials')).toContain('No')
    const regions = changed().find(({ dataset }) => dataset['change'] === 'region_ids')
    expect(regions?.textContent).toContain('Regions')
    expect(regions?.textContent).toMatch(/Added: Canada.*Removed: Europe.*Published: Europe, United States/)
  },
)

test('the list of changes leads to each mark, on whichever tab', { tags: ['LADM-08'] }, async () => {
  render()
  await button('4 changes').click()
  await button('Contact: Contact email').click()
  await expect.poll(paths).toEqual(['contact_us_email'])
  expect(document.activeElement).toBe(changed()[0])
  await button('Show published Contact email').click()
  await expect.element(page.getByText('sales@crane.test', { exact: true })).toBeVisible()
  await button('Pricing & Availability: Regions').click()
  await expect.poll(paths).toHaveLength(2)
  await button('Show published Regions').click()
  await expect.element(page.getByText('Added: Canada').first()).toBeVisible()
})

test(
  'staff can look at the published listing, which is read-only',
  { tags: ['LADM-08', 'LADM-09'] },
  async () => {
    render()
    await expect.element(tagline).not.toHaveAttribute('readonly')
    await page.getByText('On the marketplace', { exact: true }).click()
    await expect.element(tagline).toHaveValue('Plans cranes')
    await expect.element(tagline).toHaveAttribute('readonly')
    expect(paths()).toEqual([])
    await page.getByText('Draft', { exact: true }).click()
    await expect.element(tagline).toHaveValue('Plans every crane')
    expect(paths()).toEqual(['tagline'])
  },
)

test('an update without a difference says so', { tags: ['LADM-08'] }, async () => {
  render({ ...published, id: 41, state: 'in_review', in_review_at: now })
  await expect.element(page.getByText('No differences from the published listing.')).toBeVisible()
  expect(paths()).toEqual([])
})

test('developers see no marks', { tags: ['LADM-08'] }, async () => {
  renderListing({ published, unpublished: { ...update, state: 'draft', in_review_at: null } })
  await expect.element(tagline).toHaveValue('Plans every crane')
  expect(paths()).toEqual([])
})
