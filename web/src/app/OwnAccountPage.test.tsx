import { getPendingEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { getSecondFactors, listPasskeys } from '@trestle/domain/accounts/factors/contract.ts'
import {
  getSession,
  listAccountSessions,
  signIn,
  updateAccount,
  type Developer,
} from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getNotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import { defaultPreferences } from '@trestle/domain/notificationPreferences/kinds.ts'
import { getNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildDeveloper, buildSession, buildSignedOutSession, later, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { accountSessions } from '../accounts/queries.ts'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const developer = buildDeveloper({ company_name: '' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = page.getByRole('button', { name: 'Save changes' })
const stale = page.getByRole('dialog', { name: 'This was changed while you were editing' })

beforeEach(() => {
  const session = { id: 1, current: true, created_at: now, last_seen_at: now }
  const network = '192.0.2.0/24'
  reply(listAccountSessions, [{ ...session, ends_at: later, network, browser: 'Chromium on Linux' }])
  reply(listDeveloperApps, [])
  reply(getPendingEmailChange, { pending: null })
  reply(getSecondFactors, {
    passkeys: 0,
    totp_confirmed_at: null,
    recovery_codes_left: 0,
    is_required: false,
    reset_at: null,
  })
  reply(listPasskeys, [])
  reply(getNotificationPreferences, defaultPreferences)
  reply(getNotificationFeed, { made_at: null, last_read_at: null })
})

function open() {
  renderPage(paths.account(), { session: buildSession({ developer }) })
}

function store(changes: Partial<Developer>) {
  const saved = { ...developer, ...changes, updated_at: later }
  reply(updateAccount, saved)
  reply(getSession, buildSession({ developer: saved }))
}

test.each([
  ['Manage tokens', paths.accountTokens()],
  ['Show authorized apps', paths.authorizedApps()],
  ['Show the security log', paths.accountSecurityEvents()],
])('the section about access leads to another page: %s', async (name, address) => {
  open()
  const access = page.getByRole('region', { name: 'Access and activity' })
  await expect.element(access.getByRole('link', { name })).toHaveAttribute('href', address)
})

test(
  'Save is disabled until a field differs, and says why; a new name is in the menu immediately',
  { tags: ['SHELL-17', 'ACC-06'] },
  async () => {
    open()
    await expect.element(save).toBeDisabled()
    await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
    await field('Company').fill('Brandt Survey')
    await expect.element(save).toBeEnabled()
    await field('Company').clear()
    await expect.element(save).toBeDisabled()

    store({ last_name: 'Brandt-Okoro', name: 'Dana Brandt-Okoro', company_name: 'Brandt Survey' })
    await field('Company').fill('Brandt Survey')
    await field('Last name').fill('Brandt-Okoro')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect.element(save).toBeDisabled()
    const bar = page.getByRole('banner')
    await expect.element(bar.getByRole('button', { name: 'Account menu of Dana Brandt-Okoro' })).toBeVisible()
    expect(sent(updateAccount)).toMatchObject([
      { body: { last_name: 'Brandt-Okoro', company_name: 'Brandt Survey' } },
    ])
  },
)

test('leaving the page with unsaved changes asks first', async () => {
  open()
  const away = page.getByRole('banner').getByRole('link', { name: 'My Apps' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await field('Company').fill('Granberg Timber')
  await away.click()
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/account')
  await expect.element(field('Company')).toHaveValue('Granberg Timber')
  await away.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps')
})

test('its list of contents leads to each section, and keeps the input', async () => {
  open()
  await field('Company').fill('Granberg Timber')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const anchors = contents
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')])
  const sections = [...document.querySelectorAll('main section[id]')].map((section) => [
    section.querySelector('h2')?.textContent,
    `#${section.id}`,
  ])
  expect(anchors).toHaveLength(9)
  expect(anchors).toEqual(sections)
  await contents.getByRole('link', { name: 'Your data' }).click()
  await expect.element(page.getByRole('button', { name: 'Delete account' })).toBeInViewport()
  await expect.element(field('Company')).toHaveValue('Granberg Timber')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(window.location.hash).toBe('#data')
  const edges = (part: { element: () => Element }) => part.element().getBoundingClientRect()
  expect(edges(contents).right).toBeLessThan(edges(page.getByRole('region', { name: 'Profile' })).left)
})

test('after a stale save, Keep editing returns to the input, and the next save asks again', async () => {
  const theirs = { ...developer, company_name: 'Theirs', updated_at: later }
  refuse(updateAccount, { code: 'conflict', message: 'Someone else changed this.', current: theirs })
  open()
  await field('Company').fill('Mine')
  await save.click()
  await expect.element(stale).toBeVisible()
  await expectAccessible()
  await stale.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(stale).not.toBeInTheDocument()
  await expect.element(field('Company')).toHaveValue('Mine')
  await save.click()
  await stale.getByRole('button', { name: 'Reload' }).click()
  await expect.element(field('Company')).toHaveValue('Theirs')
})

test('declining to sign in again loses nothing, and signing in is still offered', async () => {
  refuse(updateAccount, { code: 'not_signed_in', message: 'Sign in first.' })
  open()
  await field('Company').fill('Granberg & Sons')
  reply(getSession, buildSignedOutSession())
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect
    .element(page.getByRole('region', { name: 'Profile' }).getByRole('alert'))
    .toMatchTextContent(/You're signed out\. Sign in and try again\./)
  await expect.element(field('Company')).toHaveValue('Granberg & Sons')
  await expect.element(page.getByText('Your session has ended')).toBeVisible()
  refuse(listAccountSessions, { code: 'not_signed_in', message: 'Sign in first.' })
  await queryClient.refetchQueries({ queryKey: accountSessions().queryKey })
  await expect.element(dialog).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  reply(listAccountSessions, [])
  reply(signIn, buildSession({ developer }))
  store({ company_name: 'Granberg & Sons' })
  await dialog.getByLabelText('Password', { exact: true }).fill('correct-horse-battery-9')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Your session has ended')).not.toBeInTheDocument()
  // What failed to load is loaded again.
  await expect.poll(() => sent(listAccountSessions)).toHaveLength(3)
  await save.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
})
