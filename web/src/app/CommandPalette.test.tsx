import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import {
  getAppPermissions,
  getDeveloperApp,
  listAdminDeveloperApps,
  listDeveloperApps,
} from '@trestle/domain/apps/contract.ts'
import {
  getDocumentation,
  listDocumentation,
  listDocumentationPassages,
} from '@trestle/domain/documentation/contract.ts'
import {
  getReferenceDoc,
  listReferenceDocs,
  listResourceGroups,
  listSearchEntries,
} from '@trestle/domain/reference/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectStill } from '../../testing/axe.ts'
import { buildAdminSession, buildAppRow, buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { disconnect, hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const palette = page.getByRole('dialog', { name: 'Search or jump to' })
const input = palette.getByRole('combobox', { name: 'Search pages, apps and actions' })
const option = (name: string) => palette.getByRole('option', { name })

async function expectActive(name: string) {
  await expect.element(option(name)).toBeVisible()
  await expect.element(input).toHaveAttribute('aria-activedescendant', option(name).element().id)
}

async function open() {
  renderPage(paths.apps())
  await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(input).toHaveFocus()
}

// Must be the first test of this file, because the palette's code isn't loaded yet.
test('keeps what is typed before it is there', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps())
  await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
  const press = (key: string, ctrlKey = false) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code: `Key${key.toUpperCase()}`,
        ctrlKey,
        bubbles: true,
        cancelable: true,
      }),
    )
  press('k', true)
  const reached = ['a', 'c', 'c', 'x', 'Backspace', 'Enter', 'o', 'u'].map((key) => press(key))
  expect(reached).not.toContain(true)
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveValue('accou')
  await userEvent.keyboard('nt')
  await expect.element(input).toHaveValue('account')
  await expectActive('Account')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(input).toHaveValue('')
})

test('Escape cancels it before it is there', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps())
  await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
  const body = document.body
  body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))
  body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }))
  const isFree = body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }),
  )
  expect(isFree).toBe(true)
  await expect.element(palette).not.toBeInTheDocument()
})

test('closes an open menu, and returns the focus to its button', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps())
  const trigger = page.getByRole('button', { name: 'Reference' })
  await trigger.click()
  const menu = page.getByRole('menu', { name: 'Reference' })
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('acc')
  await expect.element(input).toHaveValue('acc')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('does not open above another dialog', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.createApp())
  const dialog = page.getByRole('dialog', { name: 'Create an app' })
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  // Long enough for the palette to open.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(palette.elements()).toEqual([])
  await expect.element(dialog).toBeVisible()
})

test('finds apps by the typed text', async () => {
  reply(listDeveloperApps, ({ query }) =>
    query.filters?.search === 'tower' ? [buildAppRow({ id: 9, internal_name: 'Tower Watch' })] : [],
  )
  await open()
  await userEvent.keyboard('tower')
  await expect.element(option('Tower Watch')).toBeVisible()
  // One search, once typing has paused.
  const searches = sent(listDeveloperApps).flatMap(({ query }) => query.filters?.search ?? [])
  expect(searches).toEqual(['tower'])
})

test('finds apps without the accents of their names', async () => {
  reply(listDeveloperApps, [buildAppRow({ internal_name: 'Müller Watch' })])
  await open()
  await input.fill('muller')
  await expectActive('Müller Watch')
})

test('Escape closes the palette and returns the focus', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps())
  const opener = page.getByRole('button', { name: 'Search or jump to' })
  await expect.element(opener).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')
  await opener.click()
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('finds a page of an app by its name, with that of the app or alone', async () => {
  reply(listDeveloperApps, ({ query }) => {
    const apps = [
      buildAppRow({ id: 8, internal_name: 'Crane Planner' }),
      buildAppRow({ id: 9, internal_name: 'Tower Watch', role: 'user' }),
    ]
    return apps.filter(({ internal_name: name }) => name.includes(query.filters?.search ?? ''))
  })
  await open()
  await input.fill('settings')
  await expect.element(option('Crane Planner › Settings')).toBeVisible()
  await expect.element(option('Tower Watch › Settings')).toBeVisible()
  await input.fill('collab')
  await expect.element(option('Crane Planner › Collaborators')).toBeVisible()
  // Guests of an app can't open this tab.
  expect(option('Tower Watch › Collaborators').elements()).toEqual([])
  await input.fill('tower sett')
  await expectActive('Tower Watch › Settings')
  expect(option('Crane Planner › Settings').elements()).toEqual([])
  await input.fill('Crane')
  await expectActive('Crane Planner')
  expect(palette.getByRole('option', { name: '›' }).elements()).toEqual([])
})

