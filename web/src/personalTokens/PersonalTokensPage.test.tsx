import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
  type PersonalToken,
} from '@trestle/domain/personalTokens/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSession, noNextStep, now } from '../../testing/build.ts'
import { disconnect, hold, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const later = new Date(Date.now() + dayMs).toISOString()

const token: PersonalToken = {
  id: 1,
  name: 'Build server',
  last_four: 'x7Qz',
  actions: ['app.view', 'manifest.edit'],
  app_ids: [4],
  apps: [{ id: 4, internal_name: 'Site Sync' }],
  created_at: now,
  expires_at: later,
  last_used_at: null,
  last_used_network: null,
}

const created = {
  id: 2,
  token: 'trp_00000000000000000000000000000000000000000004XCeYP',
  name: 'Nightly build',
  actions: ['manifest.edit' as const],
  app_ids: null,
  expires_at: later,
  last_four: 'CeYP',
}

const table = page.getByRole('table', { name: 'Personal access tokens' })
const dialog = page.getByRole('dialog', { name: 'Create a personal access token' })
const create = page.getByRole('button', { name: 'Create token' }).first()

function show(tokens: PersonalToken[] = [], maxDays = 365) {
  reply(listPersonalTokens, tokens)
  renderPage(paths.accountTokens(), {
    session: buildSession({ flags: { personal_token_max_days: maxDays } }),
  })
}

const cellsOf = (row: number) => texts(table.getByRole('row').nth(row).getByRole('cell'))

test('names the first apps of a token for many, and the others on request', async () => {
  const apps = Array.from({ length: 9 }, (_, id) => ({ id, internal_name: `App ${id}` }))
  show([{ ...token, app_ids: apps.map(({ id }) => id), apps }])
  const more = table.getByText('and 4 more')
  await expect.element(more).toBeVisible()
  const shown = () => more.element().closest('td')?.innerText
  expect(shown()).toMatch(/^App 0, App 1, App 2, App 3, App 4\s+and 4 more$/)
  await more.click()
  await expect.poll(shown).toMatch(/App 5, App 6, App 7, App 8$/)
  await expectAccessible()
})

test('lists tokens with what they can do, and none is readable', async () => {
  const used = { last_used_at: now, last_used_network: '203.0.113.0/24' }
  show([
    token,
    {
      ...token,
      id: 2,
      name: 'Old',
      app_ids: null,
      apps: [],
      expires_at: '2026-01-01T00:00:00.000Z',
      ...used,
    },
    { ...token, id: 3, name: 'Gone', apps: [] },
  ])
  await expect.element(table.getByText('Build server')).toBeVisible()
  expect(cellsOf(1)).toEqual([
    'Build server•••• x7Qz',
    'See apps and their settings, Create, release and submit versions',
    'Site Sync',
    expect.stringMatching(/\d{4}/),
    'Never',
    'Revoke',
  ])
  expect(cellsOf(2).slice(2, 4)).toEqual(['All your apps', 'Expired'])
  expect(cellsOf(2)[4]).toContain('from 203.0.113.0/24')
  expect(cellsOf(3)[2]).toBe('None that you still work on')
  await expectAccessible()
})

test('on a phone, the name has what a token can do and until when below it', async () => {
  await page.viewport(320, 800)
  show([token])
  await expect
    .element(table.getByRole('cell').first())
    .toMatchTextContent(/Build server.*Can: See apps.*Apps: Site Sync.*Expires: .*Last use: Never/)
  await expect.element(page.getByRole('button', { name: 'Revoke Build server' })).toBeInViewport({ ratio: 1 })
})

test('creates a token for all apps and shows it once', async () => {
  show()
  await expect.element(page.getByText('No tokens yet')).toBeVisible()
  await create.click()
  await expectAccessible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await dialog.getByRole('checkbox', { name: 'Create, release and submit versions' }).click()
  reply(createPersonalToken, created)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const once = page.getByRole('dialog', { name: 'Your new token' })
  await expect.element(once.getByRole('textbox', { name: 'Token' })).toHaveValue(created.token)
  expect(sent(createPersonalToken).map(({ body }) => body)).toEqual([
    { name: 'Nightly build', actions: ['manifest.edit'], app_ids: null, expires_in_days: 30 },
  ])
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(once).toBeVisible()
  await expect.element(once.getByRole('button', { name: 'Done' })).toBeDisabled()
  await once.getByRole('checkbox', { name: 'I have stored the token' }).click()
  await once.getByRole('button', { name: 'Done' }).click()
  await expect.element(once).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(created.token)
})

test('shows a new token although the list waits for its reply', async () => {
  show()
  await create.click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await dialog.getByRole('checkbox', { name: 'See metrics' }).click()
  reply(createPersonalToken, created)
  hold(listPersonalTokens)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const once = page.getByRole('dialog', { name: 'Your new token' })
  await expect.element(once.getByRole('textbox', { name: 'Token' })).toHaveValue(created.token)
})

test('creates a token for chosen apps', async () => {
  show()
  await create.click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await dialog.getByRole('checkbox', { name: 'Create apps' }).click()
  await dialog.getByRole('checkbox', { name: 'See metrics' }).click()
  reply(listDeveloperApps, [
    {
      id: 4,
      internal_name: 'Site Sync',
      thumbnail_url: null,
      role: 'owner',
      version: null,
      version_badge: { label: 'No version', color: 'gray' },
      listing_state: null,
      next_step: { ...noNextStep, kind: 'create_version' },
      updated_at: now,
    },
  ])
  await dialog.getByRole('radio', { name: 'Only these apps' }).click()
  // Creating apps makes no sense for a token of chosen apps.
  await expect.element(dialog.getByRole('checkbox', { name: 'Create apps' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByRole('button', { name: /Choose at least one app/ })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Chosen apps' }).click()
  await page.getByRole('option', { name: 'Site Sync' }).click()
  reply(createPersonalToken, created)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Your new token' })).toBeVisible()
  expect(sent(createPersonalToken).map(({ body }) => body)).toEqual([
    { name: 'Nightly build', actions: ['metrics.view'], app_ids: [4], expires_in_days: 30 },
  ])
})

test('the first click in the form counts, although the name is still empty', async () => {
  show()
  await create.click()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await dialog.getByRole('checkbox', { name: 'See metrics' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: 'See metrics' })).toBeChecked()
})

test('names what is missing', async () => {
  show()
  await create.click()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const summary = dialog.getByRole('alert')
  await expect.element(summary).toMatchTextContent('Name: This field is required')
  await summary.getByRole('button', { name: /Choose at least one action/ }).click()
  const action = dialog.getByRole('checkbox', { name: 'See apps and their settings' })
  await expect.element(action).toHaveFocus()
  await action.click()
  await expect.element(summary).not.toMatchTextContent('Choose at least one action')
  await expect.element(summary).toMatchTextContent('Name: This field is required')
  expect(sent(createPersonalToken)).toEqual([])
})

test.each([
  [365, ['7', '30', '60', '90', '180', '365'], '90'],
  [20, ['7', '20'], '20'],
])('on a server with at most %i days, offers those up to the limit', async (maxDays, choices, longest) => {
  show([], maxDays)
  await create.click()
  const expiry = dialog.getByRole('combobox', { name: 'Expires after' })
  const options = () => [...(expiry.element() as HTMLSelectElement).options].map(({ value }) => value)
  expect(options()).toEqual(choices)
  await expiry.selectOptions(choices.at(-1) ?? '')
  await dialog.getByRole('checkbox', { name: /Replace client secrets/ }).click()
  await expect.element(expiry).toHaveValue(longest)
  expect(options().at(-1)).toBe(longest)
})

test('shows a refusal and keeps what was typed', async () => {
  show()
  await create.click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await dialog.getByRole('checkbox', { name: 'See metrics' }).click()
  refuse(createPersonalToken, { code: 'conflict', message: 'You have 50 personal access tokens.' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("The token wasn't created")
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Nightly build')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
})

test('lists a token whose reply got lost, so that it can be revoked', async () => {
  show()
  await create.click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await dialog.getByRole('checkbox', { name: 'See metrics' }).click()
  disconnect(createPersonalToken)
  reply(listPersonalTokens, [{ ...token, name: 'Lost build' }])
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("Couldn't confirm that this worked")
  await expect.element(page.getByText('Lost build').first()).toBeInTheDocument()
})

test('revokes a token after a question, which returns the focus', async () => {
  show([token, { ...token, id: 2, name: 'Nightly build' }])
  const revoke = page.getByRole('button', { name: 'Revoke Build server' })
  await revoke.click()
  const question = page.getByRole('dialog', { name: 'Revoke "Build server"?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(revoke).toHaveFocus()
  await revoke.click()
  refuse(revokePersonalToken, { code: 'unavailable', message: 'Try again in a minute.' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent("The token wasn't revoked")
  reply(revokePersonalToken)
  reply(listPersonalTokens, [{ ...token, id: 2, name: 'Nightly build' }])
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(revoke).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Personal access tokens' })).toHaveFocus()
  await page.getByRole('button', { name: 'Revoke Nightly build' }).click()
  reply(listPersonalTokens, [])
  const next = page.getByRole('dialog', { name: 'Revoke "Nightly build"?' })
  await next.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('No tokens yet')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('the question names the token until it is closed', async () => {
  show([token])
  await page.getByRole('button', { name: 'Revoke Build server' }).click()
  const question = page.getByRole('dialog')
  await expect.element(question).toHaveAccessibleName('Revoke "Build server"?')
  const names = new Set<string | null>()
  const watcher = new MutationObserver(() => {
    const title = document.querySelector('[role=dialog] h2')
    if (title) names.add(title.textContent)
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  watcher.disconnect()
  expect([...names]).toEqual(['Revoke "Build server"?'])
})

test('a token that is gone already counts as revoked', async () => {
  show([token])
  refuseInBackground(revokePersonalToken, { code: 'not_found', message: 'Token not found.' })
  await page.getByRole('button', { name: 'Revoke Build server' }).click()
  reply(listPersonalTokens, [])
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('No tokens yet')).toBeVisible()
})

test('can retry a failed load', async () => {
  refuse(listPersonalTokens, { code: 'internal', message: 'Something went wrong.' })
  renderPage(paths.accountTokens(), { session: buildSession() })
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent("Your personal access tokens couldn't be loaded")
  reply(listPersonalTokens, [token])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table).toBeVisible()
})

test('offers no actions on sandboxes in government cloud', async () => {
  reply(listPersonalTokens, [])
  renderPage(paths.accountTokens(), { session: buildSession({ flags: { gov_cloud: true } }) })
  await create.click()
  await expect.element(dialog.getByRole('checkbox', { name: 'See the production client ID' })).toBeVisible()
  await expect.element(dialog.getByText(/sandbox/i)).not.toBeInTheDocument()
})

test('asks before leaving the page discards what was typed for a new token', async () => {
  show()
  await create.click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('Nightly build')
  const link = page.getByRole('link', { name: 'My Apps', includeHidden: true }).first()
  ;(link.element() as HTMLElement).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Nightly build')
})

test('a pasted name that is too long is not cut off', async () => {
  show()
  await create.click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('x'.repeat(101))
  await userEvent.keyboard('{Tab}')
  await expect.element(name).toHaveAccessibleDescription(/Character limit exceeded \(100\)/)
  await expect.element(name).toHaveValue('x'.repeat(101))
})

test('only one group of the form is called Apps', async () => {
  show()
  await create.click()
  await expect.element(dialog.getByRole('group', { name: 'App settings' })).toBeVisible()
  expect(dialog.getByText('Apps', { exact: true }).elements()).toHaveLength(1)
})
