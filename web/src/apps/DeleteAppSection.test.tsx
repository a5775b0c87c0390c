import {
  deleteDeveloperApp,
  getDeletionEffects,
  getDeveloperApp,
  listAdminDeveloperApps,
  listDeveloperApps,
  listReviewQueue,
} from '@trestle/domain/apps/contract.ts'
import { listManifests } from '@trestle/domain/manifests/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { buildApp, buildAppRow, buildPermissions, buildSession } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { ownSandbox } from '../app/queries.ts'
import { queryClient } from '../http/queryClient.ts'
import { DeleteAppSection } from './DeleteAppSection.tsx'
import { adminAppList, reviewQueue } from './queries.ts'

const app = buildApp({ internal_name: 'Crane Planner' })
const open = page.getByRole('button', { name: 'Delete app' }).first()
const dialog = page.getByRole('dialog', { name: 'Delete Crane Planner?' })
const name = dialog.getByRole('textbox', { name: 'Type Crane Planner to confirm' })
const confirm = dialog.getByRole('button', { name: 'Delete app' })

beforeEach(() => reply(getDeletionEffects, { installations: 0, authorized_people: 0, personal_tokens: 0 }))

function render(canDestroy = true) {
  reply(listManifests, [], { total: 3 })
  reply(listDeveloperApps, [])
  renderPart(<DeleteAppSection app={app} permissions={buildPermissions({ canDestroy })} />)
}

test(
  'only users who may delete the app see the button; others see who may',
  { tags: ['SET-20'] },
  async () => {
    render(false)
    await expect.element(open).toBeDisabled()
    await expect.element(open).toHaveAccessibleDescription("Only the app's owner can delete this app.")
    // Navigates like the command palette.
    window.history.pushState({ pageAction: { name: 'deleteApp' } }, '')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(window.history.state.pageAction, 'it waits').toEqual({ name: 'deleteApp' })
    expect(dialog.elements()).toEqual([])
  },
)

test('shows the counts of what is deleted with the app, and leaves its page', async () => {
  render()
  reply(deleteDeveloperApp)
  await open.click()
  await expect.element(dialog.getByText('3 versions can no longer be installed or changed.')).toBeVisible()
  await expect.element(dialog.getByText('1 sandbox is deleted too: company 4711.')).toBeVisible()
  await name.fill('Crane Planner')
  await confirm.click()
  await expect.element(page.getByText('Crane Planner was deleted.')).toBeVisible()
  expect(sent(deleteDeveloperApp)).toMatchObject([{ params: { id: '7' } }])
  expect(currentAddress()).toBe('/developer_apps')
})

test('counts who can no longer use the app, without those that are none', async () => {
  render()
  reply(getDeletionEffects, { installations: 12, authorized_people: 1, personal_tokens: 0 })
  await open.click()
  await expect
    .poll(() => texts(dialog.getByRole('listitem')))
    .toEqual([
      expect.stringMatching(/^\d+ collaborator/),
      '1 sandbox is deleted too: company 4711.',
      '3 versions can no longer be installed or changed.',
      '12 companies that have the app installed can no longer use it.',
      'The app can no longer act for 1 person who authorized it.',
    ])
})

test('says in general who can no longer use the app while that cannot be counted', async () => {
  render()
  refuse(getDeletionEffects, { code: 'internal', message: 'Try again.' })
  await open.click()
  await expect.element(dialog.getByText(/^Companies that have the app installed, and people/)).toBeVisible()
  await name.fill('Crane Planner')
  await expect.element(confirm).toBeEnabled()
})

test('a deleted app is in no list, no search and not behind Back', async () => {
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const search = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    await palette.getByRole('combobox').fill('crane')
  }
  const others = [buildAppRow({ id: 9, internal_name: 'Crane Watch' })]
  reply(listDeveloperApps, ({ query }) => [
    buildAppRow(),
    ...(query.filters?.search === 'crane' ? others : []),
  ])
  replyVersions()
  renderApp('settings', { app })
  await expect.element(open).toBeVisible()
  await page.getByRole('link', { name: 'Apps', exact: true }).last().click()
  await expect.element(page.getByRole('table').getByRole('link', { name: 'Crane Planner' })).toBeVisible()
  await search()
  await expect.element(palette.getByRole('option', { name: 'Crane Watch' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  window.history.back()
  await open.click()
  reply(deleteDeveloperApp)
  reply(listDeveloperApps, [])
  refuse(getDeveloperApp, { code: 'not_found', message: 'Not found.' })
  await name.fill('Crane Planner')
  await confirm.click()
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  await search()
  await expect
    .element(palette.getByRole('option').first())
    .toMatchTextContent(/^Search the documentation for/)
  await expect.element(palette.getByRole('status')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  window.history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('a deletion leaves the page without asking about unsaved changes', { tags: ['SET-21'] }, async () => {
  reply(listDeveloperApps, [])
  replyVersions()
  renderApp('settings', { app })
  await page.getByRole('textbox', { name: 'Public name' }).fill('Crane Plan')
  reply(deleteDeveloperApp)
  await open.click()
  await name.fill('Crane Planner')
  await confirm.click()
  await expect.poll(currentAddress).toBe('/developer_apps')
})

test('the lists of staff and the sandbox of the reference load again after a deletion', async () => {
  render()
  reply(listAdminDeveloperApps, [])
  reply(listReviewQueue, [])
  const load = async () => {
    await queryClient.fetchQuery(adminAppList({}))
    await queryClient.fetchQuery(reviewQueue({}))
    await queryClient.fetchQuery(ownSandbox())
    return [listAdminDeveloperApps, listReviewQueue, listDeveloperApps].map((list) => sent(list).length)
  }
  expect(await load()).toEqual([1, 1, 1])
  reply(deleteDeveloperApp)
  await open.click()
  await name.fill('Crane Planner')
  await confirm.click()
  await expect.element(page.getByText('Crane Planner was deleted.')).toBeVisible()
  expect(await load()).toEqual([2, 2, 2])
})

test('in government cloud, mentions no sandbox', { tags: ['SBX-23'] }, async () => {
  reply(listManifests, [], { total: 3 })
  renderPart(<DeleteAppSection app={buildApp({ sandbox: null })} permissions={buildPermissions()} />, {
    session: buildSession({ flags: { gov_cloud: true } }),
  })
  await open.click()
  await expect.element(dialog.getByText(/^3 versions can no longer/)).toBeVisible()
  await expect.element(dialog).not.toMatchTextContent(/sandbox/i)
})

test('can be canceled without effect', { tags: ['APP-28', 'SET-19'] }, async () => {
  render()
  await open.click()
  await expect
    .element(dialog.getByText(/This cannot be undone\. The app is deleted for all of its collaborators\./))
    .toBeVisible()
  await confirm.click()
  await expect.element(dialog.getByText('Type Crane Planner exactly as shown.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
  expect(sent(deleteDeveloperApp)).toEqual([])
})

test(
  'a refusal closes the dialog and shows on the page',
  { tags: ['SET-22', 'ERR-12', 'ERR-14', 'ERR-33'] },
  async () => {
    render()
    refuse(deleteDeveloperApp, { code: 'conflict', message: 'The app is on the marketplace.' })
    await open.click()
    await name.fill('Crane Planner')
    await confirm.click()
    const banner = page.getByRole('alert')
    await expect.element(banner).toMatchTextContent(/^An error occurred.*The app is on the marketplace\./)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
    await open.click()
    await expect.element(banner).not.toBeInTheDocument()
  },
)
