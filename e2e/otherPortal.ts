import { test } from './fixtures.ts'

/**
 * The same fixtures on a separate portal, which serves every test of the calling file. Its settings are created in the
 * worker, because Playwright also loads the file in a process that runs no test.
 */
export const testOn = (createSettings: () => Record<string, string>) =>
  test.extend<object>({ settings: [async ({}, use) => use(createSettings()), { scope: 'worker' }] })
