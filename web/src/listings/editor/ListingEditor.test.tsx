import { getSession } from '@trestle/domain/accounts/contract.ts'
import {
  createAdminSubmission,
  createSubmission,
  deleteAdminMedia,
  deleteMedia,
  updateAdminSubmission,
  updateSubmission,
  uploadAdminMedia,
  uploadMedia,
} from '@trestle/domain/listings/contract.ts'
import type { ErrorCode } from '@trestle/domain/http/errors.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { findProblems, listingTabs } from '@trestle/domain/listings/rules.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { yesToAll } from '../../../../domain/testing/wholeListing.ts'
import { buildAdminSession, buildSubmission, later } from '../../../testing/build.ts'
import { recordDrawnTexts } from '../../../testing/drawnTexts.ts'
import { chooseFile, drawPicture } from '../../../testing/files.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { hold, refuse, refuseInBackground, reply, sent } from '../../../testing/network.ts'

const tagline = page.getByRole('textbox', { name: /^Tagline/ })
const alert = page.getByRole('alert')
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const chooseLogo = button('Choose a file').first()
const saveNames = { developer: 'Save draft', staff: 'Save changes' } as const
const submission = buildSubmission()

const saves = [
  ['a developer starting a listing', 'developer', null, createSubmission],
  ['a developer', 'developer', submission, updateSubmission],
  ['staff starting a listing', 'staff', null, createAdminSubmission],
  ['staff', 'staff', submission, updateAdminSubmission],
] as const

test.each(saves)(
  'shows %s why a save was refused, and keeps the change',
  async (_, audience, unpublished, endpoint) => {
    refuse(endpoint, { code: 'not_allowed', message: 'The listing is locked.' })
    // The page of staff checks whether they still have their rights.
    reply(getSession, buildAdminSession())
    renderListing({ audience, unpublished })
    await tagline.fill('Plans for cranes')
    await button(saveNames[audience]).click()
    await expect.element(alert).toMatchTextContent('The listing is locked.')
    await expect.element(tagline).toHaveValue('Plans for cranes')
    await expect.element(button(saveNames[audience])).toBeEnabled()
  },
)

test('the headings are an outline: the listing, its parts, and the cards of the open section', async () => {
  renderListing({ audience: 'staff' })
  const outline = () =>
    [...document.querySelectorAll('h2, h3, h4')].map(
      ({ tagName, textContent }) => `${tagName} ${textContent}`,
    )
  await expect
    .poll(outline)
    .toEqual([
      'H2 Marketplace Listing',
      'H3 App Information',
      'H4 General',
      'H4 Release version',
      'H3 Security badge',
      'H3 Admin specifications',
      'H3 Internal to the platform team',
      'H3 Admin notes',
      'H3 Review timeline',
    ])
})

test('shows a refusal next to its field', async () => {
  const message = 'Tagline is taken'
  refuse(updateSubmission, { code: 'invalid_input', message, fields: { tagline: [message] } })
  renderListing()
  await tagline.fill('Plans for cranes')
  await button('Save draft').click()
  await expect.element(tagline).toHaveAccessibleDescription(/Tagline is taken/)
})

test('a save that is stored already, because its reply got lost, is sent again without a question', async () => {
  const current = buildSubmission({ tagline: 'Plans for cranes', updated_at: later })
  refuse(updateSubmission, { code: 'conflict', message: 'Changed meanwhile.', current })
  renderListing()
  await tagline.fill('Plans for cranes')
  await button('Save draft').click()
  await expect
    .poll(() => sent(updateSubmission).map(({ body }) => body.if_unchanged_since))
    .toEqual([expect.anything(), later])
})

test('a stale save asks, and Reload shows the other change', async () => {
  const current = buildSubmission({ tagline: 'Their tagline', updated_at: later })
  refuse(updateSubmission, { code: 'conflict', message: 'Changed meanwhile.', current })
  renderListing()
  await tagline.fill('Plans for cranes')
  await button('Save draft').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click()
  await expect.element(tagline).toHaveValue('Their tagline')
})

