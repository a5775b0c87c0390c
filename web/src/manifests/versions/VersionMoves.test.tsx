import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import {
  listManifests,
  promoteVersion,
  reviewVersion,
  type ManifestVersion,
} from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildVersion, later } from '../../../testing/build.ts'
import { buildRights, versionsApp } from '../../../testing/manifests.tsx'
import { expectHue } from '../../../testing/hue.ts'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import { texts } from '../../../testing/texts.ts'
import type { PageAction } from '../../shared/usePageAction.ts'
import type { Rights } from '../rights.ts'
import { ProductionVersions } from './ProductionVersions.tsx'
import { SandboxVersions } from './SandboxVersions.tsx'

const rights = buildRights()
const staffRights = buildRights({ reviewRole: 'staff', isStaffScreen: true })
const dialog = page.getByRole('dialog')
const production = buildVersion({
  versionable_type: 'ProductionEnvironment',
  environment_label: 'Production',
  promotable: false,
})
const promote = page.getByRole('button', { name: 'Promote version 0.3.0' })

function renderSandbox(overrides: Partial<Rights> = {}) {
  reply(listManifests, [buildVersion()])
  renderPart(
    <SandboxVersions app={versionsApp} rights={buildRights(overrides)} onPromoted={() => undefined} />,
  )
}

