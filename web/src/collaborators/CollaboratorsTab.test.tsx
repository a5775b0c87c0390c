import type { AppPermissions, AppRole } from '@trestle/domain/apps/contract.ts'
import {
  cancelInvitation,
  listCollaborators,
  listInvitations,
  removeCollaborator,
  resendInvitation,
  updateCollaborators,
  type Collaborator,
  type Invitation,
} from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildApp, buildPermissions, later, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { CollaboratorsTab } from './CollaboratorsTab.tsx'

const person = (id: number, name: string, role: AppRole): Collaborator => ({
  id,
  developer_app_id: 7,
  developer_id: id,
  name,
  email: `${name.toLowerCase()}@example.test`,
  role,
  created_at: now,
  updated_at: now,
})
const invitation: Invitation = {
  id: 30,
  developer_app_id: 7,
  email: 'ana@example.test',
  role: 'developer',
  status: 'pending',
  invited_by: 'Dana',
  sent_at: now,
  expires_at: '2026-12-04T09:00:00.000Z',
  created_at: now,
  updated_at: now,
}
const people = [person(1, 'Dana', 'owner'), person(2, 'Kim', 'developer'), person(3, 'Lee', 'admin')]
const role = (label: string, name: string) => page.getByRole('radio', { name: `${label}, for ${name}` })
const save = page.getByRole('button', { name: 'Update Permissions' })
const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

function render(permissions: Partial<AppPermissions> = {}) {
  reply(listCollaborators, people)
  reply(listInvitations, [invitation])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions(permissions)} />)
}

test('saves only the changed roles', async () => {
  reply(updateCollaborators, [
    people[0] ?? person(1, 'Dana', 'owner'),
    { ...person(2, 'Kim', 'admin'), updated_at: later },
  ])
  render()
  await role('Admin', 'Kim').click()
  await save.click()
  await expect.element(page.getByText('Permissions updated')).toBeVisible()
  expect(sent(updateCollaborators)).toMatchObject([
    { body: { collaborators: [{ id: 2, role: 'admin' }], if_unchanged_since: now } },
  ])
})

test("the arrow keys move between a person's roles", async () => {
  render()
  await role('Developer', 'Kim').click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(role('Admin', 'Kim')).toBeChecked()
  await expect.element(role('Developer', 'Kim')).not.toBeChecked()
})

test('no radio makes anyone owner, and users cannot change their own role', async () => {
  render()
  await expect.element(role('Owner', 'Kim')).toBeDisabled()
  await expect.element(role('Admin', 'Dana')).toBeDisabled()
  await expect.element(role('Admin', 'Kim')).toBeEnabled()
})

test('a stale save asks', async () => {
  const current = [people[0], { ...person(2, 'Kim', 'user'), updated_at: later }]
  refuse(updateCollaborators, { code: 'conflict', message: 'Someone else changed this.', current })
  render()
  await role('Admin', 'Kim').click()
  await save.click()
  await expect
    .element(page.getByRole('dialog', { name: 'Someone else changed this while you were editing' }))
    .toBeVisible()
})

test('hides menus and button without the right to change collaborators', async () => {
  render({ canUpdateCollaborators: false })
  await expect.element(page.getByText(/can change this app's collaborators/)).toBeVisible()
  await expect.element(menu('Kim')).not.toBeInTheDocument()
  await expect.element(save).not.toBeInTheDocument()
})

test('removing asks, shows a refusal inside, and returns the focus to the menu', async () => {
  refuse(removeCollaborator, { code: 'conflict', message: 'Kim owns this app now.' })
  render()
  await menu('Kim').click()
  await item('Remove from Project').click()
  const dialog = page.getByRole('dialog', { name: 'Remove Kim from Crane Planner?' })
  await dialog.getByRole('button', { name: 'Remove from Project' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Kim owns this app now.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(menu('Kim')).toHaveFocus()
})

test('canceling an invitation shows a refusal inside the dialog', async () => {
  refuse(cancelInvitation, { code: 'conflict', message: 'This invitation was already accepted.' })
  render()
  await menu('ana@example.test').click()
  await item('Cancel invitation').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel the invitation of ana@example.test?' })
  await dialog.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This invitation was already accepted.')
})

test('shows why an invitation was not sent again above the table', async () => {
  refuse(resendInvitation, { code: 'rate_limited', message: 'Three mails a day are the limit.' })
  render()
  await menu('ana@example.test').click()
  await item('Resend invitation').click()
  const refusal = page.getByRole('alert').filter({ hasText: "The invitation wasn't resent" })
  await expect.element(refusal).toMatchTextContent('Three mails a day are the limit.')
})

test('can retry a failed load', { tags: ['COLL-04'] }, async () => {
  render()
  await expect.element(role('Owner', 'Dana')).toBeChecked()
  refuse(listCollaborators, { code: 'internal', message: 'Something went wrong.' })
  await queryClient.resetQueries()
  await expect.element(page.getByText('The collaborators could not be loaded')).toBeVisible()
  await expect.element(role('Owner', 'Dana')).not.toBeInTheDocument()
  reply(listCollaborators, people)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(role('Owner', 'Dana')).toBeChecked()
})

test('shows when an invitation expired', { tags: ['COLL-15'] }, async () => {
  reply(listCollaborators, people)
  reply(listInvitations, [{ ...invitation, status: 'expired' }])
  renderPart(<CollaboratorsTab app={buildApp()} permissions={buildPermissions()} />)
  await expect.element(page.getByText('Expired invitation')).toBeVisible()
  await expect.element(page.getByText(/^Sent by Dana, expired /)).toBeVisible()
})
