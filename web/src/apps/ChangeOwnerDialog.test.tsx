import { deletedEmail } from '@trestle/domain/accounts/deletion/rules.ts'
import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildAdminApp, buildAdminSession } from '../../testing/build.ts'
import { disconnect, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ChangeOwnerDialog } from './ChangeOwnerDialog.tsx'

const developer = (id: number, name: string, email: string) => ({
  id,
  name,
  email,
  company_name: '',
  procore_id: null,
  suspended: false,
})
const dialog = page.getByRole('dialog', { name: 'Change Owner (Dangerous)' })
const picker = dialog.getByRole('combobox', { name: 'New owner' })
const choose = dialog.getByRole('button', { name: 'Choose as owner' })

async function open({ gov_cloud = false, app = buildAdminApp() } = {}) {
  const chosen: string[] = []
  renderPart(
    <ChangeOwnerDialog
      app={app}
      opened
      onClose={() => undefined}
      onChoose={(owner) => chosen.push(owner.value)}
    />,
    { session: buildAdminSession({ flags: { gov_cloud } }) },
  )
  await expect.element(dialog).toBeVisible()
  return chosen
}

test('requires a developer and says so', async () => {
  await open()
  await expect.element(picker).toHaveFocus()
  await expect.element(choose).toBeDisabled()
  await expect.element(choose).toHaveAccessibleDescription('Pick a developer first.')
})

test.each([false, true])(
  'names the sandbox, unless government cloud is on: %s',
  { tags: ['SBX-23'] },
  async (gov_cloud) => {
    await open({ gov_cloud })
    await expect.element(dialog).toMatchTextContent(/Only the owner can delete the app/)
    expect(dialog.element().textContent.includes('sandbox')).toBe(!gov_cloud)
  },
)

test.each([null, '2026-11-01T10:00:00Z'])(
  'says that users of a deleted app have to authorize it again: %s',
  { tags: ['AAPP-38'] },
  async (deleted_at) => {
    await open({ app: buildAdminApp({ deleted_at }) })
    await expect.element(dialog).toMatchTextContent(/Only the owner can delete the app/)
    expect(dialog.element().textContent.includes('have to authorize it again')).toBe(deleted_at !== null)
  },
)

test('says that an owner without an account leaves the app', async () => {
  const owner = { name: 'Deleted developer', email: deletedEmail(1), procore_id: null }
  await open({ app: buildAdminApp({ owner_id: 1, owner }) })
  await expect.element(dialog).toMatchTextContent(/Its owner deleted their account/)
  await expect.element(dialog).not.toMatchTextContent(/stays on the app/)
})

test('refuses the current owner', async () => {
  reply(listAdminDevelopers, [developer(1, 'Dana Reyes', 'dana@example.test')])
  await open()
  await picker.click()
  await page.getByRole('option', { name: /dana@example.test/ }).click()
  await expect.element(choose).toHaveAccessibleDescription('dana@example.test already owns this app.')
})

test('shows who is suspended', async () => {
  reply(listAdminDevelopers, [
    { ...developer(2, 'Kim Vance', 'kim@example.test'), suspended: true },
    developer(3, 'Lee Vance', 'lee@example.test'),
  ])
  await open()
  await picker.click()
  await expect
    .element(page.getByRole('option', { name: /kim@example.test/ }))
    .toMatchTextContent(/Kim Vance · Suspended/)
  await expect
    .element(page.getByRole('option', { name: /lee@example.test/ }))
    .not.toMatchTextContent(/Suspended/)
})

test('returns the developer who was picked', async () => {
  reply(listAdminDevelopers, [developer(2, 'Kim Vance', 'kim@example.test')])
  const chosen = await open()
  await picker.click()
  await page.getByRole('option', { name: /kim@example.test/ }).click()
  await choose.click()
  expect(chosen).toEqual(['2'])
})

test('Enter picks the address that begins with what was typed, before one that only has it', async () => {
  reply(listAdminDevelopers, [
    developer(2, 'Akim Vance', 'akim@example.test'),
    developer(3, 'Kim Vance', 'kim@example.test'),
  ])
  const chosen = await open()
  await picker.fill('kim')
  await expect
    .element(page.getByRole('option', { name: /Kim Vance/ }).first())
    .toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).toHaveValue('kim@example.test')
  await choose.click()
  expect(chosen).toEqual(['3'])
})

test('says that the developers failed to load', async () => {
  disconnect(listAdminDevelopers)
  await open()
  await picker.click()
  await expect.element(page.getByText("The options couldn't be loaded.").first()).toBeVisible()
})