test('shows why a promotion was refused, and keeps the release notes', async () => {
  refuse(promoteVersion, { code: 'conflict', message: 'Version 0.3.0 was already promoted.' })
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await notes.fill('Faster cranes.')
  await dialog.getByRole('button', { name: 'Promote to production' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Version 0.3.0 was already promoted.')
  await expect.element(notes).toHaveValue('Faster cranes.')
})

test('a promotion needs release notes', { tags: ['APP-28', 'PROM-15', 'PROM-16', 'PROM-17'] }, async () => {
  reply(promoteVersion, { changelog: 'Faster.', manifest: production })
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await expect.element(notes).toHaveFocus()
  for (const blank of ['', '   ']) {
    await notes.fill(blank)
    await dialog.getByRole('button', { name: 'Promote to production' }).click()
    await expect.element(notes).toHaveAccessibleDescription(/This field is required/)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^There is 1 problem to correct/)
  }
  expect(sent(promoteVersion)).toEqual([])
})

test('closing the promotion asks before it discards release notes', async () => {
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await notes.fill('Half a sentence')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(notes).toHaveValue('Half a sentence')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(promote).toHaveFocus()
})

test('without the right to modify, the promotion is disabled with a reason', async () => {
  renderSandbox({ canModify: false })
  await expect.element(promote).toHaveAccessibleDescription(/owner/)
  await promote.click({ force: true })
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  ['Submit for Review', production, { submittable: true, state: 'confidential' }, 'Submit for Review'],
  ['Withdraw from Review', production, { state: 'in_review' }, 'Withdraw from Review'],
  ['Reject', production, { state: 'in_review' }, 'Reject'],
  ['Approve', production, { state: 'in_review' }, 'Approve'],
] as const)('shows why %s was refused inside its dialog', async (name, version, overrides, submit) => {
  const isStaff = name === 'Reject' || name === 'Approve'
  reply(listManifests, [{ ...version, ...overrides }])
  reply(recordAnalytics)
  refuse(reviewVersion, { code: 'conflict', message: 'Version 0.3.0 was decided already.' })
  renderPart(<ProductionVersions app={versionsApp} rights={isStaff ? staffRights : rights} />)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const notes = dialog.getByRole('textbox')
  if (name !== 'Withdraw from Review') await notes.fill('Please check the panel.')
  await dialog.getByRole('button', { name: submit }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Version 0.3.0 was decided already.')
  expect(sent(recordAnalytics)).toEqual([])
})

test.each([
  ['its developers', 'developer', false, 'Withdraw it from review.', 'Withdraw'],
  ['staff', 'staff', true, 'Reject it to take it out of the review queue.', 'Reject'],
  ['others', null, false, '', null],
] as const)(
  'a version in review that is older than the approved one is superseded, and %s see what to do',
  async (_, reviewRole, isStaffScreen, step, button) => {
    const newer = { ...production, id: 12, semantic_version: '0.4.0', state: 'published' as const }
    reply(listManifests, [newer, { ...production, state: 'in_review' }])
    renderPart(<ProductionVersions app={versionsApp} rights={{ ...rights, reviewRole, isStaffScreen }} />)
    const row = page.getByRole('row').filter({ hasText: '0.3.0' })
    await expect.element(row.getByText('Superseded', { exact: true })).toBeVisible()
    const note = `Version 0.4.0 is already approved, so this version can't be approved anymore. ${step}`
    await expect.element(row.getByText(note.trim(), { exact: true })).toBeVisible()
    await expect.element(row.getByText('Under review')).not.toBeInTheDocument()
    if (button === null) return
    await row.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    await expect.element(dialog.getByText(/It can't be submitted again, because a newer/)).toBeVisible()
    await expect.element(dialog.getByText(/submit it again/)).not.toBeInTheDocument()
  },
)

test('another submission starts from the notes of the one before', { tags: ['PROM-23'] }, async () => {
  const before = { submittable: true, state: 'confidential', developer_notes: 'Sign in as demo.' } as const
  reply(listManifests, [{ ...production, ...before, admin_notes: 'The board stays empty.' }])
  renderPart(<ProductionVersions app={versionsApp} rights={rights} />)
  await page.getByRole('button', { name: /^Submit for Review/ }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Sign in as demo.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a rejection needs notes', async () => {
  reply(listManifests, [{ ...production, state: 'in_review' }])
  reply(reviewVersion, production)
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: /^Reject/ }).click()
  await expectHue(dialog.getByRole('button', { name: 'Reject' }), 'red', 'backgroundColor')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  expect(sent(reviewVersion)).toEqual([])
})

const decisions = [
  {
    name: 'Submit for Review',
    before: { submittable: true, state: 'confidential' },
    after: { state: 'in_review' },
    sentBody: { state: 'in_review', developer_notes: 'Please check the panel.' },
    done: 'Version 0.3.0 was submitted for review.',
    shown: 'Under review',
    event: 'submitted',
  },
  {
    name: 'Withdraw from Review',
    before: { state: 'in_review' },
    after: { submittable: true, state: 'confidential' },
    sentBody: { state: 'confidential' },
    done: 'Version 0.3.0 was withdrawn from review.',
    shown: 'Not submitted',
    event: 'withdrawn',
  },
  {
    name: 'Approve',
    before: { state: 'in_review' },
    after: { state: 'published' },
    sentBody: { state: 'published', admin_notes: 'Please check the panel.' },
    done: 'Version 0.3.0 was approved.',
    shown: 'Approved',
    event: 'approved',
  },
  {
    name: 'Reject',
    before: { state: 'in_review' },
    after: { state: 'confidential', rejected_at: later },
    sentBody: { state: 'confidential', admin_notes: 'Please check the panel.' },
    done: 'Version 0.3.0 was rejected.',
    shown: 'Rejected',
    event: 'rejected',
  },
] as const

test.each(decisions)(
  '$name is confirmed in a dialog, shown in the table and reported',
  {
    tags: [
      'PROM-19',
      'PROM-20',
      'PROM-21',
      'PROM-22',
      'PROM-23',
      'PROM-24',
      'PROM-25',
      'PROM-26',
      'PROM-27',
      'PROM-28',
    ],
  },
  async ({ name, before, after, sentBody, done, shown, event }) => {
    const isStaff = name === 'Reject' || name === 'Approve'
    const version = { ...production, ...before }
    reply(listManifests, [version])
    reply(recordAnalytics)
    reply(reviewVersion, { ...version, ...after })
    renderPart(<ProductionVersions app={versionsApp} rights={isStaff ? staffRights : rights} />)
    const move = page.getByRole('button', { name: `${name}: version 0.3.0` })
    await move.click()
    if (name === 'Withdraw from Review') expect(dialog.getByRole('textbox').elements()).toEqual([])
    else await dialog.getByRole('textbox').fill('Please check the panel.')
    reply(listManifests, [{ ...version, ...after }])
    await dialog.getByRole('button', { name }).click()
    await expect.element(page.getByText(done)).toBeVisible()
    const table = page.getByRole('table', { name: 'Production versions' })
    await expect.element(table).toMatchTextContent(new RegExp(shown))
    await expect.element(move).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.id).toBe(`review-${version.id}`)
    expect(sent(reviewVersion).map(({ body }) => body)).toMatchObject([sentBody])
    expect(sent(recordAnalytics).map(({ body }) => body)).toMatchObject([
      { key: 'developers.manifest_review.state_changed', additional_properties: { state: event } },
    ])
  },
)

test('a move that was overtaken says so, and the table shows the new state', async () => {
  reply(listManifests, [{ ...production, state: 'in_review' }])
  refuse(reviewVersion, { code: 'conflict', message: "Version 0.3.0 isn't under review." })
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: /^Approve/ }).click()
  reply(listManifests, [{ ...production, state: 'confidential' }])
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/isn't under review/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('table')).toMatchTextContent(/Not submitted/)
  expect(page.getByRole('button', { name: /^Approve/ }).elements()).toEqual([])
})

test.each(['Approve', 'Reject'])('%s asks for a message to the developers', async (name) => {
  reply(listManifests, [{ ...production, state: 'in_review' }])
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const message = dialog.getByRole('textbox', { name: 'Message to the developers' })
  await expect.element(message).toHaveAccessibleDescription(/shown to everyone who works on the app/)
})