test.each(['developer', 'staff'] as const)(
  'explains the marks of required fields to a %s',
  async (audience) => {
    renderListing({ audience })
    await expect.element(page.getByText('Fields marked with * are required.', { exact: true })).toBeVisible()
  },
)

test('each section says whether it is complete, and all are equally high', async () => {
  try {
    await page.viewport(1440, 900)
    renderListing({ unpublished: buildSubmission({ tagline: '' }) })
    await expect.element(tab('App Information')).toHaveAccessibleName(/not complete$/)
    await expect.element(tab('Features')).toHaveAccessibleName(/^Features\s*complete$/)
    for (const name of ['Links', 'Tools', 'Requirements']) {
      await expect.element(tab(name)).toHaveAccessibleName(/Optional$/)
    }
    const tabs = page.getByRole('tab').elements()
    expect(new Set(tabs.map((each) => each.getBoundingClientRect().height))).toEqual(new Set([40]))
    await tab('Features').click()
    const card = page.getByRole('heading', { name: 'Features', level: 4 })
    await expect.element(card).toBeInTheDocument()
    expect(card.element().parentElement?.getBoundingClientRect().width, 'of the card').toBeLessThan(2)
  } finally {
    await page.viewport(1280, 900)
  }
})

test('says that all changes are saved only once there is a draft', async () => {
  renderListing({ unpublished: null })
  await expect.element(page.getByText('Fields marked with * are required.')).toBeVisible()
  expect(page.getByText('All changes are saved').elements()).toEqual([])
})

test('without the right to edit, the form is read-only and says who may edit', async () => {
  renderListing({ canEdit: false, mayTransition: false })
  await expect.element(tagline).toHaveAttribute('readonly')
  await expect.element(button('Save draft')).not.toBeInTheDocument()
  await expect
    .element(page.getByText("Only the app's owner and admins can change the listing."))
    .toBeVisible()
})

test('without the right to submit, the button says who may', async () => {
  renderListing({ mayTransition: false })
  await expect.element(button('Submit for approval')).toBeDisabled()
  await expect
    .element(button('Submit for approval'))
    .toHaveAccessibleDescription("Only the app's owner and admins can submit it.")
})

const uploads = [
  ['a developer', 'developer', uploadMedia],
  ['staff', 'staff', uploadAdminMedia],
] as const

test.each(uploads)('shows %s why a file was refused, and can retry', async (_, audience, endpoint) => {
  refuse(endpoint, { code: 'unavailable', message: 'The storage does not answer.' })
  renderListing({ audience, section: 'media', unpublished: buildSubmission({ small_logo: null }) })
  await expect.element(chooseLogo).toBeVisible()
  chooseFile(await drawPicture({ width: 400, height: 400, name: 'crane.png' }))
  await expect.element(page.getByText('The storage does not answer.')).toBeVisible()
  reply(endpoint, mediaItem(8, 'Logo', { original_filename: 'crane.png' }))
  await button('Retry the upload of crane.png').click()
  await expect.element(button('Remove crane.png')).toBeVisible()
})

const removals = [
  ['a developer', 'developer', uploadMedia, deleteMedia],
  ['staff', 'staff', uploadAdminMedia, deleteAdminMedia],
] as const

test.each(removals)(
  'removes an unsaved file for %s even if the server keeps it for now',
  async (...removal) => {
    const [, audience, upload, remove] = removal
    reply(upload, mediaItem(8, 'Logo', { original_filename: 'crane.png' }))
    refuseInBackground(remove, { code: 'unavailable', message: 'The storage does not answer.' })
    renderListing({ audience, section: 'media', unpublished: buildSubmission({ small_logo: null }) })
    await expect.element(chooseLogo).toBeVisible()
    chooseFile(await drawPicture({ width: 400, height: 400, name: 'crane.png' }))
    await button('Remove crane.png').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(button('Remove crane.png')).not.toBeInTheDocument()
    await expect.poll(() => sent(remove)).toMatchObject([{ params: { media_id: '8' } }])
  },
)

