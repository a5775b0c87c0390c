import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiTestsFor, otherSpecs, specsFor, testsFor, type Module } from './changedTests.ts'
import { readImports } from './imports.mjs'
import { root } from './processes.mjs'

describe('with the modules of the project', () => {
  const modules: Module[] = []

  // Reading all imports takes a busy machine more than a minute.
  beforeAll(() => {
    modules.push(...readImports(['domain', 'scripts', 'web']).modules)
  }, 240_000)

  /** Returns the tests of rules and components for a changed file, without those that read all files of web/. */
  const testsOf = (file: string) =>
    testsFor([file], { modules, read: (path) => readFileSync(root + path, 'utf8') }).filter(
      (test) => !/^web\/\w+\.test\.ts$/.test(test),
    )

  const webTests = (of: RegExp) =>
    modules
      .map(({ source }) => source)
      .filter((source) => source.endsWith('.test.tsx') && of.test(source))
      .toSorted((a, b) => a.localeCompare(b))

  test('a dialog runs the tests that import it, and those of its feature and of app/ that render pages', () => {
    const tests = testsOf('web/src/collaborators/InvitationDialog.tsx')
    expect(tests).toEqual(expect.arrayContaining(webTests(/^web\/src\/collaborators\//)))
    expect(tests).toContain('web/src/app/AppPage.test.tsx')
    expect(tests.filter((file) => !/^web\/src\/(app|collaborators)\//.test(file))).toEqual([])
  })

  test('a page runs the tests of its feature that render pages, although only the router imports it', () => {
    expect(testsOf('web/src/quotas/QuotaMinderPage.tsx')).toEqual([
      'web/src/quotas/BucketForm.test.tsx',
      'web/src/quotas/QuotaMinderPage.test.tsx',
    ])
  })

  test('a part loaded lazily runs the tests of its feature that render pages', () => {
    expect(testsOf('web/src/reference/Reference.tsx')).toContain('web/src/reference/Reference.test.tsx')
  })

  test('a rule runs its own tests, and those of components that import it', () => {
    const tests = testsOf('domain/src/quotas/rules.ts')
    expect(tests).toEqual(
      expect.arrayContaining(['domain/src/quotas/rules.test.ts', 'web/src/quotas/BucketForm.test.tsx']),
    )
    expect(tests).not.toContain('web/src/apps/AppsPage.test.tsx')
  })

  test('a rule that the contracts of other features import runs few component tests', () => {
    const tests = testsOf('domain/src/accounts/rules.ts')
    expect(tests).toContain('web/src/accounts/SignUpPage.test.tsx')
    expect(tests).not.toContain('web/src/quotas/BucketForm.test.tsx')
  })

  test('a contract runs the component tests that import it, although all replies are checked with it', () => {
    const tests = testsOf('domain/src/quotas/contract.ts')
    expect(tests).toContain('web/src/quotas/QuotaMinderPage.test.tsx')
    expect(tests).not.toContain('web/src/accounts/SignUpPage.test.tsx')
  })

  test('texts run the tests of the modules that show them', () => {
    const tests = testsOf('web/src/texts/collaborators.ts')
    expect(tests).toContain('web/src/collaborators/InvitationForm.test.tsx')
    expect(tests).toContain('web/src/texts/texts.test.ts')
    expect(tests).not.toContain('web/src/quotas/BucketForm.test.tsx')
  })

  test('the shell runs the tests of app/ that render pages', () => {
    const tests = testsOf('web/src/app/Shell.tsx')
    expect(tests).toContain('web/src/app/Shell.test.tsx')
    expect(tests.filter((file) => !file.startsWith('web/src/app/'))).toEqual([])
  })

  test('what prepares the page runs all component tests', () => {
    expect(testsOf('web/testing/setup.ts')).toEqual(webTests(/./))
  })

  test('the tests that read the source files of web/ run if one has changed', () => {
    const sources = { modules, read: (path: string) => readFileSync(root + path, 'utf8') }
    expect(testsFor(['web/src/ui/Pager.tsx'], sources)).toContain('web/texts.test.ts')
    expect(testsFor(['domain/src/quotas/rules.ts'], sources)).not.toContain('web/texts.test.ts')
  })

  test('a test runs itself', () => {
    expect(testsOf('web/src/ui/Pager.test.tsx')).toEqual(['web/src/ui/Pager.test.tsx'])
  })
})

const specs = ['apps.spec.ts', 'editor.spec.ts', 'listing.spec.ts', 'listingMedia.spec.ts', 'shell.spec.ts']

test.each([
  {
    changed: ['web/src/listings/media/Attachments.tsx'],
    expected: ['listing.spec.ts', 'listingMedia.spec.ts'],
  },
  { changed: ['web/src/apps/AppsPage.tsx'], expected: ['apps.spec.ts'] },
  { changed: ['web/src/manifests/editor/EditorToolbar.tsx'], expected: ['editor.spec.ts'] },
  { changed: ['e2e/shell.spec.ts'], expected: ['shell.spec.ts'] },
  { changed: ['web/src/apps/AppsPage.test.tsx'], expected: [] },
  { changed: ['server/src/apps/store.ts', 'web/src/main.tsx', 'README.md'], expected: [] },
])('$changed runs the browser tests $expected', ({ changed, expected }) => {
  expect(specsFor(changed, specs)).toEqual(expected)
})

test('every browser test that is chosen by its name exists', () => {
  const names = Object.values(otherSpecs).flat()
  expect(names.filter((name) => !existsSync(new URL(`../e2e/${name}.spec.ts`, import.meta.url)))).toEqual([])
})

const fileExists = (file: string) =>
  ['settings', 'demo'].some((name) => file === `server/src/${name}.test.ts`)

test.each([
  { changed: ['server/src/apps/store.ts', 'domain/src/apps/rules.ts'], expected: ['server/src/apps/'] },
  { changed: ['server/src/apps/list.test.ts'], expected: ['server/src/apps/list.test.ts'] },
  {
    changed: ['server/migrations/0001_people.sql'],
    expected: ['server/src/db/migrate.test.ts', 'server/src/db/server/upgrades.test.ts'],
  },
  { changed: ['server/seed/apps.ts'], expected: ['server/src/demo.test.ts'] },
  { changed: ['server/src/settings.ts'], expected: ['server/src/settings.test.ts'] },
  { changed: ['content/terms.md'], expected: ['server/src/documentation/'] },
  { changed: ['content/reference/main/branch.yaml'], expected: ['server/src/reference/'] },
  { changed: ['deploy/compose.yaml'], expected: ['server/src/deploy.test.ts'] },
  { changed: ['web/src/apps/AppsPage.tsx', 'README.md'], expected: [] },
])('$changed runs the API tests $expected', ({ changed, expected }) => {
  expect(apiTestsFor(changed, fileExists)).toEqual({ tests: expected, uncovered: [] })
})

test('names the changed files of the server that no API test is chosen for', () => {
  const changed = ['server/src/server.ts', 'server/testing/build.ts', 'server/src/settings.ts']
  expect(apiTestsFor(changed, fileExists)).toEqual({
    tests: ['server/src/settings.test.ts'],
    uncovered: ['server/src/server.ts', 'server/testing/build.ts'],
  })
})

test('a changed API test is not among the tests of rules', () => {
  const sources = { modules: [], read: () => '' }
  expect(testsFor(['server/src/apps/list.test.ts', 'scripts/docs.test.ts'], sources)).toEqual([
    'scripts/docs.test.ts',
  ])
})
