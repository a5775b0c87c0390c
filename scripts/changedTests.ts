/**
 * Returns the browser tests of the features that the changed files belong to. `web/src/listings/…` belongs to `listings`,
 * whose browser tests are `listing*.spec.ts`; a changed browser test is its own.
 *
 * `changed` are paths from the root of the project, `specs` names of files in e2e/.
 */
export function specsFor(changed: string[], specs: string[]): string[] {
  const features = new Set(
    changed.flatMap((file) => /^web\/src\/(\w+)\/(?!.*\.test\.)/.exec(file)?.[1]?.replace(/s$/, '') ?? []),
  )
  return specs.filter(
    (spec) => changed.includes(`e2e/${spec}`) || [...features].some((feature) => spec.startsWith(feature)),
  )
}

/** Returns the folders and files of the API tests for the changed files: those of the same feature. */
export function apiTestsFor(changed: string[]): string[] {
  const files = changed.filter((file) => /^server\/.*\.test\.ts$/.test(file))
  const folders = changed.flatMap((file) => {
    const feature = /^(?:domain|server)\/src\/(\w+)\//.exec(file)?.[1]
    return feature && !files.includes(file) ? [`server/src/${feature}/`] : []
  })
  return [...new Set([...folders, ...files])]
}