test('shows the progress of an upload, and can cancel it', async () => {
  reply(uploadMedia, mediaItem(8, 'Logo'))
  const upload = hold(uploadMedia)
  renderListing({ section: 'media', unpublished: buildSubmission({ small_logo: null }) })
  await expect.element(chooseLogo).toBeVisible()
  chooseFile(await drawPicture({ width: 400, height: 400, name: 'crane.png' }))
  await expect.poll(() => sent(uploadMedia)).toHaveLength(1)
  await expect.element(page.getByText('0% uploaded')).toBeVisible()
  upload.progress(0.5)
  await expect.element(page.getByText('50% uploaded')).toBeVisible()
  await button('Cancel the upload of crane.png').click()
  await expect.element(page.getByText('50% uploaded')).not.toBeInTheDocument()
  await expect.element(chooseLogo).toHaveFocus()
})

test('the arrows reorder screenshots, and the saved order is sent', { tags: ['MEDIA-19'] }, async () => {
  reply(updateSubmission, submission)
  renderListing({ section: 'media' })
  await expect.element(button('Move 2.png left')).toBeDisabled()
  await expect.element(button('Move 4.png right')).toBeDisabled()
  await button('Move 2.png right').click()
  await expect.element(page.getByText('2.png is now number 2 of 3')).toBeInTheDocument()
  await expect.element(button('Move 2.png right')).toHaveFocus()
  await button('Move 2.png right').click()
  await expect.element(button('Move 2.png left')).toHaveFocus()
  await button('Save draft').click()
  const ids = () => sent(updateSubmission)[0]?.body.pictures_attributes?.map(({ id }) => id)
  await expect.poll(ids).toEqual([3, 4, 2])
})

const refusals: [title: string, code: ErrorCode, errors: string[], shown: string[]][] = [
  ["Couldn't Save Marketplace Listing", 'conflict', ['The tagline is taken.'], ['The tagline is taken.']],
  [
    "Couldn't Save Marketplace Listing. The following errors occurred:",
    'conflict',
    ['One is wrong.', 'Two is wrong.'],
    ['One is wrong.', 'Two is wrong.'],
  ],
  ["Couldn't Save Marketplace Listing", 'conflict', [], ['Just a message.']],
  ['Error: unable to retrieve marketplace app', 'not_found', ['It is gone.'], ['It is gone.']],
  [
    "Couldn't Save Marketplace Listing",
    'internal',
    [],
    ['An error occurred while updating the marketplace listing'],
  ],
]

test.each(refusals)(
  'shows under "%s" every message of %s, and can be closed',
  { tags: ['ERR-34', 'ERR-35', 'ERR-36', 'ERR-37', 'ERR-38', 'ERR-40', 'ERR-41'] },
  async (title, code, errors, shown) => {
    refuse(updateSubmission, { code, message: code === 'internal' ? '' : 'Just a message.', errors })
    renderListing()
    await tagline.fill('Plans for cranes')
    await button('Save draft').click()
    await expect.element(alert.getByText(title, { exact: true })).toBeVisible()
    for (const message of shown) await expect.element(alert.getByText(message, { exact: true })).toBeVisible()
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(tagline).toHaveValue('Plans for cranes')
  },
)

test(
  'a refused save links to each field on whichever tab, which stays marked until it is corrected',
  { tags: ['ERR-35', 'ERR-40'] },
  async () => {
    renderListing()
    await tab('Pricing & Availability').click()
    await field('Pricing page').fill('northgate')
    await tab('Links').click()
    await field('URL of link 1').fill('javascript:alert(1)')
    await tab('App Information').click()
    refuse(updateSubmission, {
      code: 'invalid_input',
      message: 'This URL is invalid',
      fields: {
        pricing_url: ['This URL is invalid'],
        'helpful_links.0.url': ['This URL is invalid'],
      },
    })
    await button('Save draft').click()
    await expect
      .element(alert.getByText("Couldn't Save Marketplace Listing. The following errors occurred:"))
      .toBeVisible()
    await expect.element(tab('Links')).toHaveAccessibleName(/has errors/)
    await alert.getByRole('button', { name: 'Pricing page: This URL is invalid' }).click()
    await expect.element(field('Pricing page')).toHaveFocus()
    await field('Pricing page').fill('https://northgate.test/pricing')
    await expect.element(tab('Pricing & Availability')).not.toHaveAccessibleName(/has errors/)
    await alert.getByRole('button', { name: 'URL of link 1: This URL is invalid' }).click()
    await expect.element(field('URL of link 1')).toHaveFocus()
    await field('URL of link 1').fill('https://northgate.test/guide')
    await expect.element(alert).not.toBeInTheDocument()
  },
)

