import { getDeveloperApp, type AppPermissions } from '@trestle/domain/apps/contract.ts'
import { generateFakeSandbox, requestSandbox, type Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { renderApp } from '../../testing/app.ts'
import { buildApp, buildSandbox, buildSession, now } from '../../testing/build.ts'
import { reply, sent } from '../../testing/network.ts'
import { queryClient } from '../http/queryClient.ts'

const isHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (hidden ? 'hidden' : 'visible'),
  })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

const card = page.getByRole('region', { name: 'Sandbox' })
const generate = card.getByRole('button', { name: 'Generate Sandbox' })
const generateFake = card.getByRole('button', { name: 'Generate fake sandbox' })
const building = card.getByText('Your sandbox is being built')
const highDemand = card.getByText('We are seeing high demand. Refresh this page in a few minutes.')
const polls = () => sent(getDeveloperApp).length

/** Stops the clock at this time after the sandbox was requested. */
function freezeAfter(ms: number) {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], now: Date.parse(now) + ms })
}

/** Expects this many loads of the app. The next 5 s start when the page has read the reply of the last one. */
async function expectPolls(count: number) {
  await expect.poll(polls).toBe(count)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
}

/** Waits for an element that needs a timer or two, while the clock almost stops. */
async function expectSoon(locator: Locator) {
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1)
      return locator.elements().length
    })
    .toBe(1)
}

const pending = buildSandbox({ status: 'pending', live: false, url: null, app_id: null })

function render(sandbox: Sandbox | null, permissions: Partial<AppPermissions> = {}) {
  renderApp('oauth_credentials', {
    app: buildApp({ sandbox }),
    permissions,
    session: buildSession({ flags: { sandbox_build_seconds: 600 } }),
  })
}

test(
  'a build shows elapsed and expected time, and is polled every 5 s while the page is visible',
  { tags: ['SBX-01', 'SBX-06', 'SBX-09', 'SBX-10', 'SBX-11', 'SBX-24'] },
  async () => {
    freezeAfter(30_000)
    render(pending)
    await expectSoon(building)
    await expect
      .element(card)
      .toMatchTextContent(
        "This may take some time, usually about 10 minutes. You can leave this page. The person who requested it gets an email when it's ready. The status updates automatically.",
      )
    // Every retry of an assertion advances the clock, so a slow machine sees a few seconds more.
    await expect
      .element(card)
      .toMatchTextContent(/Requested 3\d seconds ago, expected to take about 10 minutes\./)
    await expect
      .element(card.getByRole('link', { name: /^Contact support/ }))
      .toHaveAttribute('href', 'https://support.example.test/')
    expect(generate.elements()).toEqual([])

    const before = polls()
    await expectPolls(before)
    for (let poll = 1; poll <= 3; poll += 1) {
      vi.advanceTimersByTime(4_900)
      expect(polls()).toBe(before + poll - 1)
      vi.advanceTimersByTime(100)
      await expectPolls(before + poll)
    }
    isHidden(true)
    vi.advanceTimersByTime(minuteMs)
    expect(polls(), 'while the page is hidden').toBe(before + 3)
    await expect.element(card).toMatchTextContent('Requested 1 minute ago')
    isHidden(false)
    reply(getDeveloperApp, buildApp())
    vi.advanceTimersByTime(5_000)
    await expectSoon(card.getByRole('button', { name: 'Save sandbox' }))
  },
)

test(
  'a build shows high demand after more than three times the usual time',
  { tags: ['ERR-31', 'ERR-32'] },
  async () => {
    freezeAfter(30 * minuteMs - 10_000)
    render(pending)
    await expectSoon(building)
    await expect
      .element(card)
      .toMatchTextContent('Requested 29 minutes ago, expected to take about 10 minutes.')
    expect(highDemand.elements()).toEqual([])
    vi.advanceTimersByTime(20_000)
    await expect.element(highDemand).toBeVisible()
    await expect.element(building).toBeVisible()
    await expect
      .element(card)
      .toMatchTextContent('Requested 30 minutes ago. This is taking longer than usual.')
    vi.useRealTimers()
    await expectAccessible()
  },
)

test(
  'a build can be replaced immediately by a fake sandbox if the server allows it',
  { tags: ['SBX-14', 'SBX-15'] },
  async () => {
    render(pending)
    await expect
      .element(card)
      .toMatchTextContent(
        'This server offers fake sandboxes. They are ready immediately, but nothing runs in them.',
      )
    reply(generateFakeSandbox, () => {
      reply(getDeveloperApp, buildApp())
      return buildSandbox()
    })
    await generateFake.click()
    await expect.element(card.getByRole('button', { name: 'Save sandbox' })).toBeVisible()
    expect(generateFake.elements()).toEqual([])
  },
)

test('no fake sandbox is offered where the server makes none', { tags: ['SBX-14'] }, async () => {
  render(pending, { canGenerateFakeSandbox: false })
  await expect.element(building).toBeVisible()
  expect(generateFake.elements()).toEqual([])
})

const none = { canGenerateSandbox: false, canGenerateFakeSandbox: false }
const failed = buildSandbox({ status: 'failed', live: false, url: null, app_id: null })

test(
  'the owner of an app without a sandbox can generate one',
  { tags: ['SBX-05', 'SBX-06', 'SBX-08', 'SBX-17'] },
  async () => {
    render(null)
    await expect.element(card).toMatchTextContent('This app has no sandbox')
    await expect
      .element(card)
      .toMatchTextContent(
        "Generate one to get credentials for trying your app. It takes about 10 minutes, and we'll email you when it's ready.",
      )
    reply(requestSandbox, () => {
      reply(getDeveloperApp, buildApp({ sandbox: pending }))
      return pending
    })
    await generate.click()
    await expect.element(building).toBeVisible()
    expect(generate.elements()).toEqual([])
  },
)

test(
  'everyone else reads the name of the owner to ask',
  { tags: ['SBX-05', 'SBX-06', 'SBX-07', 'SBX-16', 'SBX-17'] },
  async () => {
    render(null, none)
    await expect.element(card).toMatchTextContent('This app has no sandbox')
    await expect
      .element(card)
      .toMatchTextContent(
        "Ask the app owner, Dana Reyes, to generate one. It takes about 10 minutes, and the owner gets an email when it's ready.",
      )
    expect(card.getByRole('button').elements()).toEqual([])
  },
)

test(
  'a failed build says that the team has been notified, and the owner can generate it again',
  { tags: ['ERR-30', 'SBX-01', 'SBX-08', 'SBX-13'] },
  async () => {
    render(failed)
    const alert = card.getByRole('alert')
    await expect.element(alert).toMatchTextContent('Something went wrong building your sandbox.')
    await expect
      .element(alert)
      .toMatchTextContent('Our team has been notified. The status updates automatically.')
    await expect
      .element(alert.getByRole('link', { name: /^Contact support/ }))
      .toHaveAttribute('href', 'https://support.example.test/')
    await expect.element(card).toMatchTextContent('You can also try again now.')
    await expect.element(generate).toBeEnabled()
  },
)

test('a failed build tells others that the owner can try again', { tags: ['SBX-07', 'SBX-13'] }, async () => {
  render(failed, none)
  await expect.element(card).toMatchTextContent('Something went wrong building your sandbox.')
  await expect.element(card).toMatchTextContent('The app owner, Dana Reyes, can also try again now.')
  expect(card.getByRole('button').elements()).toEqual([])
})
