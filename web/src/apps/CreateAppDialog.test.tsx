import { onlineManager } from '@tanstack/react-query'
import {
  createDeveloperApp,
  getAppPermissions,
  getDeveloperApp,
  listDeveloperApps,
} from '@trestle/domain/apps/contract.ts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildApp, buildAppRow, buildPermissions, buildSandbox, now } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { disconnect, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { findApps } from './queries.ts'

afterEach(() => {
  vi.useRealTimers()
})

const dialog = page.getByRole('dialog', { name: 'Create an app' })
const waiting = page.getByRole('dialog', { name: 'Creating Crane Planner…' })
const polls = () => sent(getDeveloperApp).length

/** Expects this many loads of the app. The next second starts when the page has read the reply of the last one. */
async function expectPolls(count: number) {
  await expect.poll(polls).toBe(count)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
}

test(
  'a new app is polled each second while its sandbox is built, and opens after 10 s at the latest',
  { tags: ['APP-11', 'APP-13', 'APP-14', 'APP-15'] },
  async () => {
    const sandbox = buildSandbox({ status: 'pending', live: false, url: null, app_id: null })
    reply(listDeveloperApps, [])
    reply(createDeveloperApp, buildApp({ sandbox: null }))
    reply(getDeveloperApp, buildApp({ sandbox }))
    reply(getAppPermissions, buildPermissions())
    replyVersions([])
    renderPage('/developer_apps?create=true')
    await dialog.getByRole('textbox', { name: 'App Name' }).fill('Crane Planner')
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
    vi.useFakeTimers({ toFake: [...toFake], now: Date.parse(now) })
    await dialog.getByRole('button', { name: 'Create App' }).click()
    await expect
      .element(waiting.getByRole('status'))
      .toHaveTextContent("We're requesting its sandbox. The app opens in a few seconds.")
    await userEvent.keyboard('{Escape}')
    expect(waiting.getByRole('button').elements()).toEqual([])
    await expectPolls(1)
    for (let second = 1; second <= 9; second += 1) {
      vi.advanceTimersByTime(999)
      expect(polls(), `before second ${second}`).toBe(second)
      vi.advanceTimersByTime(1)
      await expectPolls(second + 1)
    }
    await expect.element(waiting).toBeVisible()
    expect(currentAddress()).toBe('/developer_apps?create=true')
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Crane Planner')
    expect(currentAddress()).toBe('/developer_apps/7')
    await expect.element(waiting).not.toBeInTheDocument()
    await expect.element(page.getByText('Your sandbox is being built')).toBeVisible()
  },
)

test('a new app opens immediately if its sandbox could not be built', { tags: ['APP-15'] }, async () => {
  const app = buildApp({ sandbox: buildSandbox({ status: 'failed', live: false, url: null, app_id: null }) })
  reply(listDeveloperApps, [])
  reply(createDeveloperApp, app)
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage('/developer_apps?create=true')
  await dialog.getByRole('textbox', { name: 'App Name' }).fill('Crane Planner')
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.poll(currentAddress, { timeout: 5000 }).toBe('/developer_apps/7')
})

test('the command palette lists a new app', async () => {
  reply(listDeveloperApps, [])
  reply(createDeveloperApp, buildApp())
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage('/developer_apps?create=true')
  await queryClient.fetchQuery(findApps(''))
  await dialog.getByRole('textbox', { name: 'App Name' }).fill('Crane Planner')
  reply(listDeveloperApps, [buildAppRow()])
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps/7')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option', { name: 'Crane Planner', exact: true })).toBeVisible()
})

test('Back leads from a new app to the list, also after a canceled dialog', async () => {
  reply(listDeveloperApps, [])
  reply(createDeveloperApp, buildApp())
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage('/developer_apps')
  const open = page.getByRole('main').getByRole('button', { name: 'Create App' }).first()
  await open.click()
  await expect.element(dialog).toBeVisible()
  const entries = window.history.length
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps')
  expect(window.history.length).toBe(entries)
  await open.click()
  await dialog.getByRole('textbox', { name: 'App Name' }).fill('Crane Planner')
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps/7')
  window.history.back()
  await expect.poll(currentAddress).toBe('/developer_apps')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('My Apps')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('asks before Back discards a typed name', async () => {
  reply(listDeveloperApps, [])
  renderPage('/developer_apps')
  await page.getByRole('main').getByRole('button', { name: 'Create App' }).first().click()
  const name = dialog.getByRole('textbox', { name: 'App Name' })
  await name.fill('Crane Planner')
  window.history.back()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Crane Planner')
  expect(currentAddress()).toBe('/developer_apps?create=true')
  window.history.back()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/developer_apps')
})

test('a pasted name that is too long is not cut off', async () => {
  reply(listDeveloperApps, [])
  renderPage('/developer_apps?create=true')
  const name = dialog.getByRole('textbox', { name: 'App Name' })
  await name.fill('x'.repeat(101))
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.element(name).toHaveAccessibleDescription(/Character limit exceeded \(100\)/)
  await expect.element(name).toHaveValue('x'.repeat(101))
  expect(sent(createDeveloperApp)).toEqual([])
})

test('offline, creating an app fails immediately instead of when the browser is online again', async () => {
  reply(listDeveloperApps, [])
  disconnect(createDeveloperApp)
  renderPage('/developer_apps?create=true')
  await dialog.getByRole('textbox', { name: 'App Name' }).fill('Crane Planner')
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/couldn't be reached/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
