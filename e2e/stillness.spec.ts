import { adminAppAddress, adminAppTabs, appAddress, appTabs, pageRoutes } from '@trestle/domain/routes.ts'
import { expect, expectStill, test, type Api, type Page } from './fixtures.ts'
import { appId } from './people.ts'

/** A tenth of what web.dev calls good. */
const most = 0.01

interface Shift {
  value: number
  sources: string[]
}

declare global {
  var shifts: Shift[]
}

/** Collects the layout shifts of every document that the page opens from now on. */
function observeShifts() {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      if (shift.hadRecentInput) continue
      const sources = shift.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element ? `${element.tagName} ${element.className}` : 'removed'
        return `${name} ${previousRect.y} → ${currentRect.y}, ${previousRect.height} → ${currentRect.height}`
      })
      globalThis.shifts.push({ value: shift.value, sources })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Loads the page as a first visit would, on a line slow enough to see what replaces what. */
async function expectNoShift(page: Page, address: string) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.clearBrowserCache')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 2_500_000,
    uploadThroughput: 2_500_000,
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expectStill(page)
  const shifts = await page.evaluate(() => globalThis.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${address}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
  await browser.detach()
}

const developerPages = (app: number): string[] => [
  pageRoutes.account.pattern,
  pageRoutes.notifications.pattern,
  pageRoutes.apps.pattern,
  ...appTabs.map((tab) => appAddress(app, tab)),
]

async function staffPages(api: Api): Promise<string[]> {
  const { body } = await api.get('/api/v1/admin/developer_apps?filters[search]=Site%20Sync')
  const [app] = body as { id: number }[]
  const { adminDevelopers, adminNotifications, adminOauthApplications } = pageRoutes
  return [
    pageRoutes.adminApps.pattern,
    pageRoutes.reviewQueue.pattern,
    ...adminAppTabs.map((tab) => adminAppAddress(app?.id ?? 0, tab)),
    adminDevelopers.pattern,
    `${adminDevelopers.pattern}/1/edit`,
    adminOauthApplications.pattern,
    adminNotifications.pattern,
    pageRoutes.newAdminNotification.pattern,
    pageRoutes.rateLimits.pattern,
    pageRoutes.jobs.pattern,
    pageRoutes.audit.pattern,
  ]
}

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })
    test.slow()

    test.beforeEach(({ page }) => page.addInitScript(observeShifts))

    test('the pages of developers do not shift while they load', async ({ page, signIn, api }) => {
      await signIn('owner')
      for (const address of developerPages(await appId(api, 'Site Sync'))) await expectNoShift(page, address)
    })

    test('the pages of staff do not shift while they load', async ({ page, signIn, api }) => {
      await signIn('staff')
      for (const address of await staffPages(api)) await expectNoShift(page, address)
    })
  })
}
