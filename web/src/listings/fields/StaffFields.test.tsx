import { updateAdminSubmission, uploadAdminMedia } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { buildAdminSession, buildSubmission, later } from '../../../testing/build.ts'
import { dropFiles } from '../../../testing/files.ts'
import { asksBeforeClosing } from '../../../testing/leaving.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { hold, refuse, reply, sent } from '../../../testing/network.ts'
import { queryClient } from '../../http/queryClient.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const toggle = (name: string) => page.getByRole('switch', { name })
const notes = page.getByRole('textbox', { name: 'Additional notes' })
const adminNotes = page.getByRole('textbox', { name: 'Admin notes' })
const files = page.getByRole('group', { name: 'Self-assessment document' })
const chooseDocument = files.getByRole('button', { name: 'Choose a file' })

const waiting = buildSubmission({ state: 'in_review', admin_notes: '', is_concierge_app: false })
const render = () => renderListing({ audience: 'staff', unpublished: waiting })

function dropDocument() {
  const zone = files.element().querySelector('.mantine-Dropzone-root')
  if (zone) dropFiles([new File(['%PDF-1.4'], 'answers.pdf', { type: 'application/pdf' })], zone)
}

test('asks before typed notes of reviewers are lost', async () => {
  render()
  expect(asksBeforeClosing()).toBe(false)
  await adminNotes.fill('Ask for a sharper logo.')
  await expect.poll(asksBeforeClosing).toBe(true)
})

test(
  'the document takes a file only while the security badge is shown',
  { tags: ['LADM-02', 'LADM-03', 'LADM-04'] },
  async () => {
    reply(uploadAdminMedia, mediaItem(8, 'Document', { original_filename: 'answers.pdf' }))
    render()
    const badge = toggle('Show the security badge')
    await expect.element(badge).not.toBeChecked()
    await expect.element(files).toHaveAccessibleDescription(/^Turn on the badge first\./)
    await expect.element(chooseDocument).toBeDisabled()
    dropDocument()
    await badge.click()
    await expect.element(chooseDocument).toBeEnabled()
    expect(sent(uploadAdminMedia), 'what was dropped before').toEqual([])
    dropDocument()
    await expect.element(files.getByText('answers.pdf')).toBeVisible()
    await badge.click()
    await expect.element(files.getByRole('button', { name: 'Choose another file' })).toBeDisabled()
  },
)

test(
  'staff save beta, badge and notes with the listing',
  { tags: ['LADM-01', 'LADM-05', 'LADM-06', 'LADM-17'] },
  async () => {
    reply(updateAdminSubmission, { ...waiting, updated_at: later })
    render()
    await expect.element(page.getByRole('group', { name: 'Showcase video' })).toBeVisible()
    await toggle('Beta').click()
    await toggle('Show the security badge').click()
    await notes.fill('Sign in as demo.')
    await button('Save changes').click()
    await expect
      .poll(() => sent(updateAdminSubmission))
      .toMatchObject([{ body: { beta: true, security_badge: true, notes: 'Sign in as demo.' } }])
  },
)

test('staff see no showcase video in government cloud', { tags: ['LADM-07'] }, async () => {
  renderListing({
    audience: 'staff',
    unpublished: waiting,
    session: buildAdminSession({ flags: { gov_cloud: true } }),
  })
  await expect.element(files).toBeVisible()
  expect(page.getByRole('group', { name: 'Showcase video' }).elements()).toEqual([])
})

test.each([
  ['Show in concierge', 'is_concierge_app'],
  ['Live: show the published listing on the marketplace', 'live'],
  ['Made by Trestle', 'made_by_procore'],
  ['Certified partner', 'procore_certified_partner'],
] as const)(
  'the switch "%s" is saved immediately',
  { tags: ['LADM-12', 'LADM-16', 'LIST-82'] },
  async (name, mark) => {
    reply(updateAdminSubmission, { ...waiting, [mark]: true, updated_at: later })
    render()
    const own = toggle(name)
    await expect.element(own).not.toBeChecked()
    await own.click()
    await expect.element(own).toBeChecked()
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(sent(updateAdminSubmission)).toMatchObject([{ body: { [mark]: true } }])
    await expect.element(button('Save changes')).toBeDisabled()
  },
)

