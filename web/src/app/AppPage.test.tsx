import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { getAppPermissions, getDeveloperApp, type DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { listCollaborators, listInvitations } from '@trestle/domain/collaborators/contract.ts'
import { getListing, listCategories, listSubmissionEvents } from '@trestle/domain/listings/contract.ts'
import { appTabs, type AppTab } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminSession,
  buildApp,
  buildPermissions,
  buildSession,
  buildSubmission,
  noNextStep,
} from '../../testing/build.ts'
import { recordDrawnTexts } from '../../testing/drawnTexts.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { disconnect, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage, renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { AppPage } from './AppPage.tsx'
import { appTabComponents } from './appTabs.tsx'

const alert = page.getByRole('alert')
const tryAgain = page.getByRole('button', { name: 'Try again' })
const navigation = page.getByRole('navigation', { name: 'App pages' })

function renderTab(segment: string, overrides: Partial<DeveloperApp> = {}, session = buildSession()) {
  const app = buildApp(overrides)
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions())
  renderPart(<AppPage />, { address: `${paths.app(app.id)}/${segment}`, session })
}

/** Without a sandbox, the tabs don't make their own calls. */
const noSandbox = { sandbox: null }

test('names the app in the breadcrumbs, and the current page in the navigation', async () => {
  renderTab('versions', noSandbox)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect.element(crumbs.getByRole('link', { name: 'Apps' })).toHaveAttribute('href', paths.apps())
  await expect.element(crumbs).toMatchTextContent('Crane Planner')
  const current = navigation.element().querySelectorAll('[aria-current=page]')
  expect([...current].map(({ textContent }) => textContent)).toEqual(['Versions'])
})

test('marks the chosen page in the navigation before it renders it', async () => {
  reply(listCollaborators, [])
  reply(listInvitations, [])
  // The router waits for its code.
  await appTabComponents.collaborators.preload()
  renderTab('versions', noSandbox)
  const link = navigation.getByRole('link', { name: 'Collaborators' })
  await expect.element(link).toBeVisible()
  const before: unknown[] = []
  recordDrawnTexts((key) => {
    if (key === 'collaborators.tab.title') before.push(link.element().getAttribute('aria-current'))
  })
  await link.click()
  await expect.poll(() => before).not.toEqual([])
  expect(before[0]).toBe('page')
})

test.each([
  ['an owner', true, 'owner'],
  ['a guest', false, 'user'],
] as const)('lists Collaborators for %s: %s', { tags: ['COLL-05'] }, async (_, isListed, role) => {
  renderTab('versions', { ...noSandbox, role })
  await expect.element(navigation.getByRole('link', { name: 'Settings' })).toBeVisible()
  expect(navigation.getByRole('link', { name: 'Collaborators' }).elements()).toHaveLength(isListed ? 1 : 0)
})

test.each<[string, Partial<DeveloperApp['next_step']>, AppTab[]]>([
  ['no step', {}, []],
  ['a rejection', { kind: 'answer_rejection', version: '1.0.0' }, ['versions']],
  ['an earlier rejection', { rejected_version: '0.9.0' }, ['versions']],
  ['the rejection of the listing', { kind: 'answer_listing_rejection' }, ['marketplace_listing']],
  [
    'the rejection of the listing, even while a version is in review',
    { kind: 'review_version', version: '1.0.0', rejected_listing: true },
    ['marketplace_listing'],
  ],
])("links to the reviewer's message after %s", async (_, step, tabs) => {
  renderTab('settings', { ...noSandbox, next_step: { ...noNextStep, ...step } })
  await expect.element(navigation).toBeVisible()
  const links = page.getByRole('link', { name: "Read the reviewer's message" }).elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual(tabs.map((tab) => paths.app(7, tab)))
})

test('links to where the next step is taken, except from there', async () => {
  const promote = { ...noNextStep, kind: 'promote_version', version: '1.1.0' } as const
  renderTab('settings', { ...noSandbox, next_step: promote })
  const link = page.getByRole('link', { name: 'Promote it.' })
  await expect.element(link).toHaveAttribute('href', paths.app(7, 'versions'))
  await link.click()
  await expect.element(link).not.toBeInTheDocument()
  await expect.element(page.getByText('Version 1.1.0 is in the sandbox. Promote it.')).toBeVisible()
})

test('links to the production versions for what is done there, also from the sandbox', async () => {
  const submit = { ...noNextStep, kind: 'submit_version', version: '1.1.0' } as const
  renderTab('versions', { ...noSandbox, next_step: submit })
  const link = page.getByRole('link', { name: 'Submit it for review.' })
  await expect.element(link).toHaveAttribute('href', paths.appProductionVersions(7))
  await link.click()
  await expect.element(link).not.toBeInTheDocument()
  expect(currentAddress()).toBe(paths.appProductionVersions(7))
})

