import { notificationsStore } from '@mantine/notifications'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { deleteAccount, exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import {
  buildAccountExport,
  buildAppRow,
  buildDeveloper,
  buildSession,
  buildSignedOutSession,
} from '../../testing/build.ts'
import { expectHue } from '../../testing/hue.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { watchSavedFiles } from '../../testing/savedFiles.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { AccountDataSection } from './AccountDataSection.tsx'

const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
const field = dialog.getByRole('textbox')
const confirm = dialog.getByRole('button', { name: 'Delete account' })

async function open() {
  reply(listDeveloperApps, [buildAppRow({ role: 'admin' })])
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(field).toBeVisible()
}

const exportButton = page.getByRole('button', { name: 'Export your data' })

test('saves the export as a file', async () => {
  const data = buildAccountExport()
  reply(exportAccount, data)
  const { release } = hold(exportAccount)
  const saved = watchSavedFiles()
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await exportButton.click()
  await expect.element(exportButton).toBeDisabled()
  release()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['trestle-account.json'])
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(data)
})

test('says why the data was not exported', async () => {
  refuse(exportAccount, { code: 'unavailable', message: 'Maintenance is in progress.' })
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await exportButton.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/wasn't exported.*Maintenance is in progress/)
})

test('outlines the button that opens the question, and fills the one that confirms', async () => {
  await open()
  const opener = page.getByRole('button', { name: 'Delete account', includeHidden: true }).first()
  await expectHue(opener, 'red', 'color')
  const background = (button: typeof opener) => getComputedStyle(button.element()).backgroundColor
  expect(background(opener)).toBe('rgba(0, 0, 0, 0)')
  await expectHue(confirm, 'red', 'backgroundColor')
})

test('deletes the account once its address is typed', async () => {
  reply(deleteAccount)
  reply(getSession, buildSignedOutSession())
  await open()
  await expect.element(dialog).not.toMatchTextContent(/your apps/)
  await expectAccessible()
  await confirm.click()
  await expect.element(field).toHaveAccessibleDescription(/required/)
  expect(sent(deleteAccount)).toEqual([])
  await field.fill('dana@example.test')
  await confirm.click()
  await expect.poll(() => sent(deleteAccount)).toMatchObject([{ body: { email: 'dana@example.test' } }])
  await expect.element(page.getByText('Your account was deleted.')).toBeVisible()
  // It stays until it is closed.
  expect(notificationsStore.getState().notifications).toMatchObject([{ autoClose: false }])
  // The page then loads the session again.
  await expect.poll(() => sent(getSession)).toHaveLength(1)
})

test('shows that it loads the apps before it asks', async () => {
  reply(listDeveloperApps, [])
  const { release } = hold(listDeveloperApps)
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(dialog).toMatchTextContent(/Loading/)
  await expect.element(field).not.toBeInTheDocument()
  release()
  await expect.element(field).toBeVisible()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
})

test('says which apps stand in the way if the server refuses', async () => {
  refuse(deleteAccount, {
    code: 'conflict',
    message: 'You own apps: Crane Planner. Transfer or delete them first.',
  })
  await open()
  await field.fill('dana@example.test')
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('You own apps: Crane Planner.')
})

test('speaks of own apps only if they could not be loaded', async () => {
  refuse(listDeveloperApps, { code: 'internal', message: 'It broke.' })
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(dialog).toMatchTextContent(/Transfer or delete your apps first/)
})

test('lists the own apps instead of a form that would be refused', async () => {
  reply(listDeveloperApps, [
    buildAppRow({ id: 4, internal_name: 'Crane Planner', role: 'owner' }),
    buildAppRow({ id: 5, internal_name: 'Beam Board', role: 'admin' }),
  ])
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(dialog).toMatchTextContent(/You own an app\. Transfer or delete it first\./)
  const apps = dialog.getByRole('list', { name: 'Apps you own' })
  expect(texts(apps.getByRole('listitem'))).toEqual(['Crane Planner'])
  await expect
    .element(apps.getByRole('link', { name: 'Crane Planner' }))
    .toHaveAttribute('href', '/developer_apps/4/settings')
  await expect.element(field).not.toBeInTheDocument()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete account' })).toHaveFocus()
})

test('lists the own apps of every page', async () => {
  const apps = Array.from({ length: 101 }, (_, index) =>
    buildAppRow({ id: index + 1, internal_name: `App ${index + 1}`, role: index < 99 ? 'admin' : 'owner' }),
  )
  reply(listDeveloperApps, ({ query: { page: number } }) => apps.slice(number * 100 - 100, number * 100), {
    total: apps.length,
    perPage: 100,
  })
  renderPart(<AccountDataSection developer={buildDeveloper()} />, { session: buildSession() })
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect.element(dialog).toMatchTextContent(/You own 2 apps\./)
  expect(texts(dialog.getByRole('listitem'))).toEqual(['App 100', 'App 101'])
})
