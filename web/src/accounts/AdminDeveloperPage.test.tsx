import {
  endDeveloperSessions,
  getAdminDeveloper,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminDeveloper, buildAdminSession, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const heading = page.getByRole('heading', { level: 1 })

test("shows a developer's profile, roles, apps and last sign-in", { tags: ['ADEV-06'] }, async () => {
  reply(
    getAdminDeveloper,
    buildAdminDeveloper({
      id: 2,
      name: 'Kim Vance',
      first_name: 'Kim',
      company_name: 'Vance Survey',
      last_sign_in_at: new Date(2026, 3, 9, 16, 5).toISOString(),
      apps: [{ id: 7, internal_name: 'Crane Planner', role: 'owner' }],
      apps_total: 1,
      owned_apps_total: 1,
    }),
  )
  renderPage(paths.adminDeveloper(2), { session })
  await expect.element(heading).toHaveTextContent('Edit - Kim Vance')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  expect(texts(crumbs).map((text) => text.replace('›', ''))).toEqual(['Admin', 'Developers', 'Kim Vance'])
  await expect.element(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Vance Survey')
  await expect.element(page.getByText('April 9th 2026, 4:05 pm')).toBeVisible()
  const cells = page.getByRole('table', { name: 'Apps' }).getByRole('cell')
  await expect.poll(() => texts(cells)).toEqual(['Crane Planner', 'Owner'])
  await expect.element(page.getByRole('heading', { name: 'Apps (1)' })).toBeVisible()
  await expect.element(page.getByText('Showing 1 of 1')).not.toBeInTheDocument()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
})

test.each([
  [490, ['Owned apps (490)']],
  [0, []],
])('below the first of 492 apps, %i of them owned, are the links %j', async (owned, links) => {
  const app = { id: 7, internal_name: 'Crane Planner', role: 'user' as const }
  const counts = { apps: [app], apps_total: 492, owned_apps_total: owned }
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 2, ...counts }))
  renderPage(paths.adminDeveloper(2), { session })
  const section = page.getByRole('region', { name: 'Apps (492)' })
  await expect.element(section).toMatchTextContent('Showing 1 of 492.')
  expect(texts(section.getByRole('link'))).toEqual(['Crane Planner', ...links])
  for (const name of links) {
    await expect
      .element(section.getByRole('link', { name }))
      .toHaveAttribute('href', '/admin/developer_apps?filters[owner_id][]=2')
  }
})

test('signs a developer out everywhere after a confirmation', async () => {
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 2, name: 'Kim Vance' }))
  reply(endDeveloperSessions)
  renderPage(paths.adminDeveloper(2), { session })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign Kim Vance out everywhere?' })
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(page.getByText('Kim Vance was signed out everywhere')).toBeVisible()
  expect(sent(endDeveloperSessions)).toMatchObject([{ params: { id: '2' } }])
})

test('shows in the question why a developer was not signed out', async () => {
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 2, name: 'Kim Vance' }))
  refuse(endDeveloperSessions, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPage(paths.adminDeveloper(2), { session })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign Kim Vance out everywhere?' })
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Try again in a minute.')
})

test('Reload after a stale save shows the other change on the whole page', async () => {
  const kim = buildAdminDeveloper({ id: 2, name: 'Kim Vance', first_name: 'Kim', last_name: 'Vance' })
  const current = { ...kim, name: 'Kimberly Vance', first_name: 'Kimberly', updated_at: later }
  reply(getAdminDeveloper, kim)
  refuse(updateAdminDeveloper, { code: 'conflict', message: 'Someone else changed this.', current })
  renderPage(paths.adminDeveloper(2), { session })
  const firstName = page.getByRole('textbox', { name: 'First name' })
  await firstName.fill('Kimmy')
  await page.getByRole('button', { name: 'Save changes' }).click()
  reply(getAdminDeveloper, current)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(firstName).toHaveValue('Kimberly')
  await expect.element(heading).toHaveTextContent('Edit - Kimberly Vance')
})

test('asks before it discards changes', async () => {
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 2, name: 'Kim Vance' }))
  renderPage(paths.adminDeveloper(2), { session })
  const company = page.getByRole('textbox', { name: 'Company' })
  await company.fill('Vance Survey')
  await page.getByRole('link', { name: 'Terms and conditions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(company).toHaveValue('Vance Survey')
})

test('a developer who does not exist is not found', async () => {
  refuse(getAdminDeveloper, { code: 'not_found', message: 'There is no such developer.' })
  renderPage(paths.adminDeveloper(999_999), { session })
  await expect.element(heading).toHaveTextContent('Page not found')
  await expect.element(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
})

test(
  'a failed load shows a banner that can be closed, and can be retried',
  { tags: ['ERR-07'] },
  async () => {
    const alert = page.getByRole('alert').filter({ hasText: 'Could not load' })
    refuse(getAdminDeveloper, { code: 'internal', message: 'It broke.' })
    renderPage(paths.adminDeveloper(2), { session })
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    reply(getAdminDeveloper, buildAdminDeveloper({ id: 2, name: 'Kim Vance' }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(heading).toHaveTextContent('Edit - Kim Vance')
  },
)
