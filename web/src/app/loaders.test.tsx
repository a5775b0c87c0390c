import { getSession } from '@trestle/domain/accounts/contract.ts'
import { getAppPermissions, getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getDraft } from '@trestle/domain/drafts/contract.ts'
import { listManifests, listReviews, listTemplates } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildAppRow, buildPermissions, buildSignedOutSession } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPage, renderPart } from '../../testing/render.tsx'
import { appPermissions, developerApp } from '../apps/queries.ts'
import { endedSession } from '../http/endedSession.ts'
import { prefetch } from '../http/prefetch.ts'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { AppPage } from './AppPage.tsx'

const appLink = page.getByRole('table').getByRole('link', { name: 'Crane Planner' })
const signInDialog = page.getByRole('dialog', { name: 'Sign in to continue' })
const app = buildApp({ id: 7, internal_name: 'Crane Planner', sandbox: null })

async function showApps() {
  reply(listDeveloperApps, [buildAppRow({ id: 7, internal_name: 'Crane Planner' })])
  reply(listManifests, [])
  reply(listReviews, [])
  reply(listTemplates, { '3': {}, '4.1': {} })
  reply(getDraft, { draft: null })
  renderPage(paths.apps())
  await expect.element(appLink).toBeVisible()
}

async function hoverTwice() {
  await appLink.hover()
  await expect.poll(() => sent(getDeveloperApp)).toHaveLength(1)
  await page.getByRole('searchbox', { name: 'Search apps' }).hover()
  await appLink.hover()
}

test('hovering over a link loads the data of its page once', async () => {
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions())
  await showApps()
  await hoverTwice()
  await appLink.click()
  await expect.element(page.getByRole('heading', { name: 'Crane Planner' })).toBeVisible()
  expect(sent(getDeveloperApp)).toHaveLength(1)
  expect(sent(getAppPermissions)).toHaveLength(1)
})

test('a hover after the session ended asks for nothing; following the link asks to sign in', async () => {
  refuse(getDeveloperApp, { code: 'not_signed_in', message: 'Sign in first.' })
  refuse(getAppPermissions, { code: 'not_signed_in', message: 'Sign in first.' })
  await showApps()
  reply(getSession, buildSignedOutSession())
  await hoverTwice()
  await expect.poll(() => sent(getAppPermissions)).toHaveLength(2)
  expect(endedSession.read()).toBe('none')
  await appLink.click()
  await expect.element(signInDialog).toBeVisible()
})

test('a page that opens while its data is on the way asks to sign in if that is refused', async () => {
  refuse(getDeveloperApp, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getAppPermissions, buildPermissions())
  const loading = hold(getDeveloperApp)
  await showApps()
  reply(getSession, buildSignedOutSession())
  await appLink.click()
  await expect.element(appLink).not.toBeInTheDocument()
  loading.release()
  await expect.element(signInDialog).toBeVisible()
  expect(sent(getDeveloperApp)).toHaveLength(1)
})

test('a failed hover shows nothing, and following the link tries again', async () => {
  refuse(getDeveloperApp, { code: 'internal', message: 'Something went wrong on our side.' })
  reply(getAppPermissions, buildPermissions())
  await showApps()
  await hoverTwice()
  await expect.poll(() => sent(getDeveloperApp)).toHaveLength(2)
  await expect.element(page.getByText('Something went wrong on our side.')).not.toBeInTheDocument()
  reply(getDeveloperApp, app)
  await appLink.click()
  await expect.element(page.getByRole('heading', { name: 'Crane Planner' })).toBeVisible()
})

test('an app that does not exist is requested once, even if its page opens after the refusal', async () => {
  refuse(getDeveloperApp, { code: 'not_found', message: 'App not found.' })
  refuse(getAppPermissions, { code: 'not_found', message: 'App not found.' })
  prefetch(developerApp('7'))
  prefetch(appPermissions('7'))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  renderPart(<AppPage />, { address: paths.app(7) })
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(sent(getDeveloperApp)).toHaveLength(1)
  expect(sent(getAppPermissions)).toHaveLength(1)
})

test("a tab's draft is loaded with its app, before it is known who may edit it", async () => {
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions({ canModify: false }))
  const loading = hold(getAppPermissions)
  await showApps()
  await hoverTwice()
  expect(sent(getDraft)).toHaveLength(0)
  await appLink.click()
  await expect.poll(() => sent(getDraft)).toHaveLength(1)
  loading.release()
  await expect.element(page.getByRole('heading', { name: 'Crane Planner' })).toBeVisible()
  expect(sent(getDraft)).toHaveLength(1)
})

test('a draft is loaded again when its tab opens again', async () => {
  reply(getDeveloperApp, buildApp({ id: 7, internal_name: 'Crane Planner' }))
  reply(getAppPermissions, buildPermissions())
  await showApps()
  await appLink.click()
  await expect.element(page.getByRole('button', { name: 'Edit as JSON' })).toBeVisible()
  expect(sent(getDraft)).toHaveLength(1)
  await page.getByRole('link', { name: 'My Apps' }).first().click()
  await appLink.click()
  await expect.poll(() => sent(getDraft)).toHaveLength(2)
})
