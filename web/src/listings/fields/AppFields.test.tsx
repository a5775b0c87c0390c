import { createSubmission, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildSession, buildSubmission } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { expectHue } from '../../../testing/hue.ts'
import { hold, reply, sent } from '../../../testing/network.ts'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = page.getByRole('tabpanel')
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const save = button('Save draft')

const tabs = [
  'App Information',
  'Pricing & Availability',
  'Links',
  'Features',
  'Support',
  'Tools',
  'Requirements',
  'Contact',
  'Media',
  'Security & Compliance',
]

test(
  'ten tabs in order, each with a title, a hint and the content requirements',
  { tags: ['LIST-01', 'LIST-03', 'LIST-04', 'LIST-05', 'LIST-06'] },
  async () => {
    renderListing({ unpublished: null })
    await expect.element(tab('Security')).toBeVisible()
    const shown = page.getByRole('tab').elements()
    const nameIn = ({ textContent }: Element) => tabs.find((name) => textContent.startsWith(name))
    expect(shown.map(nameIn)).toEqual(tabs)
    for (const name of tabs) {
      await tab(name).click()
      const open = page.getByRole('tabpanel', { name: new RegExp(`^${name}`) })
      await expect.element(open.getByRole('heading', { name, level: 3 }).first()).toBeVisible()
      await expect
        .element(open.getByRole('link', { name: /Content requirements for partners/ }))
        .toHaveAttribute('href', '/documentation/partner-content-requirements')
    }
  },
)

test(
  'a required field shows its error when it is emptied or too long, and so does its tab',
  { tags: ['LIST-08', 'LIST-09', 'LIST-24', 'LVAL-01', 'LVAL-35', 'LVAL-36', 'LVAL-41'] },
  async () => {
    renderListing()
    const name = field('Name')
    await expect.element(name).toHaveAttribute('required')
    await expect.element(page.getByText('Name *')).toBeVisible()
    await expectHue(page.getByText('Name *').getByText('*'), 'red')
    await expect.element(tab('App Information')).not.toHaveAccessibleName(/has errors/)
    await name.fill('x'.repeat(51))
    await expect.element(name).toHaveAccessibleDescription(/Character limit exceeded \(50\)/)
    await expect.element(tab('App Information')).toHaveAccessibleName(/has errors/)
    await expectHue(tab('App Information').getByText('has errors'), 'red')
    await name.fill('')
    await expect.element(name).toHaveAccessibleDescription(/This field is required/)
    await name.fill('Beam Log')
    await expect.element(name).not.toHaveAccessibleDescription(/This field is required/)
    await expect.element(tab('App Information')).not.toHaveAccessibleName(/has errors/)
  },
)

test(
  'the tagline is required, and its counter warns above the recommended length',
  { tags: ['LIST-25', 'LVAL-05', 'LVAL-06'] },
  async () => {
    renderListing()
    const tagline = field('Tagline')
    await tagline.fill('Beams, logged by floor, by team and by day')
    await expect
      .element(tagline)
      .toHaveAccessibleDescription(
        'One line that says what the app does for users. Max 40 characters recommended. 42 of 100 characters, more than the 40 recommended',
      )
    await expect.element(page.getByText('More than the 40 characters recommended')).toBeInTheDocument()
    await tagline.fill('')
    await expect.element(tagline).toHaveAccessibleDescription(/This field is required/)
  },
)

test('spaces around a string do not count toward its limit', { tags: ['LVAL-44'] }, async () => {
  renderListing()
  const name = field('Name')
  await name.fill(`${'x'.repeat(50)} `)
  await expect.element(name).toHaveAccessibleDescription(/50 of 50 characters$/)
  await name.fill(`${'x'.repeat(51)} `)
  await expect.element(name).toHaveAccessibleDescription(/Character limit exceeded \(50\)/)
})

test(
  'every general field is saved, with the keyboard too',
  { tags: ['LIST-18', 'LIST-26', 'LIST-27', 'LIST-28', 'LIST-29', 'LIST-31', 'LIST-35', 'LIST-36'] },
  async () => {
    reply(createSubmission, buildSubmission({ approval_state: 'unreviewed' }))
    renderListing({ unpublished: null })
    await expect.element(save).toBeDisabled()
    const typed = {
      public_name: ['Name', 'Beam Log'],
      built_by: ['Built by', 'Northgate'],
      sold_by: ['Sold by', 'Northgate'],
      description: ['Integration summary', 'Every beam is logged.'],
      about: ['About your company', 'Twelve people.'],
      how_it_works: ['How it works', 'Install it.'],
      draft_developer_notes: ['Developer notes', 'First release.'],
    } as const
    for (const [name, text] of Object.values(typed)) await field(name).fill(text)
    await page.getByRole('combobox', { name: 'Categories' }).click()
    await page.getByRole('option', { name: 'BIM', exact: true }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('switch', { name: 'Companies can install the app from its page' }).click()
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByText('Listing saved')).toBeVisible()
    await expect.element(page.getByText('All changes are saved')).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Listing state' })).toHaveTextContent('Not reviewed')
    const texts = Object.fromEntries(Object.entries(typed).map(([path, [, text]]) => [path, text]))
    expect(sent(createSubmission)).toMatchObject([
      { body: { ...texts, category_ids: [4], installable: false } },
    ])
  },
)

