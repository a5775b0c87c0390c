import { listAccountSessions } from '@trestle/domain/accounts/contract.ts'
import { getPendingEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { getSecondFactors, listPasskeys } from '@trestle/domain/accounts/factors/contract.ts'
import { listDeveloperApps, listReviewQueue } from '@trestle/domain/apps/contract.ts'
import { getNotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import { defaultPreferences } from '@trestle/domain/notificationPreferences/kinds.ts'
import { getNotificationFeed, listNotifications } from '@trestle/domain/notifications/contract.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { setTextSize } from '../../testing/emulation.ts'
import { buildAdminSession, buildAppRow, buildSignedOutSession } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
// Otherwise loaded lazily, which takes longer than an assertion waits on a busy machine.
import './AppPage.tsx'
import './OwnAccountPage.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const bar = page.getByRole('banner')
const menuButton = bar.getByRole('button', { name: 'Menu', exact: true })

/** Resizes the window and waits until the page reacts to its new width. */
async function resizeTo(width: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  window.addEventListener('resize', () => resolve(), { once: true })
  await page.viewport(width, 800)
  await promise
}

/** Waits until React has rendered what a timer changed. */
const rendered = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

test(
  'the navigation collapses into one button below 1100 px, once the size has not changed for 300 ms',
  { tags: ['SHELL-25', 'SHELL-26'] },
  async () => {
    await resizeTo(1100)
    renderPage(paths.home(), { session: buildSignedOutSession() })
    const navigation = bar.getByRole('navigation', { name: 'Main' })
    await expect.element(navigation).toBeVisible()
    expect(menuButton.elements()).toEqual([])

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await resizeTo(1099)
    vi.advanceTimersByTime(299)
    await resizeTo(1000)
    vi.advanceTimersByTime(299)
    await rendered()
    expect(navigation.elements()).toHaveLength(1)
    await resizeTo(600)
    expect(document.documentElement.scrollWidth, 'nothing sticks out meanwhile').toBe(600)
    vi.advanceTimersByTime(300)
    vi.useRealTimers()
    await expect.element(menuButton).toBeVisible()
    expect(navigation.elements()).toEqual([])
  },
)

test(
  'the narrow layout also applies to a page that is opened below 1100 px',
  { tags: ['SHELL-25'] },
  async () => {
    await resizeTo(1099)
    renderPage(paths.home(), { session: buildSignedOutSession() })
    await expect.element(menuButton).toBeVisible()
    expect(bar.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
  },
)

test('the narrow layout also applies to a wider window with larger text', async ({ onTestFinished }) => {
  const root = document.documentElement
  onTestFinished(() => setTextSize(16))
  await resizeTo(1280)
  await setTextSize(24)
  renderPage(paths.home(), { session: buildSignedOutSession() })
  await expect.element(menuButton).toBeVisible()
  expect(root.scrollWidth).toBe(1280)
})

test(
  'on a phone everything is behind the menu button, which traps the focus and returns it; app pages fold too',
  { tags: ['SHELL-09', 'SHELL-23', 'SHELL-24', 'SHELL-25'] },
  async () => {
    await resizeTo(390)
    replyVersions()
    reply(listAccountSessions, [])
    reply(getSecondFactors, {
      passkeys: 0,
      totp_confirmed_at: null,
      recovery_codes_left: 0,
      is_required: false,
      reset_at: null,
    })
    reply(listPasskeys, [])
    reply(getPendingEmailChange, { pending: null })
    reply(getNotificationPreferences, defaultPreferences)
    reply(getNotificationFeed, { made_at: null, last_read_at: null })
    renderApp('configurations')
    const side = page.getByRole('navigation', { name: 'App pages' })
    const toggle = side.getByRole('button', { name: 'Configurations' })
    const versions = side.getByRole('link', { name: 'Versions', includeHidden: true })
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect.element(versions).not.toBeVisible()
    toggle.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'true')
    await expect.element(versions).toBeVisible()
    versions.element().focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(versions).not.toBeVisible()
    await expect.element(toggle).toHaveFocus()
    await toggle.click()
    await versions.click()
    await expect.poll(currentAddress).toBe('/developer_apps/7/versions')
    await expect
      .element(side.getByRole('button', { name: 'Versions' }))
      .toHaveAttribute('aria-expanded', 'false')

    menuButton.element().focus()
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Enter}')
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    for (const name of ['My Apps', 'Documentation', 'Rest API', 'Changelog', 'Account']) {
      await expect.element(drawer.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect.element(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
    expect(drawer.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(menuButton).toHaveFocus()
    await menuButton.click()
    await drawer.getByRole('link', { name: 'Account', exact: true }).click()
    await expect.poll(currentAddress).toBe('/account')
    await expect.element(drawer).not.toBeInTheDocument()
  },
)

test(
  'in a narrow window a wide table keeps its first column visible, and a shadow marks hidden content; on a phone it folds',
  { tags: ['SHELL-25'] },
  async () => {
    await resizeTo(720)
    const version = `1.4.0-${'x'.repeat(80)}`
    reply(listDeveloperApps, [buildAppRow({ internal_name: 'Submittal Scout', version })])
    renderPage(paths.apps())
    const frame = page.getByRole('group', { name: 'Apps you work on' })
    const name = frame.getByRole('link', { name: 'Submittal Scout' })
    await expect.element(name).toBeInViewport()
    const box = frame.element()
    const shadow = () => getComputedStyle(box.parentElement ?? box, '::after').opacity
    await expect.poll(shadow).toBe('1')
    const left = () => name.element().getBoundingClientRect().left
    const before = left()
    box.scrollTo({ left: box.scrollWidth })
    await expect.poll(shadow).toBe('0')
    expect(box.scrollLeft).toBeGreaterThan(0)
    expect(left()).toBeCloseTo(before, 0)
    const cell = name.element().closest('td')
    expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      cell?.getBoundingClientRect().right ?? 0,
    )
    await resizeTo(390)
    await expect.poll(() => box.scrollWidth - box.clientWidth).toBe(0)
    await expect.element(frame.getByText('Your role: Owner')).toBeVisible()
  },
)

test(
  'the menu button and its entry say how many notifications are unread',
  { tags: ['NOTE-01'] },
  async () => {
    await resizeTo(1000)
    renderPage('/no-such-page')
    reply(listNotifications, [], { total: 8 })
    await expect.element(menuButton).toHaveAccessibleDescription('Notifications, 8 unread')
    await expect.element(bar.getByText('8', { exact: true })).toBeVisible()
    await menuButton.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect.element(menu.getByRole('link', { name: 'Notifications 8 unread' })).toBeVisible()
    await expect.element(menu).not.toHaveAccessibleDescription()
  },
)

test('the menu marks only the page that is open, not the area around it', async () => {
  await resizeTo(1000)
  reply(listReviewQueue, [])
  renderPage(paths.reviewQueue(), { session: buildAdminSession() })
  await menuButton.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const links = menu.getByRole('link', { name: /^(Developer Apps|Review Queue)/ })
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('aria-current')))
    .toEqual([null, 'page'])
})

test('the menu button has no description while nothing is unread', async () => {
  await resizeTo(1000)
  renderPage('/no-such-page')
  await expect.poll(() => sent(listNotifications).length).toBeGreaterThan(0)
  await expect.element(menuButton).toHaveAccessibleDescription('')
})
