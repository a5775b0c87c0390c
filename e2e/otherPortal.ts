import { test } from './fixtures.ts'

/** The same fixtures on a separate portal with these settings, which serves every test of the calling file. */
export const testOn = (settings: Record<string, string>) =>
  test.extend<object>({ settings: [async ({}, use) => use(settings), { scope: 'worker' }] })
