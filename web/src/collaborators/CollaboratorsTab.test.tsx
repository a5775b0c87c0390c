import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import {
  createInvitation,
  listCollaborators,
  listInvitations,
  updateCollaborators,
} from '@trestle/domain/collaborators/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import {
  buildApp,
  buildCollaborator,
  buildInvitation,
  buildPermissions,
  buildSession,
  later,
  now,
} from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, removeRendered, renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { CollaboratorsTab } from './CollaboratorsTab.tsx'

const invitation = buildInvitation()
const people = [
  buildCollaborator(),
  buildCollaborator({ id: 2, name: 'Kim', role: 'developer' }),
  buildCollaborator({ id: 3, name: 'Lee', role: 'admin' }),
]
const role = (label: string, name: string) => page.getByRole('radio', { name: `${label}, for ${name}` })
const save = page.getByRole('button', { name: 'Update Permissions' })
const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

function render() {
  reply(listCollaborators, people)
  reply(listInvitations, [invitation])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
}

function renderTab(options: Parameters<typeof renderApp>[1] = {}) {
  reply(listCollaborators, people)
  reply(listInvitations, [])
  renderApp('collaborators', options)
}

test.each([
  ['the button', () => save.click()],
  ['Ctrl+S', () => userEvent.keyboard('{Control>}s{/Control}')],
])('saves only the changed roles with %s', async (_, press) => {
  reply(updateCollaborators, [
    buildCollaborator(),
    buildCollaborator({ id: 2, name: 'Kim', role: 'admin', updated_at: later }),
  ])
  render()
  await role('Admin', 'Kim').click()
  await press()
  await expect.element(page.getByText('Permissions updated')).toBeVisible()
  expect(sent(updateCollaborators)).toMatchObject([
    { body: { collaborators: [{ id: 2, role: 'admin' }], if_unchanged_since: now } },
  ])
})

test('the button that saves stays in view below many people', async () => {
  await page.viewport(1280, 800)
  const many = Array.from({ length: 40 }, (_, n) => buildCollaborator({ id: n + 1, name: `Person ${n + 1}` }))
  reply(listCollaborators, many)
  reply(listInvitations, [])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(page.getByText('Person 40', { exact: true })).not.toBeInViewport()
  await expect.element(save).toBeInViewport()
})

test('finds one of many people, and saves a choice that the search hides', async () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    buildCollaborator({
      id: n + 1,
      name: `Person ${n + 1}`,
      email: `p${n + 1}@example.test`,
      role: 'developer',
    }),
  )
  reply(listCollaborators, many)
  reply(listInvitations, [invitation])
  reply(updateCollaborators, [buildCollaborator({ id: 7, role: 'admin', updated_at: later })])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  const search = page.getByRole('searchbox', { name: 'Search' })
  const rows = page.getByRole('row')
  await role('Admin', 'Person 7').click()
  await search.fill('PÉRSON 39')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(sent(updateCollaborators)).toEqual([])
  expect(currentAddress()).toContain('search=')
  await search.fill('p40@example')
  await expect.element(page.getByText('Person 40', { exact: true })).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(2)
  await search.fill(invitation.email)
  await expect.element(page.getByText(invitation.email)).toBeVisible()
  await search.fill('no one')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => rows.elements().length).toBe(42)
  await save.click()
  await expect
    .poll(() => sent(updateCollaborators))
    .toMatchObject([{ body: { collaborators: [{ id: 7, role: 'admin' }] } }])
})

test('few people need no search', async () => {
  render()
  await expect.element(save).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
})

test("the arrow keys move between a person's roles", async () => {
  render()
  await role('Developer', 'Kim').click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(role('Admin', 'Kim')).toBeChecked()
  await expect.element(role('Developer', 'Kim')).not.toBeChecked()
})

test(
  'no radio makes anyone owner or guest, and no one changes their own role',
  { tags: ['COLL-04', 'COLL-10', 'COLL-11'] },
  async () => {
    render()
    const columns = page.getByRole('columnheader')
    await expect
      .poll(() => columns.elements().map((column) => column.textContent))
      .toEqual(['Name', 'Owner', 'Admin', 'Developer', 'User', 'Actions'])
    await expect.element(role('User', 'Kim')).toBeDisabled()
    await expect.element(role('Admin', 'ana@example.test')).toBeDisabled()
    await expect.element(role('Owner', 'Kim')).toBeDisabled()
    await expect.element(role('Admin', 'Dana')).toBeDisabled()
    await expect.element(role('Admin', 'Kim')).toBeEnabled()
  },
)

test('an admin changes others, but not themselves', { tags: ['ROLE-09'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [])
  renderPart(<CollaboratorsTab app={buildApp({ role: 'admin' })} permissions={buildPermissions()} />, {
    session: buildSession({ developer: { id: 3 } }),
  })
  await expect.element(role('Developer', 'Kim')).toBeEnabled()
  await expect.element(role('Developer', 'Lee')).toBeDisabled()
  await expect.element(page.getByRole('row').filter({ hasText: 'Lee' }).getByText('You')).toBeVisible()
})

