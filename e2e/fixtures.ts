import {
  test as base,
  expect,
  type APIRequestContext,
  type Cookie,
  type Page,
  type Request,
} from '@playwright/test'
import { accessibilityTags, countAnimations, type Scan } from '../scripts/testing/accessibility.ts'
import { demoPassword } from '../server/seed/people.ts'
import { axeFindings } from './axe.ts'
import { startPortal, type Portal } from './portal.ts'
import { contextOptions, createProfile, type Profile } from './profile.ts'

export { expect, type Page } from '@playwright/test'

export type DemoPerson =
  | 'owner'
  | 'admin-collab'
  | 'dev-collab'
  | 'stranger'
  | 'partner'
  | 'employee'
  | 'staff'

/** Calls the API with the cookies of one browser context. */
export interface Api {
  get: (path: string) => Promise<{ status: number; body: unknown; headers: Record<string, string> }>
  post: (path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  patch: (path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  delete: (path: string) => Promise<{ status: number; body: unknown }>
}

interface TestFixtures {
  /** Signs this page's browser in without the form, as a demo user or by address. */
  signIn: (person: DemoPerson | { email: string; password: string }) => Promise<void>
  /** Calls the API as the user this page is signed in as. */
  api: Api
  /** Returns the text of the newest email to this address. */
  mailTo: (email: string) => Promise<string>
  consoleErrors: string[]
  /**
   * The requests of this page that haven't ended. A failed test prints them, because its page may be waiting for one.
   */
  openRequests: ReadonlySet<Request>
}

export interface WorkerFixtures {
  /** The server settings of a project (playwright.config.ts). */
  settings: Readonly<Record<string, string>>
  portal: Portal
  profile: Profile
  /** The cookies of users who have already signed in, by address. */
  sessions: Map<string, Cookie[]>
}

interface WireSession {
  csrf_token: string
  developer: { email: string } | null
}

const loadSession = async (request: APIRequestContext, url: string): Promise<WireSession> =>
  (await (await request.get(`${url}/api/v1/session`)).json()) as WireSession

async function send(request: APIRequestContext, url: string, method: string, path: string, body?: unknown) {
  const answer = await request.fetch(`${url}${path}`, {
    method,
    ...(method !== 'GET' && { headers: { 'x-csrf-token': (await loadSession(request, url)).csrf_token } }),
    ...(body !== undefined && { data: body }),
  })
  const text = await answer.text()
  const isJson = answer.headers()['content-type']?.includes('json')
  return {
    status: answer.status(),
    body: isJson ? (JSON.parse(text) as unknown) : text,
    headers: answer.headers(),
  }
}

/** Throws on each policy violation: unlike Firefox, Chromium logs nothing when a page catches a blocked `eval`. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    throw new Error(`content security policy: ${effectiveDirective} blocked ${blockedURI} in ${sourceFile}`)
  })
}

// A page that violates the policy, throws, or logs an error, such as a React warning, fails its test.
const harmless = [/Failed to load resource/]

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ settings }, use) => {
      const portal = await startPortal(settings)
      await use(portal)
      await portal.stop()
      await portal.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  profile: [
    async ({ playwright, launchOptions, portal }, use, { parallelIndex, project }) => {
      const profile = createProfile(playwright.chromium, {
        launchOptions,
        baseURL: portal.url,
        // The portals of other projects have other content at the same address, which the cache must not mix up.
        name: `${project.name}-${parallelIndex}`,
      })
      await use(profile)
      await profile.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ portal }, use) => use(portal.url),
  context: async ({ profile, playwright, launchOptions, baseURL, locale, javaScriptEnabled }, use) => {
    if (locale === 'en-US' && javaScriptEnabled) {
      await use(await profile.open())
      await profile.clean()
      return
    }
    // Options that only a new context can have.
    const browser = await playwright.chromium.launch(launchOptions)
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: baseURL ?? '',
      javaScriptEnabled,
      ...(locale && { locale }),
    })
    await use(context)
    await browser.close()
  },
  page: async ({ context, profile, viewport }, use) => {
    const page = context.pages()[0] ?? (await context.newPage())
    if (viewport) await page.setViewportSize(viewport)
    const { clock } = page
    const watched = {
      get: () => {
        profile.discard()
        return clock
      },
    }
    await use(Object.defineProperty(page, 'clock', watched))
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      await page.addInitScript(reportViolations)
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !harmless.some((known) => known.test(text))) errors.push(text)
      })
      await use(errors)
      expect(errors, 'the console stays free of errors').toEqual([])
    },
    { auto: true },
  ],
  openRequests: [
    async ({ page }, use, testInfo) => {
      const open = new Set<Request>()
      page.on('request', (request) => open.add(request))
      page.on('requestfinished', (request) => open.delete(request))
      page.on('requestfailed', (request) => open.delete(request))
      await use(open)
      if (testInfo.status === testInfo.expectedStatus) return
      const addresses = [...open].map((request) => request.url())
      process.stderr.write(`${page.url()} waits for: ${addresses.join(', ') || 'nothing'}\n`)
    },
    { auto: true },
  ],
  // Checking a password is slow on purpose, so a session that still works is reused.
  signIn: async ({ page, portal, sessions }, use) => {
    await use(async (person) => {
      const who =
        typeof person === 'string' ? { email: `${person}@demo.test`, password: demoPassword } : person
      const context = page.context()
      // Otherwise signing in would end the previous user's session.
      await context.clearCookies()
      const cookies = sessions.get(who.email)
      if (cookies) {
        await context.addCookies(cookies)
        const { developer } = await loadSession(page.request, portal.url)
        if (developer?.email === who.email) return
      }
      const answer = await send(page.request, portal.url, 'POST', '/api/v1/session', who)
      expect(answer.status, `signing in as ${who.email}`).toBe(200)
      sessions.set(who.email, await context.cookies(portal.url))
    })
  },
  api: async ({ page, baseURL }, use) => {
    const call = (method: string) => (path: string, body?: unknown) =>
      send(page.request, baseURL ?? '', method, path, body)
    await use({ get: call('GET'), post: call('POST'), patch: call('PATCH'), delete: call('DELETE') })
  },
  mailTo: async ({ page, baseURL }, use) => {
    await use(async (email) => {
      let text = ''
      await expect(async () => {
        const outbox = await page.request.get(`${baseURL}/dev/mail`)
        const articles = (await outbox.text()).split('<article>').slice(1)
        text = (articles.find((article) => article.includes(`<strong>${email}</strong>`)) ?? '').replaceAll(
          '&quot;',
          '"',
        )
        expect(text, `a mail to ${email}`).not.toBe('')
      }).toPass({ timeout: 10_000 })
      return text
    })
  },
})

/** Poll intervals for conditions that become true within a frame or two. Playwright's default is longer. */
export const soon = { intervals: [0, 10, 20, 50, 100] }

/** Expects no axe violations anywhere on the page, by default of all rules for WCAG 2.2 AA. */
export async function expectAccessible(
  page: Page,
  rules: Scan['rules'] = { type: 'tag', values: accessibilityTags },
): Promise<void> {
  // A table dims the rows that are about to be replaced.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectStill(page)
  const screen = await page.evaluate(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    return `${location.href} at ${innerWidth} px in ${scheme}`
  })
  expect(await axeFindings(page, rules), screen).toEqual([])
}

/** Waits for animations to end, because colors are fainter during a fade. */
export async function expectStill(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(countAnimations), { message: 'animations that are still running', ...soon })
    .toBe(0)
}

/** Expects no sideways scrolling, except for tables in their own boxes. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(overflow, { message: 'pixels that scroll sideways', timeout: 2000, ...soon })
    .toBeLessThanOrEqual(0)
}