const withPermissions = (
  company: ManifestVersion['configured_manifest_content']['permissions']['company'],
) => ({
  configured_manifest_content: { permissions: { company, project: {} }, oauth: { enabled: false } },
})

test.each([
  ['Compared with the approved version 0.2.0:', ['Directory (company): Read-Only → Standard'], 'readonly'],
  ['Same as the approved version 0.2.0.', [], 'standard'],
  [
    'No version is approved yet. Companies are asked for these permissions:',
    ['Directory (company): None → Standard'],
    null,
  ],
] as const)('staff see what they approve: %s', async (text, changes, before) => {
  const approved = {
    ...production,
    ...withPermissions({ directory: before ?? 'none' }),
    id: 12,
    semantic_version: '0.2.0',
    state: 'published' as const,
  }
  const version = {
    ...production,
    ...withPermissions({ directory: 'standard' }),
    state: 'in_review' as const,
    developer_notes: 'Sign in as demo.',
  }
  reply(listManifests, before === null ? [version] : [version, approved])
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect.element(dialog.getByText(text)).toBeVisible()
  expect(texts(dialog.getByRole('listitem'))).toEqual(changes)
  await expect.element(dialog.getByText('Sign in as demo.')).toBeVisible()
})

test('a rejection that removes a key from the marketplace asks before it does', async () => {
  const question = "Rejecting version 0.3.0 removes its app version key from the app's marketplace page."
  reply(listManifests, [{ ...production, state: 'in_review' }])
  reply(recordAnalytics)
  refuse(reviewVersion, { code: 'conflict', message: question, fields: { confirmed: [question] } })
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: /^Reject/ }).click()
  await dialog.getByRole('textbox').fill('The board stays empty.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog.getByText(question)).toBeVisible()
  reply(reviewVersion, { ...production, rejected_at: later })
  await dialog.getByRole('button', { name: 'Reject anyway' }).click()
  await expect.element(page.getByText('Version 0.3.0 was rejected.')).toBeVisible()
  expect(sent(reviewVersion).map(({ body }) => body.confirmed ?? false)).toEqual([false, true])
})

test("staff read the developer's notes", { tags: ['PROM-23'] }, async () => {
  reply(listManifests, [{ ...production, state: 'in_review', developer_notes: 'Sign in as demo.' }])
  renderPart(<ProductionVersions app={versionsApp} rights={staffRights} />)
  await page.getByRole('button', { name: 'Review notes' }).click()
  await expect.element(dialog.getByText('Sign in as demo.')).toBeVisible()
})

test.each([
  ['Submit for Review', { submittable: true, state: 'confidential' }],
  ['Withdraw from Review', { state: 'in_review' }],
] as const)(
  'without the role, "%s" is disabled with a reason',
  { tags: ['PROM-25', 'PROM-29'] },
  async (name, state) => {
    reply(listManifests, [{ ...production, ...state }])
    renderPart(<ProductionVersions app={versionsApp} rights={{ ...rights, reviewRole: null }} />)
    const move = page.getByRole('button', { name: `${name}: version 0.3.0` })
    await expect.element(move).toBeDisabled()
    await expect.element(move).toHaveAccessibleDescription("Only the app's owner and admins can do this.")
    expect(page.getByRole('button', { name: 'Review notes' }).elements(), 'there are none').toEqual([])
  },
)

/** Navigates as the command palette does, and returns whether the page took the action. */
async function takesAction(pageAction: PageAction) {
  window.history.pushState({ pageAction }, '')
  await new Promise((resolve) => setTimeout(resolve, 100))
  return window.history.state.pageAction === undefined
}

test.each([
  ['who may not modify the app', { canModify: false }, {}, false],
  ['of a version that was promoted', {}, { promotable: false }, true],
])('the command palette opens no promotion for someone %s', async (_, own, overrides, isTaken) => {
  const version = buildVersion(overrides)
  reply(listManifests, [version])
  const shown = { ...rights, ...own }
  renderPart(<SandboxVersions app={versionsApp} rights={shown} onPromoted={() => undefined} />)
  await expect.element(promote).toBeVisible()
  expect(await takesAction({ name: 'promote', versionId: version.id })).toBe(isTaken)
  expect(dialog.elements()).toEqual([])
})

test.each([
  ['developer', 1],
  [null, 0],
] as const)(
  'the command palette opens the dialog of a review if the role allows it: %s',
  async (reviewRole, count) => {
    const version = { ...production, state: 'in_review' as const }
    reply(listManifests, [version])
    renderPart(<ProductionVersions app={versionsApp} rights={{ ...rights, reviewRole }} />)
    await expect.element(page.getByRole('button', { name: /^Withdraw from Review/ })).toBeVisible()
    expect(await takesAction({ name: 'review', versionId: version.id, transition: 'withdraw' })).toBe(true)
    await expect.poll(() => dialog.elements()).toHaveLength(count)
  },
)
