/** A module as dependency-cruiser reports it. */
export interface Module {
  source: string
  dependencies: { resolved: string; dependencyTypes: string[] }[]
}

interface Sources {
  modules: Module[]
  /** Returns the text of a file of the project. */
  read: (file: string) => string
}

const isWebModule = (file: string) => /^web\/(src|testing)\/.*\.tsx?$/.test(file)
const isApiTest = (file: string) => /^server\/.*\.test\.ts$/.test(file)
const isRuleTest = (file: string) => file.endsWith('.test.ts') && !isApiTest(file)
const isComponentTest = (file: string) => file.endsWith('.test.tsx')

/**
 * Modules that reach almost every feature, so that their imports don't show which component a test tests. A contract
 * imports the rules of other features for their limits, and `contracts.ts` imports all contracts.
 */
const reachesMostFeatures = (file: string) =>
  /^domain\/src\/.*contracts?\.ts$/.test(file) ||
  [
    'web/src/app/lazyPages.ts',
    'web/src/app/router.tsx',
    'web/src/http/session.ts',
    'web/testing/faults.ts',
    'web/testing/render.tsx',
  ].includes(file)

/** Returns the folder of a feature's web modules, or null: `web/src/listings` for `web/src/listings/media/Upload.tsx`. */
const webFeature = (file: string) => /^web\/src\/\w+(?=\/)/.exec(file)?.[0] ?? null

/** Returns the modules that a module imports at run time, including lazily. */
const importsOf = ({ dependencies }: Module) =>
  dependencies
    .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
    .map(({ resolved }) => resolved)

/** Returns the modules with the texts that a module shows, by their keys: `t('apps.list.title')`. */
function textsIn(source: string, read: Sources['read']): string[] {
  if (!isWebModule(source) || source.startsWith('web/src/texts/')) return []
  return [...read(source).matchAll(/['"`](\w+)\.[\w$]/g)].map(([, feature]) => `web/src/texts/${feature}.ts`)
}

/**
 * Returns the modules that a component test uses besides its imports: those that prepare the page and, if it renders
 * pages by address, all modules of its feature.
 */
function usesOfTest(test: string, { modules, read }: Sources): string[] {
  const feature = /\brender(Page|App)\(/.test(read(test)) ? webFeature(test) : null
  const ofFeature = modules
    .map(({ source }) => source)
    .filter((source) => feature !== null && webFeature(source) === feature && !/\.test\./.test(source))
  return ['web/testing/setup.ts', ...ofFeature]
}

function usesOf(module: Module, sources: Sources): string[] {
  const { source } = module
  return [
    ...(reachesMostFeatures(source) ? [] : importsOf(module)),
    ...textsIn(source, sources.read),
    ...(isComponentTest(source) ? usesOfTest(source, sources) : []),
  ]
}

/** Returns everything that uses the changed files, directly or indirectly. */
function usersOf(
  changed: readonly string[],
  modules: readonly Module[],
  uses: (module: Module) => string[],
): string[] {
  const usedBy = new Map<string, string[]>()
  for (const module of modules) {
    for (const used of uses(module)) usedBy.set(used, [...(usedBy.get(used) ?? []), module.source])
  }
  const reached = new Set(changed)
  // Iterating over a set includes items added during the iteration.
  for (const file of reached) for (const user of usedBy.get(file) ?? []) reached.add(user)
  return [...reached].toSorted((a, b) => a.localeCompare(b))
}

/** Tests that read the source files of web/ instead of importing them. */
const readsSources = (file: string) => /^web\/\w+\.test\.ts$/.test(file)

/** Returns the tests of rules and components that use the changed files, directly or indirectly. */
export function testsFor(changed: readonly string[], sources: Sources): string[] {
  const { modules } = sources
  const readers = changed.some((file) => file.startsWith('web/src/'))
    ? modules.map(({ source }) => source).filter(readsSources)
    : []
  return [
    ...new Set([...usersOf(changed, modules, importsOf).filter(isRuleTest), ...readers]),
    ...usersOf(changed, modules, (module) => usesOf(module, sources)).filter(isComponentTest),
  ]
}

/** The browser tests that aren't named after their feature. */
export const otherSpecs: Readonly<Record<string, readonly string[]>> = {
  app: ['adminApp', 'shell', 'palette'],
  apps: ['settings'],
  http: ['signInAgain', 'errorReports'],
  manifests: ['configurations', 'editor', 'mainJob', 'versions'],
  permissions: ['editor'],
  shared: ['drafts'],
}

/**
 * Returns the browser tests of the features that the changed files belong to. `web/src/listings/…` belongs to `listings`,
 * whose browser tests are `listing*.spec.ts`; a changed browser test is its own.
 *
 * `changed` are paths from the root of the project, `specs` names of files in e2e/.
 */
export function specsFor(changed: readonly string[], specs: readonly string[]): string[] {
  const features = new Set(
    changed.flatMap((file) => /^web\/src\/(\w+)\/(?!.*\.test\.)/.exec(file)?.[1] ?? []),
  )
  const belongs = (spec: string, feature: string) =>
    spec.startsWith(feature.replace(/s$/, '')) ||
    otherSpecs[feature]?.some((name) => spec === `${name}.spec.ts`)
  return specs.filter(
    (spec) => changed.includes(`e2e/${spec}`) || [...features].some((feature) => belongs(spec, feature)),
  )
}

/** API tests of code that belongs to no feature. */
const otherApiTests: readonly [changed: RegExp, tests: readonly string[]][] = [
  [/^server\/migrations\//, ['server/src/db/migrate.test.ts', 'server/src/db/server/upgrades.test.ts']],
  [/^server\/seed\//, ['server/src/demo.test.ts']],
  [/^content\/reference\//, ['server/src/reference/']],
  [/^content\/(documentation\/|terms)/, ['server/src/documentation/']],
  [/^deploy\/alerts/, ['server/src/monitoring/']],
  [/^deploy\//, ['server/src/deploy.test.ts']],
]

/** Returns the API tests of a file: the file itself, those of its feature, or those named after it. */
function apiTestsOf(file: string, exists: (file: string) => boolean): readonly string[] {
  if (isApiTest(file)) return [file]
  const feature = /^(?:domain|server)\/src\/(\w+)\//.exec(file)?.[1]
  if (feature) return [`server/src/${feature}/`]
  const own = /^server\/.*\.ts$/.test(file) ? file.replace(/\.ts$/, '.test.ts') : null
  if (own && exists(own)) return [own]
  return otherApiTests.find(([changed]) => changed.test(file))?.[1] ?? []
}

/**
 * Returns the folders and files of the API tests for the changed files, and the server files without any, which only a
 * run of all API tests covers.
 */
export function apiTestsFor(
  changed: readonly string[],
  exists: (file: string) => boolean,
): { tests: string[]; uncovered: string[] } {
  const tests = changed.map((file) => apiTestsOf(file, exists))
  return {
    tests: [...new Set(tests.flat())],
    uncovered: changed.filter(
      (file, index) => /^(server|content|deploy)\//.test(file) && tests[index]?.length === 0,
    ),
  }
}