test('a switch counts for the published listing and the next one', { tags: ['LIST-82'] }, async () => {
  const listed = { live: true, marketplace_url: '/marketplace/crane-planner' }
  const published = buildSubmission({ id: 90, state: 'published', ...listed })
  const next = buildSubmission({ id: 91, state: 'draft', ...listed })
  reply(updateAdminSubmission, { ...next, live: false, marketplace_url: null, updated_at: later })
  renderListing({ audience: 'staff', published, unpublished: next })
  const open = page.getByRole('link', { name: /^Open on the marketplace/ })
  await expect.element(open).toBeVisible()
  await toggle('Live: show the published listing on the marketplace').click()
  await expect.element(page.getByText('Not shown on the marketplace')).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()
})

test('a refused switch stays off and says why', async () => {
  refuse(updateAdminSubmission, { code: 'conflict', message: 'The app is deleted.' })
  render()
  await toggle('Show in concierge').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The app is deleted.')
  await expect.element(toggle('Show in concierge')).not.toBeChecked()
})

test('the notes of reviewers are saved on their own', { tags: ['LADM-16', 'LADM-17'] }, async () => {
  const text = 'Ask for a sharper logo.'
  reply(updateAdminSubmission, { ...waiting, admin_notes: text, updated_at: later })
  render()
  await expect.element(button('Save notes')).toBeDisabled()
  await adminNotes.fill(text)
  await button('Save notes').click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(button('Save notes')).toBeDisabled()
  expect(sent(updateAdminSubmission)).toMatchObject([{ body: { admin_notes: text } }])
})

test('developers see none of it', { tags: ['LADM-16'] }, async () => {
  renderListing()
  await expect.element(page.getByRole('textbox', { name: 'Tagline' })).toBeVisible()
  for (const hidden of [toggle('Show in concierge'), toggle('Beta'), adminNotes, notes, files]) {
    await expect.element(hidden).not.toBeInTheDocument()
  }
})

/** Saves switches as the server does, except for the concierge if its connection breaks. */
function replyToSwitches({ isConciergeLost }: { isConciergeLost: boolean }) {
  const server = { stored: waiting }
  reply(updateAdminSubmission, ({ body: { is_concierge_app, procore_certified_partner } }) => {
    if (is_concierge_app !== undefined && isConciergeLost) throw new TypeError('Failed to fetch')
    server.stored = {
      ...server.stored,
      updated_at: later,
      ...(is_concierge_app !== undefined && { is_concierge_app }),
      ...(procore_certified_partner !== undefined && { procore_certified_partner }),
    }
    return server.stored
  })
  return hold(updateAdminSubmission)
}

const [concierge, partner] = [toggle('Show in concierge'), toggle('Certified partner')]

test('two quick switches show at once, and are saved one after the other', async () => {
  const saving = replyToSwitches({ isConciergeLost: false })
  render()
  await concierge.click()
  await partner.click()
  await expect.element(concierge).toBeChecked()
  await expect.element(partner).toBeChecked()
  expect(sent(updateAdminSubmission)).toHaveLength(1)
  saving.release()
  await expect.poll(() => sent(updateAdminSubmission)).toHaveLength(2)
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.element(concierge).toBeChecked()
  await expect.element(partner).toBeChecked()
})

test('a switch that fails says so, also if another one follows', async () => {
  const saving = replyToSwitches({ isConciergeLost: true })
  render()
  await concierge.click()
  await partner.click()
  saving.release()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/couldn't be reached/)
  await expect.element(concierge).not.toBeChecked()
  await expect.element(partner).toBeChecked()
})