/** Texts that are each rendered by one part of the page other than the field. */
const otherParts = [
  'listings.title',
  'listings.tabs.links',
  'listings.general.categoriesHint',
  'listings.release.app_versionHint',
  'listings.pricing.yes',
  'listings.actions.preview',
  'listings.timeline.title',
]

test.each([
  ['a field', 'app', /^Tagline/],
  ['an answer of the questionnaire', 'security', /^Legal name of your company/],
] as const)('a keystroke in %s draws no other part of the page again', async (_, section, name) => {
  renderListing({ section, unpublished: buildSubmission({ security_questionnaire_visible: true }) })
  const field = page.getByRole('textbox', { name })
  // The code of the timeline loads last.
  await expect.element(page.getByRole('heading', { name: 'Review timeline' })).toBeVisible()
  // The first keystroke also changes what the page says about unsaved changes.
  await field.fill('Crane')
  await expect.element(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  const drawn = recordDrawnTexts()
  await userEvent.keyboard('s')
  await expect.element(field).toHaveValue('Cranes')
  expect(drawn.filter((key) => key === 'ui.counter')).toHaveLength(1)
  expect(drawn.filter((key) => otherParts.includes(key))).toEqual([])
})

test("a keystroke of staff doesn't draw the internal switches again", async () => {
  renderListing({ audience: 'staff' })
  await tagline.fill('Crane')
  const drawn = recordDrawnTexts()
  await userEvent.keyboard('s')
  await expect.element(tagline).toHaveValue('Cranes')
  expect(drawn).toContain('listings.staff.notes')
  expect(drawn).not.toContain('listings.staff.internal')
})

test('marks the chosen section before it draws its fields', async () => {
  renderListing()
  await expect.element(tagline).toBeVisible()
  const before: unknown[] = []
  recordDrawnTexts((key) => {
    if (key === 'listings.rows.bulletHint') {
      before.push(document.querySelector('[role=tab][aria-selected=true]')?.getAttribute('data-tab'))
    }
  })
  await page.getByRole('tab', { name: /^Features/ }).click()
  await expect.element(page.getByRole('textbox', { name: /^1st/ })).toBeVisible()
  expect(before).toEqual(['features'])
})

test.each(listingTabs)(
  'the problems of %s are in the order of its fields',
  { tags: ['LVAL-38'] },
  async (section) => {
    const listed = {
      ...emptyContent,
      feature_bullets: [''],
      security_questionnaire_visible: true,
      security_questionnaire: {
        ...yesToAll,
        has_mfa_support: null,
        has_penetration_testing: null,
        has_sso_support: true,
        sso_providers: [],
        other_sso_providers: '',
        company_legal_name: '',
        headquarters_country_id: null,
        security_email: '',
      },
    }
    const context = { isGovernmentCloud: false, securityEnabled: true, versionKeys: [] }
    const problems = findProblems(listed, 'submit', context).filter(({ section: of }) => of === section)
    const paths = [...new Set(problems.map(({ path }) => path))]
    renderListing({
      section,
      unpublished: buildSubmission({
        ...listed,
        security_questionnaire: { ...submission.security_questionnaire, ...listed.security_questionnaire },
      }),
    })
    const drawn = () =>
      [...page.getByRole('tabpanel').element().querySelectorAll<HTMLElement>('[data-path]')]
        .map((each) => each.dataset['path'] ?? '')
        .filter((path) => paths.includes(path))
    await expect.poll(drawn).toEqual(paths)
  },
)
