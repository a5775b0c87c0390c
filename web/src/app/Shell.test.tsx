import { listAccountSessions, type Session } from '@trestle/domain/accounts/contract.ts'
import { listAdminDeveloperApps, listDeveloperApps, listReviewQueue } from '@trestle/domain/apps/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildAdminSession, buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { getTerms } from '@trestle/domain/documentation/contract.ts'
import { listChangelog } from '@trestle/domain/reference/contract.ts'
import { reply, replyUnchecked, sent } from '../../testing/network.ts'
import { currentAddress, removeRendered, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { noteBuild, ownBuild } from '../http/build.ts'
import { paths } from '../paths.ts'

// Loaded when the pointer is over their links.
beforeEach(() => {
  reply(listDeveloperApps, [])
  reply(listAdminDeveloperApps, [])
  reply(listReviewQueue, [])
  reply(listAccountSessions, [])
})

const bar = page.getByRole('banner')
const entries = bar.getByRole('navigation', { name: 'Main' }).getByRole('listitem')
const employee = { is_employee: true, first_name: 'Kim', name: 'Kim Vance', email: 'kim@example.test' }

async function openMenu(name: string) {
  await bar.getByRole('button', { name }).click()
  return page.getByRole('menu', { name }).getByRole('menuitem')
}

test(
  'offers a visitor the public pages, Sign In and Sign Up',
  { tags: ['SHELL-09', 'ACC-03', 'ACC-04'] },
  async () => {
    renderPage(paths.home(), { session: buildSignedOutSession() })
    await expect.poll(() => texts(entries)).toEqual(['Reference', 'Documentation', 'Marketplace'])
    await expect.element(bar.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
    await expect.element(bar.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
    await expect.element(bar.getByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
    await expect.element(bar.getByRole('button', { name: /^Account menu/ })).not.toBeInTheDocument()
  },
)

test.each<[string, Session, string, string]>([
  ['a developer', buildSession(), 'Dana Reyes', 'dana@example.test'],
  ['an employee', buildSession({ developer: employee }), 'Kim Vance', 'kim@example.test'],
])(
  'has no Admin menu for %s',
  { tags: ['SHELL-09', 'ACC-03', 'ACC-04'] },
  async (_, session, name, email) => {
    renderPage(paths.notifications(), { session })
    await expect.poll(() => texts(entries)).toEqual(['My Apps', 'Reference', 'Documentation', 'Marketplace'])
    await bar.getByRole('button', { name: `Account menu of ${name}` }).click()
    const menu = page.getByRole('menu', { name: `Account menu of ${name}` })
    await expect.element(menu).toMatchTextContent(name)
    await expect.element(menu).toMatchTextContent(email)
    await expect.element(menu.getByRole('menuitem', { name: 'Account' })).toHaveAttribute('href', '/account')
    await expect.element(menu.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  },
)

test('moves the focus to the page after following a link, and leaves it alone on the first one', async () => {
  renderPage(paths.home(), { session: buildSignedOutSession() })
  const main = page.getByRole('main')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(main).not.toHaveFocus()
  await bar.getByRole('link', { name: 'Sign Up' }).click()
  await expect.poll(currentAddress).toBe('/signup')
  await expect.element(main).toHaveFocus()
})

test('the first Tab reaches a link that skips to the page', async () => {
  renderPage(paths.home(), { session: buildSignedOutSession() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Skip to main content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test.each([
  [false, 1],
  [true, 0],
])(
  'a developer whose address is confirmed (%s) is asked to confirm it %i times',
  async (email_confirmed, count) => {
    renderPage(paths.notifications(), { session: buildSession({ developer: { email_confirmed } }) })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const banners = page.getByRole('complementary', { name: 'Email confirmation' })
    // The page of the previous case may still be shown for a moment.
    await expect.poll(() => banners.elements().length).toBe(count)
  },
)

test('asks to accept new terms on every page but that of the terms', async () => {
  const session = { ...buildSession(), terms_due: true }
  const dialog = page.getByRole('dialog', { name: 'The terms have changed' })
  renderPage(paths.notifications(), { session })
  await expect.element(dialog).toBeVisible()
  removeRendered()
  reply(getTerms, { version: '2026-11-01', body: '# Terms' })
  renderPage(paths.terms(), { session })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('says on every page that maintenance is in progress', async () => {
  renderPage(paths.notifications(), { session: buildSession({ flags: { read_only: true } }) })
  const banner = page.getByRole('complementary', { name: 'Maintenance' })
  await expect.element(banner).toMatchTextContent('nothing can be changed')
  removeRendered()
  renderPage(paths.notifications())
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent('Support')
  await expect.element(banner).not.toBeInTheDocument()
})

test('the notice about a newer version follows the latest reply, and can be closed', async () => {
  renderPage(paths.notifications())
  replyUnchecked(listNotifications, [])
  const notice = page.getByRole('complementary', { name: 'New version' })
  await expect.element(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
  // During a deployment, replies come from servers of both versions.
  noteBuild(ownBuild())
  await expect.element(notice).not.toBeInTheDocument()
  noteBuild('another')
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('shows the version of the server to platform admins only', async () => {
  renderPage(paths.notifications(), { session: buildAdminSession() })
  const footer = page.getByRole('contentinfo')
  await expect.element(footer).toMatchTextContent('Version 1.2.3')
  removeRendered()
  renderPage(paths.notifications())
  await expect.element(footer).toMatchTextContent('Support')
  await expect.element(footer).not.toMatchTextContent('Version')
})

test(
  'gives a platform admin the nine staff screens',
  { tags: ['SHELL-02', 'SHELL-09', 'ACC-04'] },
  async () => {
    renderPage(paths.notifications(), { session: buildAdminSession() })
    const items = await openMenu('Admin')
    await expect
      .poll(() => texts(items))
      .toEqual([
        'Developer Apps',
        'Review Queue',
        'Developers',
        'OAuth Applications',
        'Notifications',
        'Rate Limits',
        'Background Jobs',
        'Audit Log',
        'Security Log',
      ])
    const groups = [...(items.elements()[0]?.parentElement?.children ?? [])].map((each) =>
      each.getAttribute('role') === 'menuitem' ? 'x' : '-',
    )
    expect(groups.join('')).toBe('xx-xx-xx-xxx')
  },
)

test('the Admin menu says how many apps wait for a review', async () => {
  reply(listReviewQueue, [], { total: 3 })
  renderPage(paths.notifications(), { session: buildAdminSession() })
  const items = await openMenu('Admin')
  const queue = items.filter({ hasText: 'Review Queue' })
  await expect.poll(() => texts(queue)).toEqual(['Review Queue 3 waiting'])
  expect(sent(listReviewQueue)).toMatchObject([{ query: { per_page: '1', filters: { in_review: 'true' } } }])
})

test.each([
  [null, ['Rest API', 'Changelog']],
  ['https://developers.example.test', ['Rest API', 'Changelog', 'Developer Site']],
])(
  'the Reference menu with the developer site %s has %j',
  { tags: ['SHELL-03', 'SHELL-06', 'SHELL-07'] },
  async (developer_site_url, expected) => {
    renderPage(paths.home(), { session: buildSignedOutSession({ flags: { developer_site_url } }) })
    const items = await openMenu('Reference')
    await expect.poll(() => texts(items)).toEqual(expected)
    if (developer_site_url !== null) {
      await expect.element(items.last()).toHaveAttribute('href', developer_site_url)
    }
  },
)

test(
  'the Reference menu works with the keyboard alone, and its entries are links',
  { tags: ['SHELL-20', 'SHELL-24'] },
  async () => {
    reply(listChangelog, [])
    renderPage(paths.signIn(), { session: buildSignedOutSession() })
    const menu = page.getByRole('menu', { name: 'Reference' })
    const entry = (name: string) => menu.getByRole('menuitem', { name })
    const opener = bar.getByRole('button', { name: 'Reference' })
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    await expect.element(opener).not.toHaveAttribute('aria-current')
    opener.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(entry('Rest API')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(entry('Changelog')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(entry('Rest API')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')

    await userEvent.keyboard(' ')
    await expect.element(entry('Rest API')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(currentAddress).toBe('/reference/rest/changelog')
    await expect.element(opener).toHaveAttribute('aria-current', 'true')
  },
)
