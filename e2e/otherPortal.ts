import { test } from './fixtures.ts'
import { startPortal } from './portal.ts'

/** The same fixtures on a separate portal with these settings, which serves every test of the calling file. */
export const testOn = (settings: Record<string, string>) =>
  test.extend<object>({
    portal: [
      async ({}, use) => {
        const portal = await startPortal(settings)
        await use(portal)
        await portal.stop()
        await portal.remove()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })
