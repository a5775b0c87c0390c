import { beforeAll, expect, test } from 'vitest'
import { readImports } from './imports.mjs'

interface Module {
  source: string
  dependencies: { resolved: string; dependencyTypes: string[]; dynamic: boolean }[]
}

const imports = new Map<string, string[]>()

beforeAll(() => {
  const { modules }: { modules: Module[] } = readImports(['domain/src', 'web/src'])
  for (const { source, dependencies } of modules) {
    const loaded = dependencies.filter(
      ({ dependencyTypes, dynamic }) => !dynamic && !dependencyTypes.includes('type-only'),
    )
    imports.set(
      source,
      loaded.map(({ resolved }) => resolved),
    )
  }
}, 60_000)

/** Returns the modules that load with a module: its static run-time imports, direct and indirect. */
function loadedWith(module: string): string[] {
  const loaded = new Set([module])
  // Iterating over a set includes items added during the iteration.
  for (const each of loaded) for (const next of imports.get(each) ?? []) loaded.add(next)
  return [...loaded]
}

const isZod = (module: string) => module.includes('node_modules/zod/')

test('a module that parses replies loads zod', () => {
  expect(loadedWith('web/src/http/readReplyTo.ts').filter(isZod)).not.toEqual([])
})

test.each([
  ['every page', 'web/src/main.tsx', 'web/src/app/router.tsx'],
  ['My Apps', 'web/src/apps/AppsPage.tsx', 'web/src/apps/queries.ts'],
  ["an app's versions", 'web/src/app/AppVersionsTab.tsx', 'web/src/manifests/queries.ts'],
  ['the apps of the platform', 'web/src/apps/AdminAppsPage.tsx', 'web/src/apps/queries.ts'],
  ['the review queue', 'web/src/apps/ReviewQueuePage.tsx', 'web/src/apps/queries.ts'],
  ['the developers', 'web/src/accounts/AdminDevelopersPage.tsx', 'web/src/accounts/queries.ts'],
  ['the notifications', 'web/src/notifications/NotificationsPage.tsx', 'web/src/notifications/queries.ts'],
  ['the audit log', 'web/src/audit/AuditPage.tsx', 'web/src/audit/queries.ts'],
  ['the background jobs', 'web/src/jobs/JobsPage.tsx', 'web/src/jobs/queries.ts'],
])('the code of %s loads neither zod nor a contract', (_, module, part) => {
  const loaded = loadedWith(module)
  expect(loaded).toContain(part)
  expect(loaded.filter((each) => isZod(each) || /\/contracts?\.ts$/.test(each))).toEqual([])
})
