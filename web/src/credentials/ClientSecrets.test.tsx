import {
  createClientSecret,
  listClientSecrets,
  updateClientSecret,
  type ClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildClientSecret, later, now } from '../../testing/build.ts'
import { expectHue } from '../../testing/hue.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { disconnect, hold, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { relativeDate } from '../ui/dates.ts'
import { ClientSecrets } from './ClientSecrets.tsx'

const old = buildClientSecret({ label: 'Build server', created_by: 'Dana Reyes', recent_tokens: 214 })
const fresh = buildClientSecret({ id: 2, last_four: 'c3d4' })
const nextWeek = '2026-11-27T09:00:00.000Z'
const stored = { last_four: fresh.last_four, made_at: now }
const list = page.getByRole('list', { name: 'Production client secrets' })
const add = page.getByRole('button', { name: 'Add a client secret' }).first()
const dialog = page.getByRole('dialog')
const once = page.getByRole('dialog', { name: 'Your new production client secret' })

function render(secrets: ClientSecret[], { mayChange = true, isPublic = false } = {}) {
  reply(listClientSecrets, secrets)
  renderPart(
    <ClientSecrets
      appId={7}
      environment="production"
      appName="Crane Watch"
      stored={stored}
      mayChange={mayChange}
      isPublic={isPublic}
      reset={null}
    />,
    { address: '/developer_apps/7/oauth_credentials' },
  )
}