test('shows at most eight pages of apps', async () => {
  reply(
    listDeveloperApps,
    Array.from({ length: 9 }, (_, id) => buildAppRow({ id, internal_name: `Crane ${id}` })),
  )
  await open()
  await input.fill('crane settings')
  await expect.poll(() => palette.getByRole('option', { name: /› Settings$/ }).elements()).toHaveLength(8)
})

test('keeps its input in place while the list gets shorter', async () => {
  reply(listDeveloperApps, [])
  await open()
  await expectStill()
  const { top } = input.element().getBoundingClientRect()
  await input.fill('account')
  await expectActive('Account')
  expect(input.element().getBoundingClientRect().top).toBe(top)
})

test('offers pages of the portal only, and no other site', async () => {
  reply(listDeveloperApps, [])
  const session = buildSession({ flags: { developer_site_url: 'https://developers.example.test' } })
  renderPage(paths.apps(), { session })
  await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(option('Account')).toBeVisible()
  expect(option('Developer Site').elements()).toEqual([])
})

test('finds the pages of the account', async () => {
  reply(listDeveloperApps, [])
  await open()
  await input.fill('token')
  await expectActive('Account › Personal access tokens')
})

test.each([
  ['documentation', `${paths.documentation()}?search=zzz`],
  ['API reference', `${paths.restOverview()}?search=zzz`],
])('offers to search the %s for what nothing matches, and opens it', async (name, address) => {
  for (const endpoint of [listDeveloperApps, listDocumentation, listDocumentationPassages]) {
    reply(endpoint, [])
  }
  for (const endpoint of [listResourceGroups, listReferenceDocs, listSearchEntries]) reply(endpoint, [])
  disconnect(getDocumentation)
  disconnect(getReferenceDoc)
  await open()
  await input.fill('zzz')
  const offered = ['Search the documentation for "zzz"', 'Search the API reference for "zzz"']
  await expect.poll(() => texts(palette.getByRole('option'))).toEqual(offered)
  await expectActive('Search the documentation for "zzz"')
  await expect.element(palette.getByRole('status')).not.toBeInTheDocument()
  expect(palette.getByText(/No results/).elements()).toEqual([])
  await option(`Search the ${name} for "zzz"`).click()
  await expect.poll(currentAddress).toBe(address)
})

test('says that it searches until the apps for the typed text arrive', async () => {
  const searches = () => sent(listDeveloperApps).flatMap(({ query }) => query.filters?.search ?? [])
  reply(listDeveloperApps, [buildAppRow({ internal_name: 'Crane Planner' })])
  await open()
  await expect.element(option('Crane Planner')).toBeVisible()
  reply(listDeveloperApps, [])
  const { release } = hold(listDeveloperApps)
  await input.fill('zzz')
  const status = palette.getByRole('status')
  // First until typing has paused, then until the reply.
  await expect.element(status).toBeVisible()
  expect(status.element().textContent).toBe('Searching your apps…')
  await expect.poll(searches).toEqual(['zzz'])
  expect(status.element().textContent).toBe('Searching your apps…')
  release()
  await expect.element(status).not.toBeInTheDocument()
})

test('does not say that it searches while it shows a page', async () => {
  reply(listDeveloperApps, [])
  await open()
  const { release } = hold(listDeveloperApps)
  await input.fill('account')
  await expectActive('Account')
  expect(palette.getByRole('status').elements()).toEqual([])
  release()
})

test('offers pages even when the apps fail to load', async () => {
  refuse(listDeveloperApps, { code: 'internal', message: 'Something went wrong.' })
  await open()
  await expect.element(palette.getByRole('alert')).toMatchTextContent("Your apps couldn't be loaded.")
  await expect.element(option('Account')).toBeVisible()
})

