import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import {
  getDeveloperApp,
  listAdminDeveloperApps,
  listDeveloperApps,
  updateDeveloperApp,
  type AppRole,
} from '@trestle/domain/apps/contract.ts'
import {
  cancelInvitation,
  listCollaborators,
  listInvitations,
  removeCollaborator,
  resendInvitation,
} from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import {
  buildApp,
  buildAppRow,
  buildCollaborator,
  buildInvitation,
  buildPermissions,
} from '../../testing/build.ts'
import { refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { adminAppList } from '../apps/queries.ts'
import { queryClient } from '../http/queryClient.ts'
import { CollaboratorsTab } from './CollaboratorsTab.tsx'

const dana = buildCollaborator()
const kim = buildCollaborator({ id: 2, name: 'Kim', role: 'developer' })
const invitation = buildInvitation()
const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })
const transfer = page.getByRole('dialog', { name: 'Transfer Crane Planner to Kim?' })
const removal = page.getByRole('dialog', { name: 'Remove Kim from Crane Planner?' })
const cancellation = page.getByRole('dialog', { name: 'Cancel the invitation for ana@example.test?' })

function render({ people = [dana, kim], role = 'owner' as AppRole, email = invitation.email } = {}) {
  reply(listCollaborators, people)
  reply(listInvitations, [buildInvitation({ email })])
  reply(getDeveloperApp, buildApp({ role }))
  reply(recordAnalytics)
  renderPart(<CollaboratorsTab app={buildApp({ role })} permissions={buildPermissions()} />)
}

test('transfers the app only after its name is typed', { tags: ['COLL-08', 'COLL-17'] }, async () => {
  reply(updateDeveloperApp, buildApp({ role: 'admin' }))
  render()
  await menu('Kim').click()
  await item('Transfer App Ownership').click()
  await expect
    .element(transfer.getByText(/becomes the owner immediately, and you become an admin\./))
    .toBeVisible()
  const confirm = transfer.getByRole('button', { name: 'Transfer App Ownership' })
  await confirm.click()
  await expect.element(transfer.getByText('Type Crane Planner exactly as shown.')).toBeVisible()
  expect(sent(updateDeveloperApp)).toEqual([])
  await transfer.getByRole('textbox').fill('Crane Planner')
  await confirm.click()
  await expect.element(page.getByText('Kim now owns Crane Planner')).toBeVisible()
  expect(sent(updateDeveloperApp)).toMatchObject([{ body: { owner_id: 2 } }])
})

test('the list of apps shows the new role after a transfer', async () => {
  const list = page.getByRole('link', { name: 'Apps', exact: true }).last()
  const role = page.getByRole('table', { name: 'Apps you work on' }).getByRole('row').nth(1)
  reply(listDeveloperApps, [buildAppRow({ role: 'owner' })])
  reply(listCollaborators, [dana, kim])
  reply(listInvitations, [])
  renderApp('collaborators')
  await expect.element(menu('Kim')).toBeVisible()
  await list.click()
  await expect.element(role).toMatchTextContent('Owner')
  window.history.back()
  await menu('Kim').click()
  await item('Transfer App Ownership').click()
  await transfer.getByRole('textbox').fill('Crane Planner')
  reply(updateDeveloperApp, buildApp({ role: 'admin' }))
  reply(getDeveloperApp, buildApp({ role: 'admin' }))
  reply(listDeveloperApps, [buildAppRow({ role: 'admin' })])
  await transfer.getByRole('button', { name: 'Transfer App Ownership' }).click()
  await expect.element(transfer).not.toBeInTheDocument()
  await list.click()
  await expect.element(role).toMatchTextContent('Admin')
})

