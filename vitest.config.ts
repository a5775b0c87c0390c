import { globSync, readFileSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments } from './scripts/testing/chromiumArguments.ts'

// No test may depend on where it runs: days and times of the product are UTC.
process.env.TZ = process.env.TEST_TZ ?? 'America/Los_Angeles'

// In CI, a busy machine may starve a test. Tests that needed a retry are listed at the end (scripts/test.mjs).
const retry = process.env.CI ? 1 : 0

/** `npm run test:long`. */
const isLong = process.env.TEST_LONG === 'true'

const listTagged = (tag: string): string[] =>
  globSync('server/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8').includes(`// @module-tag ${tag}\n`),
  )

/**
 * Files with the tag `engine` say something about the database itself: how it locks, waits, counts, sorts or fails.
 * They run on both engines, all others on PostgreSQL alone: the embedded one takes three times as long.
 */
const engineTests = listTagged('engine')

/** Files with the tag `server` start processes that share a database with the test, which the embedded one doesn't allow. */
const serverTests = listTagged('server')

/** Requirement ids are tags: `--tags-filter MAN-21` runs the tests of one. */
const requirements = readFileSync(new URL('docs/requirements.md', import.meta.url), 'utf8')
const requirementTags = [...requirements.matchAll(/^- ([A-Z]+-\d+) — (.*)$/gm)].map(
  ([, name = '', description = '']) => ({ name, description }),
)

const api = (engine: 'embedded' | 'server') => ({
  test: {
    name: `api-${engine}`,
    retry,
    include: engine === 'embedded' && !isLong ? engineTests : ['server/**/*.test.ts'],
    // The tests of one engine open their own databases and run only with that engine.
    exclude: [
      `server/src/db/${engine === 'server' ? 'embedded' : 'server'}/**`,
      // Opens databases of both engines, and needs the server for one of them.
      ...(engine === 'embedded' ? ['server/src/backups/**', ...serverTests] : []),
      '**/node_modules/**',
    ],
    env: { TEST_ENGINE: engine, NODE_ENV: 'test' },
    globalSetup: ['server/testing/globalSetup.ts'],
    setupFiles: ['server/testing/temporaryFolder.ts'],
    testTimeout: isLong ? 600_000 : 60_000,
    // What a job or another process will have done soon: soon is longer on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    pool: 'forks' as const,
    // The warning of a library says where it comes from.
    execArgv: ['--trace-deprecation'],
    // Half of the processor time went into loading the server again for each file. Its modules hold no state.
    isolate: false,
    // A fifth of the time a file waits, for its database or a time limit: three keep two cores busy.
    maxWorkers: 3,
  },
})

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Components of web/ in Chromium. Nothing is replaced but the network (web/testing/network.ts). */
const components = {
  extends: './web/vite.config.ts',
  test: {
    name: 'components',
    root: './web',
    retry,
    include: ['src/**/*.test.tsx'],
    setupFiles: [`${import.meta.dirname}/web/testing/setup.ts`],
    // Ten times what a test takes on two quiet cores: only a failing one waits that long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // One page for all files: each loads the modules of the product again otherwise. The setup resets what they hold.
    isolate: false,
    // A page waits a quarter of the time, so three keep two cores busy. The default is one.
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1440, height: 900 },
      instances: [{ browser: 'chromium' as const }],
      provider: playwright({
        // A click that never gets through names its element, well before the test's own limit.
        actionTimeout: 20_000,
        launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumArguments },
        contextOptions: {
          reducedMotion: 'reduce',
          timezoneId: process.env.TZ,
          permissions: ['clipboard-read', 'clipboard-write'],
        },
      }),
    },
  },
}

export default defineConfig({
  test: {
    tags: [
      { name: 'engine', description: 'Runs on the embedded database too.' },
      { name: 'server', description: 'Needs a database server.' },
      ...requirementTags,
    ],
    projects: [
      {
        test: {
          name: 'rules',
          retry,
          // Properties try thousands of cases: on a busy machine that takes longer than the usual five seconds.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: [
            'domain/**/*.test.ts',
            'web/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/*.test.ts',
          ],
          pool: 'threads',
          // A third of the time went into loading modules again for each file. They hold no state.
          isolate: false,
          // The default for two cores is one.
          maxWorkers: 2,
        },
      },
      components,
      api('embedded'),
      api('server'),
    ],
  },
})
