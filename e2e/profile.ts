import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  BrowserContext,
  BrowserContextOptions,
  BrowserType,
  LaunchOptions,
  Page,
} from '@playwright/test'

/** The options of every browser context of the tests. */
export const contextOptions = {
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
  timezoneId: 'America/Los_Angeles',
} as const satisfies BrowserContextOptions

/**
 * A browser profile that one worker's tests share. Thanks to its cache, only the first page has to fetch and compile
 * the portal's scripts, which takes half the time of a page load.
 */
export interface Profile {
  /** Returns the context of the next test, with one empty page. */
  open: () => Promise<BrowserContext>
  /** Removes everything that a test left behind except the cache. */
  clean: () => Promise<void>
  /**
   * The next test gets a new browser, because this one was changed in a way that can't be undone, such as its clock.
   */
  discard: () => void
  close: () => Promise<void>
}

export function createProfile(
  chromium: BrowserType,
  { launchOptions, baseURL, name }: { launchOptions: LaunchOptions; baseURL: string; name: string },
): Profile {
  const state: { context: BrowserContext | undefined; isDiscarded: boolean } = {
    context: undefined,
    isDiscarded: false,
  }

  async function close(): Promise<void> {
    await state.context?.close()
    state.context = undefined
    state.isDiscarded = false
  }

  async function open(): Promise<BrowserContext> {
    if (state.isDiscarded) await close()
    state.context ??= await launch()
    return state.context
  }

  /** Successive workers of one slot and project share the folder. */
  async function launch(): Promise<BrowserContext> {
    const folder = join(process.env['E2E_RUN_FOLDER'] ?? '', `profile-${name}`)
    // A browser that was killed leaves its lock.
    await rm(join(folder, 'SingletonLock'), { force: true })
    return chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...contextOptions,
      baseURL,
    })
  }

  async function clean(): Promise<void> {
    const { context } = state
    if (!context || state.isDiscarded) return
    const pages = context.pages()
    const origins = new Set([baseURL, ...pages.map((page) => page.url())].map(originFrom))
    const empty = await context.newPage()
    await Promise.all(pages.map((page) => page.close()))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await context.clearCookies()
    await clearStorage(context, empty, origins)
  }

  return { open, clean, discard: () => void (state.isDiscarded = true), close }
}

const originFrom = (address: string): string => (address.startsWith('http') ? new URL(address).origin : '')

async function clearStorage(context: BrowserContext, page: Page, origins: Set<string>): Promise<void> {
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems'
  for (const origin of origins) {
    if (origin !== '') await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  }
  await session.detach()
}