test('roles chosen during a save stay, unsaved', async () => {
  const [owner = buildCollaborator(), kim = owner, lee = owner] = people
  const saved = [owner, { ...kim, role: 'admin', updated_at: later } as const, lee]
  reply(updateCollaborators, saved)
  const saving = hold(updateCollaborators)
  render()
  await role('Admin', 'Kim').click()
  await save.click()
  await expect.poll(() => sent(updateCollaborators).length).toBe(1)
  await role('Developer', 'Kim').click()
  await role('Developer', 'Lee').click()
  reply(listCollaborators, saved)
  saving.release()
  await expect.element(page.getByText('Permissions updated')).toBeVisible()
  await expect.element(role('Developer', 'Kim')).toBeChecked()
  await expect.element(role('Developer', 'Lee')).toBeChecked()
  await save.click()
  await expect.poll(() => sent(updateCollaborators).length).toBe(2)
  const { collaborators, if_unchanged_since } = sent(updateCollaborators).at(-1)?.body ?? {}
  expect(collaborators).toEqual([
    { id: 2, role: 'developer' },
    { id: 3, role: 'developer' },
  ])
  expect(if_unchanged_since).toBe(later)
})

test('saves only what differs, and asks before leaving', async () => {
  reply(listManifests, [])
  reply(listReviews, [])
  renderTab()
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await role('Admin', 'Kim').click()
  await expect.element(save).toBeEnabled()
  await role('Developer', 'Kim').click()
  await expect.element(save).toBeDisabled()
  await role('Admin', 'Kim').click()
  await page.getByRole('link', { name: 'Versions' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(role('Admin', 'Kim')).toBeChecked()
})

test('the owner without collaborators or invitations is invited to add some', async () => {
  reply(listCollaborators, people.slice(0, 1))
  reply(listInvitations, [])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(page.getByText(/^No one else works on this app yet\./)).toBeVisible()
  removeRendered()
  renderPart(
    <CollaboratorsTab app={buildApp()} permissions={buildPermissions({ canUpdateCollaborators: false })} />,
  )
  await expect.element(page.getByRole('row').filter({ hasText: 'Dana' })).toBeVisible()
  expect(page.getByText(/^No one else works on this app yet\./).elements()).toEqual([])
  removeRendered()
  reply(listInvitations, [invitation])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(page.getByText('Pending invitation')).toBeVisible()
  expect(page.getByText(/^No one else works on this app yet\./).elements()).toEqual([])
})

test('a guest sees no collaborators and no entry for them', { tags: ['COLL-05'] }, async () => {
  renderTab({ app: buildApp({ role: 'user' }), permissions: { canUpdateCollaborators: false } })
  await expect.element(page.getByText("You can't see the collaborators")).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Versions' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Collaborators' })).not.toBeInTheDocument()
})

test.each([
  ['admin', 1],
  ['developer', 0],
] as const)(
  'the command palette opens the invitation for those who may invite: %s',
  { tags: ['ROLE-09'] },
  async (appRole, count) => {
    renderTab({
      app: buildApp({ role: appRole }),
      permissions: { canUpdateCollaborators: appRole === 'admin' },
    })
    await expect.element(role('Developer', 'Kim')).toBeVisible()
    expect(page.getByRole('button', { name: 'Add Another User' }).elements()).toHaveLength(count)
    // Navigates like the palette.
    window.history.pushState({ pageAction: { name: 'invite' } }, '')
    await expect.poll(() => window.history.state.pageAction?.name).toBe(count === 1 ? undefined : 'invite')
    await expect
      .poll(() => page.getByRole('dialog', { name: 'Add Another User' }).elements())
      .toHaveLength(count)
  },
)

