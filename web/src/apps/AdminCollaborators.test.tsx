import { createGuest, removeGuest } from '@trestle/domain/collaborators/contract.ts'
import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { AdminCollaborators } from './AdminCollaborators.tsx'

const kim = { name: 'Kim Vance', email: 'kim@example.test' }
const guest = { id: 5, role: 'user' as const, developer: kim }
const developer = {
  id: 6,
  role: 'developer' as const,
  developer: { name: 'Lee Ortiz', email: 'lee@example.test' },
}
const add = page.getByRole('button', { name: 'Add a guest' })
const dialog = page.getByRole('dialog', { name: 'Add a guest' })
const picker = dialog.getByRole('combobox', { name: 'Guest' })
const submit = dialog.getByRole('button', { name: 'Add guest' })

async function pickKim(): Promise<void> {
  reply(listAdminDevelopers, [{ ...kim, id: 12, company_name: '', procore_id: null, suspended: false }])
  await picker.click()
  await page.getByRole('option', { name: /kim@example.test/ }).click()
}

function render(
  collaborators: ReturnType<typeof buildAdminApp>['collaborators'],
  deleted_at: string | null = null,
) {
  renderPart(<AdminCollaborators app={buildAdminApp({ collaborators, deleted_at })} onFailure={() => {}} />, {
    session: buildAdminSession(),
  })
}

test('lists everyone who works on the app except its owner, and lets staff remove only guests', async () => {
  reply(removeGuest)
  render([
    { id: 1, role: 'owner', developer: { name: 'Ola Berg', email: 'ola@example.test' } },
    guest,
    developer,
  ])
  await expect.element(page.getByText('lee@example.test')).toBeVisible()
  await expect.element(page.getByText('ola@example.test')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Remove Lee Ortiz' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove Kim Vance' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Kim Vance?' })
    .getByRole('button', { name: 'Remove guest' })
    .click()
  await expect.element(page.getByText('Guest removed')).toBeVisible()
  expect(sent(removeGuest)).toMatchObject([{ params: { id: '7', guest_id: '5' } }])
})

test('shows the first ten of many collaborators, so that the contacts below are in reach', async () => {
  render(Array.from({ length: 12 }, (_, id) => ({ ...developer, id })))
  const people = page.getByRole('listitem')
  await expect.poll(() => people.elements().length).toBe(10)
  await page.getByRole('button', { name: 'Show all 12' }).click()
  await expect.poll(() => people.elements().length).toBe(12)
})

test('adds the developer who was picked', { tags: ['COLL-05'] }, async () => {
  reply(createGuest, {
    ...kim,
    id: 5,
    developer_app_id: 7,
    developer_id: 12,
    role: 'user',
    created_at: now,
    updated_at: now,
  })
  render([])
  await expect.element(page.getByText('No collaborators yet.')).toBeVisible()
  await add.click()
  await expect.element(submit).toHaveAccessibleDescription('Pick a developer first.')
  await pickKim()
  await submit.click()
  await expect.element(page.getByText('Kim Vance can now see the app')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(createGuest)).toMatchObject([{ params: { id: '7' }, body: { developer_id: '12' } }])
})

test('refuses someone who already works on the app', async () => {
  render([guest])
  await add.click()
  await pickKim()
  await expect.element(submit).toHaveAccessibleDescription('Kim Vance already works on this app.')
})

test('shows next to the field why someone was refused', async () => {
  const message = 'Kim Vance already works on this app.'
  refuse(createGuest, { code: 'conflict', message, fields: { developer_id: [message] } })
  render([])
  await add.click()
  await pickKim()
  await submit.click()
  await expect.element(picker).toHaveAccessibleDescription(/Kim Vance already works on this app/)
})

test('adds no one to a deleted app', async () => {
  render([guest], now)
  await expect.element(page.getByText('kim@example.test')).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
})