async function choose(lastFour: string, item: string) {
  await page.getByRole('button', { name: `Actions for •••• ${lastFour}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

afterEach(() => page.viewport(1280, 900))

test('shows the label, the last characters, the state and the use of each secret', async () => {
  render([
    { ...fresh, state: 'ending', ends_at: nextWeek },
    { ...old, state: 'disabled', enable_until: nextWeek },
  ])
  await expect.element(list).toBeVisible()
  const [first = '', second = ''] = texts(list.getByRole('listitem'))
  expect(first).toMatch(
    /^Client secret•••• c3d4Will be revoked on November 27th 2026, .*Created .* · never used/,
  )
  expect(second).toMatch(
    /^Build server•••• a1b2Disabled, can be enabled until November 27th 2026, .* by Dana Reyes · never used/,
  )
  await expectAccessible()
})

test('says when a secret was last used', async () => {
  render([{ ...fresh, last_used_at: now }])
  await expect.element(list).toBeVisible()
  expect(texts(list.getByRole('listitem'))[0]).toContain(` · last use: ${relativeDate(now, new Date())}`)
})

test('warns of a secret that was found in public', async () => {
  render([fresh, { ...old, leaked_at: now }])
  await expect
    .element(list.getByText(/^Found in public on November 20th 2026, .*\. Replace it and revoke it now\.$/))
    .toBeVisible()
  await expectAccessible()
})

test('adds a second secret, which is shown once', async () => {
  render([old])
  reply(createClientSecret, { ...fresh, uid: 'client-7', secret: 'new-secret' })
  await add.click()
  await expect.element(dialog).toHaveAccessibleName('Add a production client secret')
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await expect.element(label).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('Blue servers{Enter}')
  await expect.element(once.getByRole('textbox', { name: 'Client secret' })).toHaveValue('new-secret')
  expect(sent(createClientSecret)).toMatchObject([
    { params: { id: '7' }, query: { environment: 'production' }, body: { label: 'Blue servers' } },
  ])
  reply(listClientSecrets, [fresh, old])
  await once.getByRole('checkbox').click()
  await once.getByRole('button', { name: 'Done' }).click()
  await expect.element(once).not.toBeInTheDocument()
  await expect.element(list.getByText('•••• c3d4')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Production client secrets' })).toHaveFocus()
  await expect.element(add).toBeDisabled()
  await expect
    .element(add)
    .toHaveAccessibleDescription(
      'An app can have 2 client secrets that work. Revoke or disable one of them first.',
    )
  expect(document.body.textContent).not.toContain('new-secret')
})

test('each new secret starts without a label', async () => {
  render([old])
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await add.click()
  await label.fill('Blue servers')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await add.click()
  await expect.element(label).toHaveValue('')
  await label.fill('Blue servers')
  reply(createClientSecret, { ...fresh, uid: 'client-7', secret: 'new-secret' })
  await userEvent.keyboard('{Enter}')
  await once.getByRole('checkbox').click()
  await once.getByRole('button', { name: 'Done' }).click()
  await add.click()
  await expect.element(label).toHaveValue('')
})

const openings: [string, () => Promise<void>, string][] = [
  ['a new secret', () => add.click(), ''],
  ['a renamed secret', () => choose('a1b2', 'Rename'), 'Build server'],
]

test.each(openings)('asks before it discards the label of %s', async (_, open, initial) => {
  render([old])
  await open()
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await expect.element(label).toHaveValue(initial)
  expect(asksBeforeClosing()).toBe(false)
  await label.fill('Blue servers')
  expect(asksBeforeClosing()).toBe(true)
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(label).toHaveValue('Blue servers')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(label).not.toBeInTheDocument()
  expect(asksBeforeClosing()).toBe(false)
})

test('shows why a secret was not created, and keeps the label', async () => {
  render([old])
  refuse(createClientSecret, { code: 'conflict', message: 'An app can have 2 client secrets.' })
  await add.click()
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Blue servers')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('An app can have 2 client secrets.')
  await expect.element(dialog.getByRole('textbox', { name: 'Label' })).toHaveValue('Blue servers')
})

test('lists a secret whose reply got lost, so that it can be revoked', async () => {
  render([old])
  disconnect(createClientSecret)
  await add.click()
  reply(listClientSecrets, [fresh, old])
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Blue servers')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent("Couldn't confirm that this worked")
  await expect.element(page.getByText(/c3d4/).first()).toBeInTheDocument()
})

test('a pasted label that is too long is not cut off', async () => {
  render([old])
  await add.click()
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await label.fill('x'.repeat(61))
  await expect.element(label).toHaveAccessibleDescription(/Character limit exceeded \(60\)/)
  await expect.element(label).toHaveValue('x'.repeat(61))
})

test('the last secret cannot be removed, and says why', async () => {
  render([old, { ...fresh, state: 'disabled', enable_until: later }])
  await page.getByRole('button', { name: 'Actions for •••• a1b2' }).click()
  for (const name of ['Disable', 'Revoke']) {
    const item = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item).toMatchTextContent(/This is the last client secret that the app can use\./)
  }
  await expectAccessible()
})

test('disabling says how many tokens the secret issued lately', async () => {
  render([fresh, old])
  reply(updateClientSecret, { ...old, state: 'disabled', enable_until: later })
  await choose('a1b2', 'Disable')
  await expect.element(dialog).toHaveAccessibleName('Disable Build server (•••• a1b2) of Crane Watch?')
  await expect.element(dialog.getByText('It issued 214 access tokens in the last 7 days.')).toBeVisible()
  await expectAccessible()
  await expectHue(dialog.getByRole('button', { name: 'Disable' }), 'red', 'backgroundColor')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect.element(page.getByText('Client secret disabled')).toBeVisible()
  expect(sent(updateClientSecret)).toMatchObject([
    { params: { id: '7', secret_id: '1' }, body: { disabled: true } },
  ])
})

test('adding a secret says in which environment, in its color', async () => {
  render([fresh])
  await add.click()
  await expectHue(dialog.getByText('Production', { exact: true }), 'blue')
  await expectHue(dialog.getByRole('button', { name: 'Add a client secret' }), 'blue', 'backgroundColor')
})

test('a disabled secret can be enabled again', async () => {
  render([fresh, { ...old, state: 'disabled', enable_until: later }])
  reply(updateClientSecret, old)
  await choose('a1b2', 'Enable')
  await expectHue(dialog.getByRole('button', { name: 'Enable' }), 'blue', 'backgroundColor')
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect.element(page.getByText('Client secret enabled')).toBeVisible()
  expect(sent(updateClientSecret)).toMatchObject([{ body: { disabled: false } }])
})

test('ten secrets leave no room for another one, even if only one of them works', async () => {
  const disabled = { ...old, state: 'disabled' as const, enable_until: later }
  render([fresh, ...[11, 12, 13, 14, 15, 16, 17, 18, 19].map((id) => ({ ...disabled, id }))])
  await expect.element(list).toBeVisible()
  await expect.element(add).toBeDisabled()
  await expect
    .element(add)
    .toHaveAccessibleDescription(
      'An app can have 10 client secrets, including disabled ones. Revoke one of them first.',
    )
})

test('a disabled secret does not keep another one from being added, but cannot be enabled while two work', async () => {
  const disabled = { ...old, state: 'disabled' as const, enable_until: later }
  render([fresh, disabled])
  await expect.element(list).toBeVisible()
  await expect.element(add).toBeEnabled()
  reply(listClientSecrets, [{ ...fresh, id: 3, last_four: 'e5f6' }, fresh, disabled])
  reply(createClientSecret, { ...fresh, id: 3, last_four: 'e5f6', uid: 'client-7', secret: 'new-secret' })
  await add.click()
  await userEvent.keyboard('{Enter}')
  await once.getByRole('checkbox').click()
  await once.getByRole('button', { name: 'Done' }).click()
  await expect.element(add).toBeDisabled()
  await page.getByRole('button', { name: 'Actions for •••• a1b2' }).click()
  const enable = page.getByRole('menuitem', { name: /^Enable/ })
  await expect.element(enable).toHaveAttribute('aria-disabled', 'true')
  await expect.element(enable).toMatchTextContent(/An app can have 2 client secrets that work\./)
})

test.each([
  ['Now', 'now', /^Client secret revoked$/],
  ['In 24 hours', '24h', /^Client secret will be revoked on November 20th 2026/],
  ['In 7 days', '7d', /^Client secret will be revoked on November 20th 2026/],
  ['In 30 days', '30d', /^Client secret will be revoked on November 20th 2026/],
])('a secret can end: %s', async (name, endsIn, message) => {
  render([fresh, old])
  reply(updateClientSecret, { ...fresh, state: 'ending', ends_at: later })
  await choose('c3d4', 'Revoke')
  await expect.element(dialog.getByRole('radio', { name: 'In 24 hours' })).toBeChecked()
  await expect.element(dialog.getByText('It issued no tokens in the last 7 days.')).toBeVisible()
  await dialog.getByRole('radio', { name }).click()
  await expectHue(dialog.getByRole('button', { name: 'Revoke' }), 'red', 'backgroundColor')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  expect(sent(updateClientSecret)).toMatchObject([{ params: { secret_id: '2' }, body: { ends_in: endsIn } }])
})

test('a secret that someone else ended first counts as ended', async () => {
  render([fresh, old])
  refuseInBackground(updateClientSecret, { code: 'not_found', message: 'Client secret not found.' })
  await choose('a1b2', 'Revoke')
  reply(listClientSecrets, [fresh])
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText(/^Client secret revoked$/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(list.getByText('Build server')).not.toBeInTheDocument()
})

test('renames a secret', async () => {
  render([fresh, old])
  reply(updateClientSecret, { ...old, label: 'Old servers' })
  await choose('a1b2', 'Rename')
  const label = dialog.getByRole('textbox', { name: 'Label' })
  await expect.element(label).toHaveValue('Build server')
  await label.fill('Old servers')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Client secret renamed')).toBeVisible()
  expect(sent(updateClientSecret)).toMatchObject([{ body: { label: 'Old servers' } }])
})

test.each([
  ['Disable', 'The client secret still works'],
  ['Revoke', "The client secret wasn't revoked"],
  ['Rename', "The client secret wasn't renamed"],
])('%s: the dialog shows a refusal and stays open', async (item, title) => {
  render([fresh, old])
  refuse(updateClientSecret, { code: 'conflict', message: 'Someone else ended this secret.' })
  await choose('a1b2', item)
  if (item === 'Rename') await dialog.getByRole('textbox', { name: 'Label' }).fill('Old servers')
  await dialog.getByRole('button', { name: item }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(title)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Someone else ended this secret.')
})

test('offers no changes to those who may only look', async () => {
  render([fresh, old], { mayChange: false })
  await expect.element(list).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('lets a public app end the secrets that it cannot use, and does nothing else with them', async () => {
  render([{ ...old, leaked_at: now }], { isPublic: true })
  await expect.element(list.getByText(/^Found in public on .*\. Revoke it now\.$/)).toBeVisible()
  await expect
    .element(page.getByText(/^These client secrets don't work, because the app is public/))
    .toBeVisible()
  await expect.element(list.getByText('Active')).not.toBeInTheDocument()
  await expect.element(add).not.toBeInTheDocument()
  await expectAccessible()
  await page.getByRole('button', { name: 'Actions for •••• a1b2' }).click()
  await expect.poll(() => texts(page.getByRole('menuitem'))).toEqual(['Revoke'])
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expect
    .element(dialog.getByText("It won't work again, even if the app becomes confidential."))
    .toBeVisible()
  reply(updateClientSecret, old)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => sent(updateClientSecret)).toMatchObject([{ body: { ends_in: 'now' } }])
})

test('an app without a secret gets its first one by the other button', async () => {
  renderPart(
    <ClientSecrets
      appId={7}
      environment="production"
      appName="Crane Watch"
      stored={null}
      mayChange
      isPublic={false}
      reset={<button>Show secret</button>}
    />,
  )
  await expect.element(page.getByRole('button', { name: 'Show secret' })).toBeVisible()
  await expect.element(page.getByText('No secret has been generated yet.')).toBeVisible()
  expect(add.elements()).toEqual([])
})

test('keeps the list when loading it again fails', async () => {
  render([old])
  reply(updateClientSecret, { ...old, label: 'Old servers' })
  await choose('a1b2', 'Rename')
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Old servers')
  refuse(listClientSecrets, { code: 'not_found', message: 'Not found.' })
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent(listClientSecrets)).toHaveLength(2)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(list.getByText('Build server')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('can retry a failed load', async () => {
  refuse(listClientSecrets, { code: 'internal', message: 'Something went wrong.' })
  renderPart(
    <ClientSecrets
      appId={7}
      environment="production"
      appName="Crane Watch"
      stored={stored}
      mayChange
      isPublic={false}
      reset={null}
    />,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent("The client secrets couldn't be loaded")
  reply(listClientSecrets, [old])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(list).toBeVisible()
})

test('fits a screen of 320 pixels', async () => {
  await page.viewport(320, 640)
  render([
    { ...fresh, state: 'ending', ends_at: later },
    { ...old, label: 'x'.repeat(60), state: 'disabled', enable_until: later },
  ])
  await expect.element(list).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

test('keeps the user on the page while a new secret is on its way', async () => {
  render([old])
  reply(createClientSecret, { ...fresh, uid: 'client-7', secret: 'new-secret' })
  const waiting = hold(createClientSecret)
  await add.click()
  await expect.element(dialog.getByRole('textbox', { name: 'Label' })).toHaveFocus()
  expect(asksBeforeClosing()).toBe(false)
  await userEvent.keyboard('{Enter}')
  await expect.poll(asksBeforeClosing).toBe(true)
  waiting.release()
  await expect.element(once).toBeVisible()
})
