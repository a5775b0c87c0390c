const feature = (file) => /^server\/src\/([^/]+)\/(?!.*\.test\.ts$)/.exec(file)?.[1]

/**
 * Returns the imports between the server's features that exist at run time: for each feature the features that it
 * imports, each with one import as an example.
 *
 * @param {{ source: string, dependencies: { resolved: string, dependencyTypes: string[] }[] }[]} modules
 */
function importsBetweenFeatures(modules) {
  /** @type {Map<string, Map<string, string>>} */
  const imports = new Map()
  for (const { source, dependencies } of modules) {
    const from = feature(source)
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = feature(resolved)
      if (!from || !to || from === to || dependencyTypes.includes('type-only')) continue
      const targets = imports.get(from) ?? new Map()
      imports.set(from, targets.set(to, `${source} → ${resolved}`))
    }
  }
  return imports
}

/** Returns the shortest way from a feature back to itself, or undefined. */
function findCycle(imports, start) {
  const queue = [[start]]
  const seen = new Set()
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const next of imports.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...way, next])
    }
  }
  return undefined
}

/** Returns the cycles between the server's features, each once, with the imports that close it. */
export function findFeatureCycles(modules) {
  const imports = importsBetweenFeatures(modules)
  const cycles = new Map()
  for (const start of [...imports.keys()].toSorted()) {
    const cycle = findCycle(imports, start)
    if (!cycle) continue
    const examples = cycle.slice(1).map((to, index) => imports.get(cycle[index])?.get(to))
    const key = cycle
      .slice(1)
      .toSorted((a, b) => a.localeCompare(b))
      .join(' ')
    if (!cycles.has(key)) cycles.set(key, `${cycle.join(' → ')} (${examples.join(', ')})`)
  }
  return [...cycles.values()]
}