test('keeps the apps without a warning when they cannot be loaded again', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  await open()
  await expect.element(option('Crane Planner')).toBeVisible()
  refuse(listDeveloperApps, { code: 'internal', message: 'It broke.' })
  await queryClient.invalidateQueries()
  await expect.element(option('Crane Planner')).toBeVisible()
  expect(palette.getByRole('alert').elements()).toEqual([])
})

test('a signed-out user has no palette, and the browser keeps the shortcut', async () => {
  disconnect(listDeveloperApps)
  renderPage(paths.forgotPassword(), { session: buildSignedOutSession() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept: boolean[] = []
  const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'k') kept.push(!defaultPrevented)
  }
  window.addEventListener('keydown', onKeyDown)
  await userEvent.keyboard('{Control>}k{/Control}')
  window.removeEventListener('keydown', onKeyDown)
  await expect.element(palette).not.toBeInTheDocument()
  expect(kept).toEqual([true])
})

test('the arrow keys choose an option, and Enter opens it', async () => {
  const planner = buildAppRow({ id: 8, internal_name: 'Crane Planner' })
  const watch = buildAppRow({ id: 9, internal_name: 'Crane Watch' })
  reply(listDeveloperApps, ({ query }) =>
    query.filters?.search === 'crane p' ? [planner] : [planner, watch],
  )
  refuse(getDeveloperApp, { code: 'not_found', message: 'Not found.' })
  refuse(getAppPermissions, { code: 'not_found', message: 'Not found.' })
  replyVersions([])
  await open()
  await input.fill('crane')
  await expectActive('Crane Planner')
  await userEvent.keyboard('{ArrowDown}')
  await expectActive('Crane Watch')
  await userEvent.keyboard('{ArrowUp}')
  await expectActive('Crane Planner')
  await userEvent.keyboard('{ArrowDown}')
  await expectActive('Crane Watch')
  await input.fill('crane p')
  await expect.element(option('Crane Watch')).not.toBeInTheDocument()
  await expectActive('Crane Planner')
  await input.fill('crane')
  await expect.element(option('Crane Watch')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(currentAddress).toBe(paths.app(9))
  await expect.element(palette).not.toBeInTheDocument()
})

test('closes on Escape and with its button', async () => {
  reply(listDeveloperApps, [])
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await palette.getByRole('button', { name: 'Close' }).click()
  await expect.element(palette).not.toBeInTheDocument()
})

test('switches the colors without leaving the page', async () => {
  reply(listDeveloperApps, [])
  await open()
  await option('Switch between light and dark').click()
  await expect.poll(() => getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  expect(currentAddress()).toBe('/developer_apps')
})

test('offers a developer no staff screens, and opens the form of a new app', async () => {
  reply(listDeveloperApps, [])
  await open()
  await expect.element(option('Create an app')).toBeVisible()
  expect(palette.getByRole('option', { name: /Admin/ }).elements()).toEqual([])
  await option('Create an app').click()
  await expect.element(page.getByRole('dialog', { name: 'Create an app' })).toBeVisible()
})

test('finds staff screens by typing for platform admins', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps(), { session: buildAdminSession() })
  await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await input.fill('admin developer')
  const names = [
    'Admin › Developer Apps',
    'Admin › Developers',
    'Search apps for "admin developer"',
    'Search developers for "admin developer"',
    'Search the documentation for "admin developer"',
    'Search the API reference for "admin developer"',
  ]
  await expect.poll(() => texts(palette.getByRole('option'))).toEqual(names)
})

test.each([
  ['apps', paths.adminApps(), listAdminDeveloperApps],
  ['developers', paths.adminDevelopers(), listAdminDevelopers],
] as const)(
  'offers platform admins to search all %s, and searches the list',
  async (name, list, endpoint) => {
    reply(listDeveloperApps, [])
    reply(endpoint, [])
    renderPage(paths.apps(), { session: buildAdminSession() })
    await expect.element(page.getByRole('heading', { name: 'My Apps' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await input.fill('paola@demo.test')
    await option(`Search ${name} for "paola@demo.test"`).click()
    await expect.poll(currentAddress).toBe(`${list}?filters[search]=paola%40demo.test`)
    await expect.element(page.getByRole('searchbox')).toHaveValue('paola@demo.test')
    expect(sent(endpoint)).toMatchObject([{ query: { filters: { search: 'paola@demo.test' } } }])
  },
)