test("links to no reviewer's message on the page that shows it", async () => {
  const rejected = { ...noNextStep, kind: 'answer_rejection', version: '1.0.0' } as const
  renderTab('versions', { ...noSandbox, next_step: rejected })
  await expect.element(page.getByText(/^Version 1\.0\.0 was rejected/)).toBeVisible()
  expect(page.getByRole('link', { name: "Read the reviewer's message" }).elements()).toEqual([])
})

test(
  'records in analytics that someone opens the metrics, and no other page',
  { tags: ['APP-20'] },
  async () => {
    reply(recordAnalytics)
    renderTab('versions', { ...noSandbox, has_metrics: true })
    await navigation.getByRole('link', { name: 'OAuth Credentials' }).click()
    await navigation.getByRole('link', { name: 'Metrics' }).click()
    await expect
      .poll(() => sent(recordAnalytics).map(({ body }) => body))
      .toMatchObject([
        {
          key: 'developers.app_metrics.view_report.clicked',
          additional_properties: { developer_app_id: 7, source: 'tab' },
        },
      ])
  },
)

test('keeps the page when loading it again fails', async () => {
  renderTab('versions', noSandbox)
  await expect.element(navigation).toBeVisible()
  refuse(getDeveloperApp, { code: 'internal', message: 'It broke.' })
  await queryClient.invalidateQueries()
  expect(sent(getDeveloperApp).length).toBeGreaterThan(1)
  await expect.element(navigation).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('says that the page is not found once the app is deleted or the user is removed from it', async () => {
  renderTab('versions', noSandbox)
  await expect.element(navigation).toBeVisible()
  refuseInBackground(getDeveloperApp, { code: 'not_found', message: 'App not found.' })
  await queryClient.invalidateQueries()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect.element(navigation).not.toBeInTheDocument()
})

test('government cloud has no sandbox to wait for', { tags: ['APP-24'] }, async () => {
  renderTab('elevators', noSandbox, buildSession({ flags: { gov_cloud: true } }))
  await expect.element(page.getByText('There is nothing here')).toBeVisible()
})

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

/** If a tab were shown after all, it would make calls, which have no replies here. */
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
  await expect.element(alert).toMatchTextContent("The server couldn't be reached.")
  refuse(getDeveloperApp, { code: 'not_found', message: 'There is no such app.' })
  refuse(getAppPermissions, { code: 'not_found', message: 'There is no such app.' })
  await tryAgain.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

const openInAdmin = page.getByRole('link', { name: 'Open in Admin' })

test.each([paths.app(7), paths.app(7, 'versions'), `${paths.app(7, 'versions')}/older`])(
  'where an app is not found, %s leads platform admins to its staff page',
  async (address) => {
    refuse(getDeveloperApp, { code: 'not_found', message: 'There is no such app.' })
    refuse(getAppPermissions, { code: 'not_found', message: 'There is no such app.' })
    replyVersions()
    renderPage(address, { session: buildAdminSession() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect.element(openInAdmin).toHaveAttribute('href', paths.adminApp(7))
  },
)

test.each([
  ['anyone else', paths.app(7), buildSession()],
  ['platform admins, at other addresses', '/nothing/here', buildAdminSession()],
])('a page that is not found does not lead to a staff page: %s', async (_, address, session) => {
  refuse(getDeveloperApp, { code: 'not_found', message: 'There is no such app.' })
  refuse(getAppPermissions, { code: 'not_found', message: 'There is no such app.' })
  replyVersions()
  renderPage(address, { session })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(openInAdmin.elements()).toEqual([])
})

const title = page.getByRole('heading', { level: 1 })

/** Opens a tab of app 7 and, once it has loaded, the same tab of app 8. */
async function openTwoApps(tab: AppTab, permissions = buildPermissions()) {
  reply(getDeveloperApp, ({ params }) =>
    buildApp({ id: Number(params.id), internal_name: `Crane ${params.id}` }),
  )
  reply(getAppPermissions, permissions)
  renderPage(paths.app(7, tab))
  await expect.element(title).toHaveTextContent('Crane 7')
  await expect.element(page.getByRole('textbox').first()).toBeVisible()
  window.history.pushState(null, '', paths.app(8, tab))
  await expect.element(title).toHaveTextContent('Crane 8')
}

test('what was typed for an app is not in the form of another', async () => {
  replyVersions()
  await openTwoApps('settings')
  const name = page.getByRole('textbox', { name: 'Internal name' })
  await name.fill('Tower Watch')
  window.history.back()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(title).toHaveTextContent('Crane 7')
  await expect.element(name).toHaveValue('Crane 7')
})

test('someone who may not edit sees the listing of each app', async () => {
  replyVersions()
  reply(listSubmissionEvents, [])
  reply(listCategories, [])
  reply(getListing, ({ params }) => ({
    published: null,
    unpublished: buildSubmission({ built_by: `Builder ${params.id}` }),
    versions: [],
  }))
  await openTwoApps('marketplace_listing', buildPermissions({ canEdit: false }))
  const builder = page.getByRole('textbox', { name: 'Built by' })
  await expect.element(builder).toHaveValue('Builder 8')
  window.history.back()
  await expect.element(builder).toHaveValue('Builder 7')
})
