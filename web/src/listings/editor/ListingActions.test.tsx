import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { updateAdminSubmission, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildSubmission, later, now } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { hold, reply, sent } from '../../../testing/network.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const dialog = page.getByRole('dialog')
const message = dialog.getByRole('textbox', { name: 'Message to the partner' })
const state = page.getByRole('group', { name: 'Listing state' })
const bar = page.getByRole('group', { name: 'Listing actions' })
const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

const draft = buildSubmission()
/** Complete for staff too, who need the showcase video. */
const inReview = buildSubmission({
  state: 'in_review',
  in_review_at: now,
  showcase_video: mediaItem(9, 'ShowcaseVideo'),
})
const { security_questionnaire: _, ...nothing } = emptyContent
const incomplete = buildSubmission({ ...nothing, security_questionnaire_visible: false })

const movedTo = (move: string) => ({
  key: 'developers.listing_review.state_changed',
  additional_properties: { state: move, app_id: 7, app_name: 'Crane Planner' },
})

test(
  'the check lists what is missing, and an entry opens its field on another tab',
  {
    tags: ['LIST-08', 'LVAL-02', 'LVAL-28', 'LVAL-36', 'LVAL-37', 'LVAL-38', 'LVAL-45', 'LVAL-50'],
  },
  async () => {
    renderListing({ unpublished: incomplete })
    await field('Developer notes').click()
    await button('Check listing').click()
    const found = page
      .getByRole('alert')
      .filter({ hasText: 'Please correct the errors below before submitting for review' })
    await expect.element(found).toBeInViewport()
    expect(document.activeElement, 'read from its beginning').toBe(found.element().parentElement)
    await expect.element(found.getByText(/At least 3 items are required/)).toBeVisible()
    for (const name of ['App Information', 'Features', 'Support', 'Contact', 'Media']) {
      await expect.element(tab(name)).toHaveAccessibleName(/has errors/)
    }
    await expect.element(tab('Links')).not.toHaveAccessibleName(/has errors/)
    await found.getByRole('button', { name: /^Support email/ }).click()
    await expect.element(field('Support email')).toHaveFocus()
  },
)

test('the check of a complete listing finds nothing', async () => {
  renderListing()
  await button('Check listing').click()
  await expect.element(page.getByText("The listing is complete. There's nothing to correct.")).toBeVisible()
})

test.each([undefined, 'staff'] as const)(
  'says next to a disabled save button that there are no changes (%s)',
  async (audience) => {
    renderListing({ ...(audience && { audience }) })
    const save = button(audience === 'staff' ? 'Save changes' : 'Save draft')
    const reason = bar.getByText('There are no changes to save.')
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
    await expect.element(reason).toBeVisible()
    await field('Tagline').fill('Cranes on time')
    await expect.element(save).toBeEnabled()
    await expect.element(save).not.toHaveAccessibleDescription()
    await expect.element(reason).not.toBeInTheDocument()
  },
)

test(
  'a complete, saved listing can be submitted; otherwise the button says what is left to do',
  { tags: ['LIST-15', 'LIST-16', 'LIST-17', 'LSTATE-08'] },
  async () => {
    reply(updateSubmission, buildSubmission({ tagline: '', updated_at: later }))
    renderListing({ unpublished: buildSubmission({ security_questionnaire_visible: false }) })
    const submit = button('Submit for approval')
    await expect.element(page.getByText('6 of 6 required sections are complete')).toBeVisible()
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect.element(submit).toBeEnabled()
    await field('Tagline').fill('')
    await expect.element(page.getByText('5 of 6 required sections are complete')).toBeVisible()
    await expect.element(submit).toBeDisabled()
    await expect.element(submit).toHaveAccessibleDescription('Save your changes before you submit.')
    await button('Save draft').click()
    await expect.element(submit).toHaveAccessibleDescription('Correct this field before you submit: Tagline')
  },
)

test('a published listing is submitted again after a change', { tags: ['LSTATE-08'] }, async () => {
  const published = buildSubmission({ state: 'published', approval_state: 'approved', published_at: now })
  renderListing({ published, unpublished: null })
  await expect
    .element(button('Submit for approval'))
    .toHaveAccessibleDescription('Change the listing and save it before you submit.')
})