test('the lists of staff load again after a transfer', async () => {
  reply(updateDeveloperApp, buildApp({ role: 'admin' }))
  reply(listAdminDeveloperApps, [])
  const load = async () => {
    await queryClient.fetchQuery(adminAppList({}))
    return sent(listAdminDeveloperApps).length
  }
  expect(await load()).toBe(1)
  render()
  await menu('Kim').click()
  await item('Transfer App Ownership').click()
  await transfer.getByRole('textbox').fill('Crane Planner')
  await transfer.getByRole('button', { name: 'Transfer App Ownership' }).click()
  await expect.element(page.getByText('Kim now owns Crane Planner')).toBeVisible()
  expect(await load()).toBe(2)
})

test('an admin can neither transfer the app nor remove its owner, and both say why', async () => {
  render({
    people: [buildCollaborator({ role: 'admin' }), buildCollaborator({ ...kim, role: 'owner' })],
    role: 'admin',
  })
  await menu('Kim').click()
  const entry = item(/^Transfer App Ownership/)
  const remove = item(/^Remove from Project/)
  await expect.element(entry).toBeDisabled()
  await expect
    .element(entry)
    .toHaveAccessibleName("Transfer App Ownership Only the app's owner can transfer this app.")
  await expect.element(remove).toMatchTextContent(/Kim owns this app\. Transfer the app first\./)
  await userEvent.keyboard('{Escape}')
  await expect.element(entry).not.toBeInTheDocument()
  menu('Kim').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(entry).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(entry).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(entry).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test('owners cannot remove themselves', { tags: ['COLL-09'] }, async () => {
  render()
  await menu('Dana').click()
  await expect
    .element(item(/^Remove from Project/))
    .toMatchTextContent(/You own this app\. Transfer the app first\./)
})

async function removeKim() {
  await menu('Kim').click()
  await item('Remove from Project').click()
  reply(listCollaborators, [dana])
  await removal.getByRole('button', { name: 'Remove from Project' }).click()
}

test('removes a collaborator and moves the focus to the table', { tags: ['COLL-09'] }, async () => {
  reply(removeCollaborator)
  render()
  await removeKim()
  await expect.element(page.getByText('Kim was removed')).toBeVisible()
  await expect.element(menu('Kim')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/Dana/)
  expect(document.activeElement).not.toBe(document.body)
  expect(sent(removeCollaborator)).toMatchObject([{ params: { id: '2' } }])
})

test('a collaborator whom someone else removed first counts as removed', async () => {
  refuseInBackground(removeCollaborator, { code: 'not_found', message: 'Collaborator not found.' })
  render()
  await removeKim()
  await expect.element(page.getByText('Kim was removed')).toBeVisible()
  await expect.element(menu('Kim')).not.toBeInTheDocument()
})

async function transferToKim() {
  await menu('Kim').click()
  await item('Transfer App Ownership').click()
  await transfer.getByRole('textbox').fill('Crane Planner')
  reply(listCollaborators, [buildCollaborator({ role: 'admin' }), { ...kim, role: 'owner' }])
  await transfer.getByRole('button', { name: 'Transfer App Ownership' }).click()
}

test.each([
  ['a removal', removeKim, 'Kim was removed'],
  ['a transfer', transferToKim, 'Kim now owns Crane Planner'],
])('%s discards the role that was chosen for the person', async (_, act, done) => {
  reply(removeCollaborator)
  reply(updateDeveloperApp, buildApp({ role: 'admin' }))
  render()
  await page.getByRole('radio', { name: 'Admin, for Kim' }).click()
  await act()
  await expect.element(page.getByText(done)).toBeVisible()
  const save = page.getByRole('button', { name: 'Update Permissions' })
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
})

test('a refused removal is shown inside the dialog, and the focus returns to the menu', async () => {
  refuse(removeCollaborator, { code: 'conflict', message: 'Kim owns this app now.' })
  render()
  await menu('Kim').click()
  await item('Remove from Project').click()
  await removal.getByRole('button', { name: 'Remove from Project' }).click()
  await expect.element(removal.getByRole('alert')).toMatchTextContent('Kim owns this app now.')
  await userEvent.keyboard('{Escape}')
  await expect.element(removal).not.toBeInTheDocument()
  await expect.element(menu('Kim')).toHaveFocus()
})

test('cancels an invitation', { tags: ['COLL-06', 'COLL-07', 'COLL-16'] }, async () => {
  reply(cancelInvitation, buildInvitation({ status: 'canceled' }))
  render()
  const row = page.getByRole('row').filter({ hasText: 'Pending invitation' })
  await expect.element(row.getByText('Pending invitation')).toBeVisible()
  await expect.element(row.getByText(/^Sent by Dana, expires /)).toBeVisible()
  await menu('ana@example.test').click()
  await item('Cancel invitation').click()
  await expect.element(cancellation.getByRole('button', { name: 'Keep invitation' })).toHaveFocus()
  reply(listInvitations, [])
  await cancellation.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect.element(row).not.toBeInTheDocument()
  expect(sent(cancelInvitation)).toMatchObject([{ params: { id: '30' } }])
  await expect
    .poll(() => sent(recordAnalytics))
    .toMatchObject([{ body: { key: 'developers.invitation.canceled' } }])
})

test('an invitation that is gone already counts as canceled', async () => {
  refuseInBackground(cancelInvitation, { code: 'not_found', message: 'Invitation not found.' })
  render()
  await menu('ana@example.test').click()
  await item('Cancel invitation').click()
  reply(listInvitations, [])
  await cancellation.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect.element(page.getByText('Invitation for ana@example.test canceled')).toBeVisible()
  await expect.element(page.getByText('Pending invitation')).not.toBeInTheDocument()
  expect(sent(recordAnalytics)).toEqual([])
})

test('an invitation that is kept has the focus on its menu again', async () => {
  render()
  await menu('ana@example.test').click()
  await item('Cancel invitation').click()
  await cancellation.getByRole('button', { name: 'Keep invitation' }).click()
  await expect.element(cancellation).not.toBeInTheDocument()
  await expect.element(menu('ana@example.test')).toHaveFocus()
})

test('a refused cancellation is shown inside the dialog', async () => {
  refuse(cancelInvitation, { code: 'conflict', message: 'This invitation was already accepted.' })
  render()
  await menu('ana@example.test').click()
  await item('Cancel invitation').click()
  await cancellation.getByRole('button', { name: 'Cancel invitation' }).click()
  await expect
    .element(cancellation.getByRole('alert'))
    .toMatchTextContent('This invitation was already accepted.')
})

test('resends an invitation', { tags: ['COLL-07', 'COLL-16'] }, async () => {
  reply(resendInvitation, invitation)
  render()
  await menu('ana@example.test').click()
  reply(listInvitations, [buildInvitation({ expires_at: '2027-03-01T12:00:00.000Z' })])
  await item('Resend invitation').click()
  await expect.element(page.getByText('Invitation resent to ana@example.test')).toBeVisible()
  await expect.element(page.getByText(/expires March 1st 2027/)).toBeVisible()
  await expect
    .poll(() => sent(recordAnalytics))
    .toMatchObject([{ body: { key: 'developers.invitation.sent' } }])
})

test('shows why an invitation was not sent again above the table', async () => {
  refuse(resendInvitation, { code: 'rate_limited', message: 'Three mails a day are the limit.' })
  render()
  await menu('ana@example.test').click()
  await item('Resend invitation').click()
  const refusal = page.getByRole('alert').filter({ hasText: "The invitation wasn't resent" })
  await expect.element(refusal).toMatchTextContent('Three mails a day are the limit.')
  await refusal.getByRole('button', { name: 'Close' }).click()
  await expect.element(refusal).not.toBeInTheDocument()
})

test('the menu of a row is visible on a phone and opens', { tags: ['COLL-07'] }, async () => {
  await page.viewport(390, 844)
  render({ email: 'a.rather.long.name@example.test' })
  const trigger = menu('a.rather.long.name@example.test')
  await expect.element(trigger).toBeInViewport({ ratio: 1 })
  await trigger.click()
  await expect.element(item('Cancel invitation')).toBeInViewport({ ratio: 1 })
})
