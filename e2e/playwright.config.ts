import { defineConfig } from '@playwright/test'
import { chromiumArguments } from '../scripts/testing/chromiumArguments.ts'
import type { WorkerFixtures } from './fixtures.ts'
import { isLong } from './long.ts'
import { portalKinds } from './portalKinds.ts'
import { contextOptions } from './profile.ts'

// The same as the browser's, so that days and times in tests are local on both sides.
process.env.TZ = contextOptions.timezoneId

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Only `npm run test:long` runs this file, because it edits a source file, which would disturb the others. */
const longFiles = isLong ? [] : ['dev.spec.ts']

/** Files whose tests count or list all demo data. */
const demoFiles = [
  'account',
  'admin',
  'adminLists',
  'apps',
  'audit',
  'engagement',
  'marketplace',
  'metrics',
  'notifications',
  'oauthApplications',
  'palette',
  'quotas',
  'shell',
  'shellErrors',
  'shellWidth',
  'stillness',
].map((name) => `${name}.spec.ts`)

const kinds = Object.entries(portalKinds)
const otherKinds = new RegExp(`(${kinds.map(([tag]) => tag).join('|')})(?![\\w-])`)

/**
 * Real Chromium against real servers. A worker has one server and data folder (fixtures.ts) for all tests of a project,
 * which therefore use their own apps and users. Tests of another project run on another server.
 */
export default defineConfig<object, Pick<WorkerFixtures, 'settings'>>({
  testDir: '.',
  testIgnore: longFiles,
  globalSetup: './globalSetup.ts',
  projects: [
    { name: 'demo-data', testMatch: demoFiles, grepInvert: otherKinds, workers: 1 },
    ...kinds.map(([tag, settings]) => ({
      name: tag.slice(1),
      grep: new RegExp(`${tag}(?![\\w-])`),
      use: { settings },
      workers: 1,
    })),
    { name: 'own-data', testIgnore: [...demoFiles, ...longFiles], grepInvert: otherKinds },
  ],
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
    // Recording takes a third of a test's processor time. Rerun a failing test with `--trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: chromiumArguments,
    },
  },
})