test('text typed during a save remains for the next one', async () => {
  reply(updateSubmission, buildSubmission({ built_by: 'Northgate' }))
  const saving = hold(updateSubmission)
  renderListing()
  await field('Built by').fill('Northgate')
  await save.click()
  await field('Sold by').fill('Reyes Builds')
  saving.release()
  await expect.element(page.getByText('Listing saved')).toBeVisible()
  await expect.element(field('Sold by')).toHaveValue('Reyes Builds')
  await save.click()
  await expect.poll(() => sent(updateSubmission).at(-1)?.body).toMatchObject({ sold_by: 'Reyes Builds' })
})

const versions = [
  { app_version_id: crypto.randomUUID(), version: 2, semantic_version: '1.1.0', state: 'in_review' },
  { app_version_id: crypto.randomUUID(), version: 1, semantic_version: '1.0.0', state: 'published' },
] as const

test(
  'the version picker offers approved versions and those in review, each with a tag of its color',
  { tags: ['LIST-32', 'LIST-33', 'LIST-34', 'LVAL-13'] },
  async () => {
    reply(updateSubmission, buildSubmission())
    renderListing({ unpublished: buildSubmission({ app_version_id: null }), versions: [...versions] })
    await page.getByRole('combobox', { name: 'Version' }).click()
    const published = page.getByRole('option', { name: /^1\.0\.0/ }).getByText('published')
    const inReview = page.getByRole('option', { name: /^1\.1\.0/ }).getByText('in review')
    await expect.element(published).toBeVisible()
    await expect.element(inReview).toBeVisible()
    const colorOf = (tag: typeof published) =>
      getComputedStyle(tag.element()).color.match(/\d+/g)?.map(Number) ?? []
    const [red = 0, green = 0, blue = 0] = colorOf(published)
    expect(blue, 'published is blue').toBeGreaterThan(Math.max(red, green))
    const [ownRed = 0, ownGreen = 0, ownBlue = 0] = colorOf(inReview)
    expect(ownGreen, 'in review is green').toBeGreaterThan(Math.max(ownRed, ownBlue))
    await inReview.click()
    await expect.element(page.getByRole('combobox', { name: 'Version' })).toHaveValue('1.1.0 in review')
    await expect.poll(() => panel.getByText('in review', { exact: true }).elements()).toEqual([])
    await save.click()
    await expect
      .poll(() => sent(updateSubmission).at(-1)?.body.app_version_id)
      .toBe(versions[0].app_version_id)
  },
)

test('a listing under review whose version left its own review says why it shows none', async () => {
  const app_version_id = '00000000-0000-4000-8000-000000000009'
  renderListing({ unpublished: buildSubmission({ state: 'in_review', app_version_id }) })
  await expect
    .element(panel.getByText('The chosen version is no longer approved or in review.'))
    .toBeVisible()
})

test.each([
  ['developer', '/developer_apps/7/versions'],
  ['staff', '/admin/developer_apps/7'],
] as const)(
  'without a version to choose, the picker of a %s links to the versions',
  { tags: ['LIST-32'] },
  async (audience, href) => {
    renderListing({ audience, versions: [] })
    await expect.element(panel.getByText(/No version is approved or in review yet\./)).toBeVisible()
    await expect.element(panel.getByRole('link', { name: 'Go to Versions' })).toHaveAttribute('href', href)
  },
)

test(
  "the preview shows the platform's badges, the version, and the answers about security",
  { tags: ['LVAL-39'] },
  async () => {
    renderListing({
      unpublished: buildSubmission({
        made_by_procore: true,
        procore_certified_partner: true,
        security_questionnaire_visible: true,
      }),
    })
    await button('Preview').click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect.element(preview.getByText('Certified partner')).toBeVisible()
    await expect.element(preview.getByText(/^Made by /)).toBeVisible()
    await expect.element(preview.getByText('Version 1.0.0')).toBeVisible()
    await expect.element(preview.getByRole('heading', { name: 'Security and trust' })).toBeVisible()
  },
)

test(
  'the preview omits what the public page of this server omits',
  { tags: ['LVAL-39', 'SEC-01', 'MEDIA-04'] },
  async () => {
    const flags = { security_and_compliance_enabled: false, gov_cloud: true, semantic_versions: false }
    renderListing({
      session: buildSession({ flags }),
      unpublished: buildSubmission({
        security_questionnaire_visible: true,
        videos: [mediaItem(5, 'Video')],
      }),
    })
    await button('Preview').click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect.element(preview.getByRole('heading', { name: /^About / })).toBeVisible()
    expect(preview.getByRole('heading', { name: 'Security and trust' }).elements()).toEqual([])
    expect(preview.getByText('Version 1.0.0').elements()).toEqual([])
    expect(preview.element().querySelector('video')).toBeNull()
  },
)

test(
  'the preview checks the form, shows its data, and returns the focus',
  { tags: ['LVAL-39'] },
  async () => {
    renderListing({ unpublished: buildSubmission({ support_email: '' }) })
    await field('Name').fill('Beam Log')
    await expect.element(tab('Support')).not.toHaveAccessibleName(/has errors/)
    await button('Preview').click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect.element(preview.getByText('Beam Log').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(preview).not.toBeInTheDocument()
    await expect.element(button('Preview')).toHaveFocus()
    await expect.element(tab('Support')).toHaveAccessibleName(/has errors/)
    // A save would be an unexpected call, which fails the test.
  },
)
