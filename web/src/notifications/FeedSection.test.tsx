import {
  deleteNotificationFeed,
  getNotificationFeed,
  renewNotificationFeed,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../testing/build.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { disconnect, hold, refuse, reply } from '../../testing/network.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { paths } from '../paths.ts'
import { Link } from '../ui/Link.tsx'
import { FeedSection } from './FeedSection.tsx'

const off = { made_at: null, last_read_at: null }
const on = { made_at: now, last_read_at: null }
const addresses = {
  ...on,
  atom_url: 'https://portal.example.test/feeds/secret.atom',
  json_url: 'https://portal.example.test/feeds/secret.json',
}
const create = page.getByRole('button', { name: 'Create feed URL' })
const once = page.getByRole('dialog', { name: 'Your feed URL' })

test('shows the address once', async () => {
  reply(getNotificationFeed, off)
  reply(renewNotificationFeed, addresses)
  renderPart(<FeedSection />)
  await expect.element(page.getByText("You don't have a feed URL.")).toBeVisible()
  reply(getNotificationFeed, on)
  await create.click()
  await expect.element(once.getByRole('textbox', { name: 'Atom' })).toHaveValue(addresses.atom_url)
  await once.getByRole('checkbox', { name: 'I have stored the URL' }).click()
  await once.getByRole('button', { name: 'Done' }).click()
  await expect.element(once).not.toBeInTheDocument()
  await expect.element(page.getByText(/Last read: never/)).toBeVisible()
})

test.each(['Atom', 'JSON Feed'])('closes the addresses once the %s address is copied', async (name) => {
  reply(getNotificationFeed, off)
  reply(renewNotificationFeed, addresses)
  renderPart(<FeedSection />)
  await create.click()
  const done = once.getByRole('button', { name: 'Done' })
  await expect.element(done).toBeDisabled()
  const field = once.getByRole('textbox', { name }).element() as HTMLTextAreaElement
  field.select()
  field.dispatchEvent(new ClipboardEvent('copy', { bubbles: true }))
  await expect.element(done).toBeEnabled()
})

test('keeps the addresses on Back', async () => {
  reply(getNotificationFeed, off)
  reply(renewNotificationFeed, addresses)
  renderPart(
    <>
      <Link href={paths.account()}>Account</Link>
      <FeedSection />
    </>,
  )
  await page.getByRole('link', { name: 'Account' }).click()
  await create.click()
  await expect.element(once).toBeVisible()
  const wentBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await wentBack
  await expect.poll(currentAddress).toBe(paths.account())
  await expect.element(once.getByRole('textbox', { name: 'Atom' })).toHaveValue(addresses.atom_url)
})

test('shows a renewed address although the section waits for its facts', async () => {
  reply(getNotificationFeed, on)
  reply(renewNotificationFeed, addresses)
  renderPart(<FeedSection />)
  await page.getByRole('button', { name: 'Renew' }).click()
  hold(getNotificationFeed)
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click()
  await expect.element(once.getByRole('textbox', { name: 'Atom' })).toHaveValue(addresses.atom_url)
})

test('shows that there is an address if only the reply got lost', async () => {
  reply(getNotificationFeed, off)
  disconnect(renewNotificationFeed)
  renderPart(<FeedSection />)
  await expect.element(create).toBeVisible()
  reply(getNotificationFeed, on)
  await create.click()
  await expect.element(page.getByText("Couldn't confirm that this worked")).toBeVisible()
  await expect.element(page.getByText(/Last read: never/)).toBeVisible()
})

test('shows a refusal above the button', async () => {
  reply(getNotificationFeed, off)
  refuse(renewNotificationFeed, { code: 'rate_limited', message: 'Wait a minute.' })
  renderPart(<FeedSection />)
  await create.click()
  const refusal = page.getByRole('alert').filter({ hasText: "The feed URL wasn't created" })
  await expect.element(refusal).toMatchTextContent('Wait a minute.')
})

test.each([
  ['Renew', 'Renew your feed URL?', "The feed URL wasn't renewed", renewNotificationFeed],
  ['Turn off', 'Turn off your feed?', "The feed wasn't turned off", deleteNotificationFeed],
])('%s asks for confirmation and shows a refusal in the dialog', async (name, title, failed, endpoint) => {
  reply(getNotificationFeed, on)
  refuse(endpoint, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<FeedSection />)
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(failed)
})

test('returns the focus to the remaining button after switching off', async () => {
  reply(getNotificationFeed, on)
  reply(deleteNotificationFeed)
  renderPart(<FeedSection />)
  await page.getByRole('button', { name: 'Turn off' }).click()
  reply(getNotificationFeed, off)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect.element(page.getByText('Your announcement feed was turned off')).toBeVisible()
  await expect.element(create).toHaveFocus()
})

test('can retry a failed load', async () => {
  refuse(getNotificationFeed, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<FeedSection />)
  await expect.element(page.getByRole('alert')).toMatchTextContent("Your feed couldn't be loaded")
  reply(getNotificationFeed, off)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(create).toBeVisible()
})

test.each([
  [off, 'Create feed URL'],
  [on, 'Renew'],
])('keeps the user on the page while the address is on its way', async (feed, name) => {
  reply(getNotificationFeed, feed)
  reply(renewNotificationFeed, addresses)
  const waiting = hold(renewNotificationFeed)
  renderPart(<FeedSection />)
  await page.getByRole('button', { name }).click()
  if (feed === on) await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect.poll(asksBeforeClosing).toBe(true)
  waiting.release()
  await expect.element(once).toBeVisible()
  expect(asksBeforeClosing()).toBe(true)
})
