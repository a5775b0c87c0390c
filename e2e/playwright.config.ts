import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments } from '../scripts/testing/chromiumArguments.ts'
import { contextOptions } from './profile.ts'

// As the browser: what tests write and read of days and times is local on both sides.
process.env.TZ = contextOptions.timezoneId

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const toSize = (name: string) => statSync(join(import.meta.dirname, name)).size

/** `npm run test:long` includes the test that edits a source file, which would disturb the others. */
const isLong = process.env.TEST_LONG === 'true'

/** The longest first, so that no worker runs one alone at the end. */
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.spec.ts') && (isLong || name !== 'dev.spec.ts'))
  .toSorted((a, b) => toSize(b) - toSize(a))

/**
 * Real Chromium against real servers. Each file has its own server and data folder (fixtures.ts), so that files don't
 * affect each other. One project per file ensures that, because projects share no worker.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './globalSetup.ts',
  projects: files.map((testMatch) => ({ name: testMatch.replace('.spec.ts', ''), testMatch })),
  outputDir: '../test-results/browser',
  fullyParallel: false,
  // Pages spend time waiting, so two cores can serve three workers.
  workers: 3,
  // A busy machine may starve one browser; the summary lists retried tests as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '../test-results/browser.json' }],
  ],
  use: {
    ...contextOptions,
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: chromiumArguments,
    },
  },
})