test('while the published listing is shown, Submit is about the draft', async () => {
  const published = buildSubmission({ id: 2, state: 'published', approval_state: 'approved' })
  renderListing({ published, unpublished: buildSubmission({ tagline: '' }) })
  const submit = button('Submit for approval')
  await expect.element(submit).toHaveAccessibleDescription('Correct this field before you submit: Tagline')
  await page.getByText('On the marketplace', { exact: true }).click()
  await expect.element(field('Tagline')).not.toHaveValue('')
  await expect.element(submit).toBeDisabled()
  await expect.element(submit).toHaveAccessibleDescription('Correct this field before you submit: Tagline')
  await button('Tagline').click()
  await expect.element(field('Tagline')).toHaveValue('')
  await expect.element(field('Tagline')).toHaveFocus()
})

test('a visible questionnaire is one more required section', { tags: ['LIST-16'] }, async () => {
  renderListing()
  await expect.element(page.getByText('7 of 7 required sections are complete')).toBeVisible()
})

test(
  'a submission asks first, and puts the listing in review',
  {
    tags: [
      'LSTATE-05',
      'LSTATE-06',
      'LSTATE-23',
      'LSTATE-27',
      'LSTATE-30',
      'LSTATE-33',
      'LSTATE-34',
      'LSTATE-36',
    ],
  },
  async () => {
    reply(updateSubmission, inReview)
    renderListing()
    await expect.element(state).toHaveTextContent('Not reviewed')
    await button('Not reviewed yet').click()
    await expect.element(page.getByText("Platform staff see this listing when it's submitted.")).toBeVisible()
    await button('Submit for approval').click()
    await expect.element(dialog.getByText('Submit the listing of Crane Planner for approval?')).toBeVisible()
    await confirm('Submit for approval')
    await expect.element(page.getByText('The listing was submitted')).toBeVisible()
    await expect.element(state).toHaveTextContent('In review')
    await button('This listing is in review').click()
    await expect.element(page.getByText(/To make changes, withdraw the listing from review\./)).toBeVisible()
    await expect.element(field('Name')).toHaveAttribute('readonly')
    expect(sent(updateSubmission)).toMatchObject([
      { body: { state: 'in_review', if_unchanged_since: draft.updated_at } },
    ])
    await expect.poll(() => sent(recordAnalytics).map(({ body }) => body)).toEqual([movedTo('submitted')])
  },
)

test(
  'a listing in review can be withdrawn, which makes it a draft',
  { tags: ['LSTATE-10', 'LSTATE-11', 'LSTATE-24', 'LSTATE-27'] },
  async () => {
    reply(updateSubmission, draft)
    renderListing({ unpublished: inReview })
    await button('Withdraw').click()
    await expect.element(dialog.getByText('Withdraw the listing of Crane Planner from review?')).toBeVisible()
    await confirm('Withdraw')
    await expect.element(page.getByText('The listing was withdrawn')).toBeVisible()
    await expect.element(state).toHaveTextContent('Not reviewed')
    await expect.element(button('Submit for approval')).toBeEnabled()
    expect(sent(updateSubmission)).toMatchObject([{ body: { state: 'draft' } }])
    await expect.poll(() => sent(recordAnalytics).map(({ body }) => body)).toEqual([movedTo('withdrawn')])
  },
)

test('a rejected listing is resubmitted', { tags: ['LSTATE-07', 'LSTATE-27'] }, async () => {
  reply(updateSubmission, inReview)
  renderListing({
    unpublished: buildSubmission({
      approval_state: 'rejected',
      admin_message: '<p>The logo is blurred.</p>',
    }),
  })
  await expect.element(state).toHaveTextContent('Rejected')
  await button('Resubmit').click()
  await expect.element(dialog.getByText('Resubmit the listing of Crane Planner for approval?')).toBeVisible()
  await confirm('Resubmit')
  await expect.element(state).toHaveTextContent('In review')
})

