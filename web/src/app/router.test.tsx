import { listAdminDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { listDocumentation, listDocumentationPassages } from '@trestle/domain/documentation/contract.ts'
import { pageRoutes, type PageAccess } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { textsFor } from '../../testing/i18next.ts'
import { reply } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { createPortalRouter } from './router.tsx'

/** The routes above a page that decide who can open it. */
const parents: Record<PageAccess, string> = {
  anyone: '',
  signedIn: '/signedIn',
  staff: '/signedIn/adminOnly',
}

test('routes every address of the table with its access, and no others', { tags: ['SHELL-40'] }, () => {
  const routed = Object.values(createPortalRouter().routesById)
    .filter(({ id, path }) => id !== '__root__' && path !== undefined)
    .map(({ id, fullPath }) => `${fullPath} is ${id.replace(/^\/reference(?=\/)/, '')}`)
  const expected = Object.values(pageRoutes).map(
    ({ pattern, access }) => `${pattern} is ${parents[access]}${pattern}`,
  )
  expect(new Set(routed)).toEqual(new Set(expected))
})

test('every page has a name', () => {
  const { t } = textsFor('Trestle')
  for (const { title } of Object.values(pageRoutes)) expect(t(title), title).toMatch(/^[A-Z]/)
})

test.each([
  ['staff to their first page', buildAdminSession(), '/admin/developer_apps'],
  ['visitors to the sign-in', buildSignedOutSession(), '/signin?return_to=%2Fadmin'],
])('/admin leads %s', async (_, session, address) => {
  reply(listAdminDeveloperApps, [])
  renderPage('/admin', { session })
  await expect.poll(currentAddress).toBe(address)
})

test('the documentation without a page keeps a search', async () => {
  reply(listDocumentation, [])
  reply(listDocumentationPassages, [])
  renderPage('/documentation?search=oauth', { session: buildSignedOutSession() })
  await expect.poll(currentAddress).toBe('/documentation/introduction?search=oauth')
})

test('/admin is not found for other developers', async () => {
  renderPage('/admin', { session: buildSession() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(currentAddress()).toBe('/admin')
})
