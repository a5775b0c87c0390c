import { adminAppAddress, adminAppTabs, appAddress, appTabs, pageRoutes } from '@trestle/domain/routes.ts'
import { expect, expectStill, test, type Api, type Page } from './fixtures.ts'
import { isLong } from './long.ts'
import { findAppId } from './people.ts'
import { expectNoShift, recordShifts } from './shifts.ts'
import { onSlowLine } from './slowLine.ts'

/** Opens the page as a first visit would. */
async function visit(page: Page, address: string) {
  await onSlowLine(
    page,
    async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
    { isFirstVisit: true },
  )
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expectStill(page)
  await expectNoShift(page)
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

test.slow()

test.beforeEach(({ page }) => recordShifts(page))

// accessibility.spec.ts records the shifts of all pages on a laptop.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } })

  test('the pages of developers do not shift while they load', async ({ page, signIn, api }) => {
    await signIn('owner')
    for (const address of developerPages(await findAppId(api, 'Site Sync'))) await visit(page, address)
  })

  test('the pages of staff do not shift while they load', async ({ page, signIn, api }) => {
    await signIn('staff')
    const addresses = await staffPages(api)
    for (const address of isLong ? addresses : addresses.slice(0, 3)) await visit(page, address)
  })
})