test(
  'an approval asks first, with a message, and publishes the listing',
  {
    tags: [
      'LSTATE-15',
      'LSTATE-17',
      'LSTATE-20',
      'LSTATE-22',
      'LSTATE-23',
      'LSTATE-37',
      'LADM-10',
      'LADM-15',
    ],
  },
  async () => {
    const published = buildSubmission({ state: 'published', approval_state: 'approved', published_at: later })
    reply(updateAdminSubmission, published)
    renderListing({ audience: 'staff', unpublished: inReview })
    await button('This listing is in review').click()
    await expect.element(page.getByText(/Approve or reject it\./)).toBeVisible()
    await button('Approve').click()
    await expect.element(dialog.getByText('Approve the listing of Crane Planner?')).toBeVisible()
    await expect.element(message).toHaveFocus()
    await message.fill('<b>Well done.</b>')
    await confirm('Approve')
    await expect.element(page.getByText('The listing was approved').first()).toBeVisible()
    await expect.element(state).toHaveTextContent('Published')
    await expect.element(button('Approve')).toBeDisabled()
    await expect.element(bar).toHaveFocus()
    await expect.element(button('Reject')).toBeDisabled()
    await expect.element(button('Reject')).toHaveAccessibleDescription('This listing is already published.')
    expect(sent(updateAdminSubmission)).toMatchObject([
      { body: { state: 'published', admin_message: '<b>Well done.</b>' } },
    ])
    await expect.poll(() => sent(recordAnalytics).map(({ body }) => body)).toEqual([movedTo('approved')])
  },
)

test('an approval can be silent', { tags: ['LSTATE-16'] }, async () => {
  reply(updateAdminSubmission, inReview)
  renderListing({ audience: 'staff', unpublished: inReview })
  await button('Approve').click()
  await dialog.getByRole('checkbox', { name: /^Publish silently/ }).click()
  await confirm('Approve')
  await expect.poll(() => sent(updateAdminSubmission)).toMatchObject([{ body: { silent: true } }])
  // Otherwise the next test could get this event.
  await expect.poll(() => sent(recordAnalytics)).toHaveLength(1)
})

test(
  'a rejection requires a message, whose draft survives Cancel',
  {
    tags: [
      'LSTATE-18',
      'LSTATE-19',
      'LSTATE-20',
      'LSTATE-23',
      'LSTATE-27',
      'LSTATE-31',
      'LADM-10',
      'LADM-11',
      'LADM-15',
    ],
  },
  async () => {
    const text = '<p>The <b>logo</b> is blurred.</p>'
    reply(updateAdminSubmission, buildSubmission({ approval_state: 'rejected', admin_message: text }))
    renderListing({ audience: 'staff', unpublished: inReview })
    await button('Reject').click()
    await confirm('Reject')
    await expect.element(message).toHaveAccessibleDescription(/This field is required/)
    await message.fill(text)
    await confirm('Cancel')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Reject')).toHaveFocus()
    await button('Reject').click()
    await expect.element(message).toHaveValue(text)
    await confirm('Reject')
    await expect.element(state).toHaveTextContent('Rejected')
    await expect.element(page.getByText('The listing was rejected').first()).toBeVisible()
    await expect.element(button('Approve')).toBeDisabled()
    await expect.element(button('Approve')).toHaveAccessibleDescription("This listing isn't in review.")
    expect(sent(updateAdminSubmission)).toMatchObject([{ body: { state: 'draft', admin_message: text } }])
    await expect.poll(() => sent(recordAnalytics).map(({ body }) => body)).toEqual([movedTo('rejected')])
  },
)

test('staff save their changes before they decide', { tags: ['LSTATE-21', 'LADM-09'] }, async () => {
  reply(updateAdminSubmission, { ...inReview, tagline: 'Beams, by day', updated_at: later })
  renderListing({ audience: 'staff', unpublished: inReview })
  await field('Tagline').fill('Beams, by day')
  for (const name of ['Approve', 'Reject']) {
    await expect.element(button(name)).toBeDisabled()
    await expect.element(button(name)).toHaveAccessibleDescription('Save your changes before you decide.')
  }
  await button('Save changes').click()
  await expect.element(button('Approve')).toBeEnabled()
  await expect.element(button('Reject')).toBeEnabled()
})