test('lists a new invitation once it is sent', { tags: ['COLL-06'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [])
  reply(createInvitation, invitation)
  reply(recordAnalytics)
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await page.getByRole('button', { name: 'Add Another User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Another User' })
  await dialog.getByRole('textbox', { name: 'Email address' }).fill(invitation.email)
  reply(listInvitations, [invitation])
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByText('Pending invitation')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('explains what each role may do', { tags: ['COLL-04'] }, async () => {
  render()
  await page.getByRole('button', { name: 'View Permission Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permission Details' })
  await expect.poll(() => dialog.getByRole('rowheader').elements().length).toBe(9)
  const deletion = dialog.getByRole('row', { name: /^Delete app/ }).getByRole('cell')
  expect(deletion.elements().map((cell) => cell.textContent)).toEqual(['Yes', 'No', 'No', 'No'])
})

test('in government cloud, the permission details mention no sandbox', { tags: ['ROLE-19'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [invitation])
  const tab = <CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />
  const dialog = page.getByRole('dialog', { name: 'Permission Details' })
  const open = () => page.getByRole('button', { name: 'View Permission Details' }).click()
  renderPart(tab)
  await open()
  await expect.element(dialog).toMatchTextContent(/sandbox/i)
  removeRendered()

  renderPart(tab, { session: buildSession({ flags: { gov_cloud: true } }) })
  await open()
  await expect.poll(() => dialog.getByRole('rowheader').elements().length).toBe(8)
  await expect.element(dialog).not.toMatchTextContent(/sandbox/i)
})

/** Chooses another role than someone else just saved. */
async function saveStale() {
  const [owner = buildCollaborator()] = people
  const current = [owner, buildCollaborator({ id: 2, name: 'Kim', role: 'user', updated_at: later })]
  refuse(updateCollaborators, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await role('Admin', 'Kim').click()
  reply(listCollaborators, current)
  await save.click()
  const question = page.getByRole('dialog', { name: 'This was changed while you were editing' })
  await expect.element(question).toBeVisible()
  reply(updateCollaborators, [
    owner,
    buildCollaborator({ id: 2, name: 'Kim', role: 'admin', updated_at: later }),
  ])
  return question
}

test('a save that is stored already, because its reply got lost, is sent again without a question', async () => {
  const [owner = buildCollaborator()] = people
  const current = [owner, buildCollaborator({ id: 2, name: 'Kim', role: 'admin', updated_at: later })]
  refuse(updateCollaborators, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await role('Admin', 'Kim').click()
  await save.click()
  await expect
    .poll(() => sent(updateCollaborators).map(({ body }) => body.if_unchanged_since))
    .toEqual([expect.anything(), later])
})

test('a stale save can be reloaded', { tags: ['COLL-11'] }, async () => {
  const question = await saveStale()
  await question.getByRole('button', { name: 'Reload' }).click()
  await expect.element(role('User', 'Kim')).toBeChecked()
  await expect.element(save).toBeDisabled()
})

test('a stale save can be overwritten', { tags: ['COLL-11'] }, async () => {
  const question = await saveStale()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect.element(page.getByText('Permissions updated')).toBeVisible()
  expect(sent(updateCollaborators).at(-1)?.body).toMatchObject({
    collaborators: [{ id: 2, role: 'admin' }],
    if_unchanged_since: later,
  })
})

test('a save is based on the list before the first choice, however often it changed since', async () => {
  reply(updateCollaborators, people)
  render()
  await role('Admin', 'Kim').click()
  const [owner = buildCollaborator(), kim = owner] = people
  reply(listCollaborators, [
    owner,
    kim,
    buildCollaborator({ id: 3, name: 'Lee K.', role: 'admin', updated_at: later }),
  ])
  await queryClient.invalidateQueries()
  await role('Developer', 'Lee K.').click()
  await save.click()
  await expect.poll(() => sent(updateCollaborators).map(({ body }) => body.if_unchanged_since)).toEqual([now])
})

test('is read-only without the right to change collaborators', { tags: ['COLL-05', 'ROLE-09'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [])
  const permissions = buildPermissions({ canUpdateCollaborators: false })
  renderPart(<CollaboratorsTab app={buildApp({ role: 'developer' })} permissions={permissions} />)
  await expect
    .element(page.getByText("Only the app's owner and admins can change this app's collaborators."))
    .toBeVisible()
  for (const radio of page.getByRole('radio').elements()) await expect.element(radio).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Add Another User' })).not.toBeInTheDocument()
  await expect.element(menu('Kim')).not.toBeInTheDocument()
  await expect.element(save).not.toBeInTheDocument()
})

test.each([
  ['collaborators', listCollaborators, "The collaborators couldn't be loaded"],
  ['invitations', listInvitations, "The invitations couldn't be loaded"],
])('can retry a failed load of the %s', { tags: ['COLL-04'] }, async (_, endpoint, title) => {
  render()
  await expect.element(role('Owner', 'Dana')).toBeChecked()
  refuse(endpoint, { code: 'internal', message: 'Something went wrong.' })
  await queryClient.resetQueries()
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(role('Owner', 'Dana')).not.toBeInTheDocument()
  reply(listCollaborators, people)
  reply(listInvitations, [invitation])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(role('Owner', 'Dana')).toBeChecked()
})

test('lists no invitation of someone who works on the app by now', { tags: ['COLL-06'] }, async () => {
  reply(listCollaborators, [...people, buildCollaborator({ id: 4, name: 'Ana', role: 'developer' })])
  reply(listInvitations, [invitation])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(role('Developer', 'Ana')).toBeChecked()
  await expect.element(page.getByText('Pending invitation')).not.toBeInTheDocument()
})

test('shows when an invitation expired', { tags: ['COLL-15'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [{ ...invitation, status: 'expired' }])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(page.getByText('Expired invitation')).toBeVisible()
  await expect.element(page.getByText(/^Sent by Dana, expired /)).toBeVisible()
})

test('on a phone, radios have their labels, and a role that cannot be changed is text', async () => {
  await page.viewport(390, 844)
  render()
  await expect.element(role('Developer', 'Kim')).toBeChecked()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Kim').getByText('Admin').click()
  await expect.element(role('Admin', 'Kim')).toBeChecked()
  expect(row('Kim').getByRole('radio').elements()).toHaveLength(4)
  await expect.element(row('Dana').getByText('Owner', { exact: true })).toBeVisible()
  expect(row('Dana').getByRole('radio').elements()).toEqual([])
  await page.viewport(1280, 900)
})
