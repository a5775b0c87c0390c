import { existsSync } from 'node:fs'
import { chromium, errors, type BrowserContext, type Page } from '@playwright/test'
import { adminAppTabs, appTabs, pageAddress } from '@trestle/domain/routes.ts'
import { chromiumArguments } from '../../../scripts/testing/chromiumArguments.ts'
import { openSession, type TestServer } from '../server.ts'
import { mark } from './hostile.ts'

export interface Screen {
  developerId: number
  address: string
}

const staffLists = [
  'adminApps',
  'reviewQueue',
  'adminDevelopers',
  'adminOauthApplications',
  'adminNotifications',
  'rateLimits',
  'audit',
] as const

/** Lists the pages that show what others wrote, each for someone who can open it. */
export async function listScreens({ services: { db } }: TestServer, staffId: number): Promise<Screen[]> {
  const newest = (table: 'notifications' | 'developers', count: number) =>
    db.selectFrom(table).select('id').orderBy('updated_at', 'desc').limit(count).execute()
  const apps = await db
    .selectFrom('developer_apps')
    .select(['id', 'owner_id'])
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(2)
    .execute()
  const listed = await db
    .selectFrom('submissions')
    .select('developer_app_id as id')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .execute()
  const ofStaff = [
    ...staffLists.map((name) => pageAddress(name)),
    ...(await newest('notifications', 2)).map(({ id }) => pageAddress('adminNotification', { id })),
    ...(await newest('developers', 1)).map(({ id }) => pageAddress('adminDeveloper', { id })),
    ...[...apps, ...listed].flatMap(({ id }) => [
      pageAddress('adminApp', { id }),
      ...adminAppTabs.slice(1).map((tab) => pageAddress('adminApp', { id, tab })),
    ]),
  ]
  const ofMembers = apps.flatMap(({ id, owner_id }) =>
    [
      pageAddress('apps'),
      pageAddress('notifications'),
      ...appTabs.map((tab) => pageAddress('app', { id, tab })),
    ].map((address) => ({ developerId: owner_id, address })),
  )
  return [
    ...ofStaff.map((address) => ({ developerId: staffId, address })),
    ...ofMembers,
    { developerId: staffId, address: pageAddress('marketplace') },
  ]
}

/** Collects what the content security policy stops: the text was a script, even if it could not run. */
const watchScripts = `
  window.stoppedScripts = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile }) => {
    if (violatedDirective.startsWith('script-src')) window.stoppedScripts.push(sample + ' ' + sourceFile)
  })`

const foundScripts = `[window.fuzzed ?? '', ...(window.stoppedScripts ?? [])].join(' ').trim()`

/** A page mostly waits until the network has been quiet for a while. */
const pagesAtOnce = 4

/**
 * Opens the pages in Chromium.
 *
 * @returns the pages on which a stored text ran or that it broke, and how many pages showed one as a text.
 */
export async function browse(
  server: TestServer,
  screens: Screen[],
): Promise<{ problems: string[]; shown: number }> {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const path = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
  const browser = await chromium.launch({
    ...(existsSync(path) && { executablePath: path }),
    args: chromiumArguments,
  })
  const problems: string[] = []
  let shown = 0
  const visit = async (context: BrowserContext, address: string) => {
    const page = await context.newPage()
    const isComplete = await open(page, `${url}${address}`)
    const found = await page.evaluate<string>(foundScripts)
    if (found !== '') problems.push(`${address} ran ${found}`)
    else if (!isComplete) problems.push(`${address} did not load`)
    if ((await page.locator('body').innerText()).includes(mark)) shown += 1
    await page.close()
  }
  try {
    for (const [developerId, ofDeveloper] of Map.groupBy(screens, (screen) => screen.developerId)) {
      const context = await browser.newContext()
      const value = await openSession(server, developerId)
      await context.addCookies([{ name: 'trestle_session', value, url }])
      await context.addInitScript({ content: watchScripts })
      const waiting = ofDeveloper.values()
      const visitAll = async () => {
        for (const { address } of waiting) await visit(context, address)
      }
      await Promise.all(Array.from({ length: pagesAtOnce }, visitAll))
    }
  } finally {
    await browser.close()
  }
  return { problems, shown }
}

const loadMs = 20_000

/** Opens a page and waits until it has loaded what it shows. Returns whether it did: a stored text may break a page. */
async function open(page: Page, address: string): Promise<boolean> {
  await page.goto(address)
  try {
    await page.getByRole('main').waitFor({ timeout: loadMs })
    await page.waitForLoadState('networkidle', { timeout: loadMs })
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}
