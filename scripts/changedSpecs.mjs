/**
 * Returns the browser tests of the features that the changed files belong to. `web/src/listings/…` belongs to `listings`,
 * whose browser tests are `listing*.spec.ts`; a changed browser test is its own.
 *
 * @param {string[]} changed paths from the root of the project
 * @param {string[]} specs names of files in e2e/
 */
export function specsFor(changed, specs) {
  const features = new Set(
    changed.flatMap((file) => /^web\/src\/(\w+)\/(?!.*\.test\.)/.exec(file)?.[1]?.replace(/s$/, '') ?? []),
  )
  return specs.filter(
    (spec) => changed.includes(`e2e/${spec}`) || [...features].some((feature) => spec.startsWith(feature)),
  )
}