test('the next decision starts without the message of the last one', async () => {
  reply(updateAdminSubmission, { ...inReview, updated_at: later })
  renderListing({ audience: 'staff', unpublished: inReview })
  await button('Reject').click()
  await message.fill('The logo is blurred.')
  await confirm('Cancel')
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Reject').click()
  await confirm('Reject')
  await expect.element(dialog).not.toBeInTheDocument()
  await button('Reject').click()
  await expect.element(message).toHaveValue('')
})

test.each(['mouse', 'keyboard'])('a save with the %s leaves the focus on its button', async (device) => {
  reply(updateSubmission, { ...draft, built_by: 'Northgate', updated_at: later })
  renderListing()
  await field('Built by').fill('Northgate')
  const save = button('Save draft')
  if (device === 'mouse') await save.click()
  else {
    save.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await expect.element(save).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sent(updateSubmission)).toHaveLength(1)
})

test('Ctrl+S during a save does not save what is typed meanwhile', async () => {
  reply(updateSubmission, { ...draft, built_by: 'Northgate', updated_at: later })
  const saving = hold(updateSubmission)
  renderListing()
  await field('Built by').fill('Northgate')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => sent(updateSubmission)).toHaveLength(1)
  await userEvent.keyboard(' Ltd{Control>}s{/Control}')
  expect(sent(updateSubmission)).toHaveLength(1)
  saving.release()
  await expect.element(page.getByText('Listing saved')).toBeVisible()
})

test('Ctrl+S in the preview does not save the listing behind it', async () => {
  reply(updateSubmission, draft)
  renderListing()
  await field('Built by').fill('Northgate')
  await button('Preview').click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(updateSubmission)).toEqual([])
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => sent(updateSubmission)).toHaveLength(1)
})

test('an incomplete listing can be rejected, but not approved', async () => {
  renderListing({ audience: 'staff', unpublished: { ...inReview, tagline: '' } })
  await expect.element(button('Reject')).toBeEnabled()
  await expect
    .element(button('Approve'))
    .toHaveAccessibleDescription('Correct this field before you approve: Tagline')
  await button('Tagline').click()
  await expect.element(field('Tagline')).toHaveFocus()
  await expect.element(field('Tagline')).toHaveAccessibleDescription(/This field is required/)
})

test('a missing showcase video is named, and no tab is marked for it', async () => {
  renderListing({ audience: 'staff', unpublished: { ...inReview, showcase_video: null } })
  await expect.element(page.getByText('7 of 7 required sections are complete')).toBeVisible()
  await expect
    .element(button('Approve'))
    .toHaveAccessibleDescription('Correct this field before you approve: Showcase video')
  await button('Check listing').click()
  await expect
    .element(page.getByRole('button', { name: 'Showcase video: This field is required' }))
    .toBeVisible()
  await expect.element(tab('App Information')).not.toHaveAccessibleName(/has errors/)
  await button('Showcase video').click()
  expect(document.activeElement?.closest('[data-path="showcase_video"]')).not.toBeNull()
})

const top = (part: { element: () => Element }) => Math.round(part.element().getBoundingClientRect().top)

test('the reason for a disabled button is next to it, and on a phone the rest is in a menu', async () => {
  const height = () => bar.element().getBoundingClientRect().height
  try {
    await page.viewport(1440, 900)
    renderListing({ unpublished: incomplete })
    const why = page.getByText(/^Correct \d+ fields before you submit\./)
    await expect.element(why).toBeVisible()
    expect(height()).toBeLessThan(70)
    await page.viewport(320, 640)
    await bar.getByRole('button', { name: 'Actions for Marketplace Listing' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Preview' })).toBeVisible()
    expect(top(button('Save draft'))).toBe(top(button('Submit for approval')))
    expect(height()).toBeLessThan(100)
    await page.getByRole('menuitem', { name: 'Check listing' }).click()
    await expect.element(page.getByText(/^Please correct the errors below/)).toBeInViewport()
  } finally {
    await page.viewport(1280, 900)
  }
})
