import { getAppPermissions, getDeveloperApp, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { appTabs } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildPermissions } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { disconnect, refuse, reply } from '../../testing/network.ts'
import { renderPage, renderPart } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
import { AppPage } from './AppPage.tsx'

const alert = page.getByRole('alert')
const tryAgain = page.getByRole('button', { name: 'Try again' })
const navigation = page.getByRole('navigation', { name: 'App pages' })

function renderTab(segment: string, overrides: Partial<DeveloperApp> = {}) {
  const app = buildApp(overrides)
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions())
  renderPart(<AppPage />, { address: `${paths.app(app.id)}/${segment}` })
}

test.each(['elevators', 'configurations'])(
  'the unknown tab %s says so and leads back',
  { tags: ['APP-21', 'APP-23'] },
  async (segment) => {
    renderTab(segment)
    await expect.element(page.getByText('There is nothing here')).toBeVisible()
    await expect.element(page.getByText(`This app has no page called "${segment}".`)).toBeVisible()
    await expect.poll(() => document.title).toBe('There is nothing here · Crane Planner · Trestle')
    expect(navigation.element().querySelector('[aria-current=page]')).toBeNull()
    await expect
      .element(page.getByRole('link', { name: 'Back to Crane Planner' }))
      .toHaveAttribute('href', '/developer_apps/7')
  },
)

/** A tab that is shown after all would make calls, which have no replies here. */
async function expectMissingSandbox() {
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Your sandbox is not ready yet' }))
    .toBeVisible()
  await expect
    .element(
      page.getByText(
        /Settings and Collaborators are available now, everything else when the sandbox is live/,
      ),
    )
    .toBeVisible()
  const artwork = document.querySelector('svg[viewBox="0 0 248 150"]')
  expect(artwork?.getAttribute('aria-hidden')).toBe('true')
  await expect
    .element(page.getByRole('region', { name: 'Sandbox' }))
    .toMatchTextContent(/This app has no sandbox/)
}

test.each(appTabs.filter((tab) => !['settings', 'collaborators'].includes(tab)))(
  'without a sandbox, %s shows that it is missing',
  { tags: ['APP-22', 'APP-23', 'APP-24'] },
  async (tab) => {
    renderTab(tab === 'configurations' ? '' : tab, { sandbox: null, has_metrics: true })
    await expectMissingSandbox()
  },
)

test('without a sandbox, an unknown tab shows that it is missing', { tags: ['APP-22'] }, async () => {
  renderTab('elevators', { sandbox: null })
  await expectMissingSandbox()
})

test(
  'an unexpected error shows the general text with the request id, and can be tried again',
  { tags: ['SHELL-32', 'SHELL-33', 'SHELL-34'] },
  async () => {
    const message = 'An unexpected error has occurred.'
    refuse(getDeveloperApp, { code: 'internal', message })
    refuse(getAppPermissions, { code: 'internal', message })
    replyVersions()
    renderPage(paths.app(7))
    await expect.element(alert).toMatchTextContent('Request ID: req-test')
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    refuse(getDeveloperApp, { code: 'not_found', message: 'There is no such app.' })
    refuse(getAppPermissions, { code: 'not_found', message: 'There is no such app.' })
    await tryAgain.click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  },
)

test('a lost connection is reported as such, and can be tried again', async () => {
  disconnect(getDeveloperApp)
  disconnect(getAppPermissions)
  replyVersions()
  renderPage(paths.app(7))
  await expect.element(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible()
  await expect.element(alert).toMatchTextContent('The server could not be reached.')
  refuse(getDeveloperApp, { code: 'not_found', message: 'There is no such app.' })
  refuse(getAppPermissions, { code: 'not_found', message: 'There is no such app.' })
  await tryAgain.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
