import type { Random } from './random.ts'
import type { Pool } from './values.ts'

const isPooled = /^(id|uid|slug|key|token|server|hashed_id|updated_at|app_version_id|event_id)$|_id$|_ids$/

export interface Collector extends Pool {
  /** Replaces the values of a name. */
  set: (name: string, values: unknown[]) => void
  /** Prefers one value of each name until the next call, so that requests target the same objects. */
  focus: () => void
  clear: () => void
  collect: (url: string, body: unknown) => void
}

/** How often a pool with a focus finds the preferred value. */
const focusedShare = 0.85

/** Collects identifiers from replies, so that later requests reach existing objects. */
export function createPool(random: Random, maxValues = 60): Collector {
  const pool = new Map<string, unknown[]>()
  let focus: number | null = null

  function add(name: string, value: unknown): void {
    const known = pool.get(name) ?? []
    if (known.includes(value)) return
    if (known.length < maxValues) pool.set(name, [...known, value])
    else known[random.integer(maxValues)] = value
  }

  function collect(list: string, value: unknown, depth: number): void {
    if (depth > 6 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.slice(0, 20).forEach((item) => collect(list, item, depth + 1))
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === 'object') collect(name, item, depth + 1)
      else if (name === 'id') add(list, item)
      // The only list whose rows are identified by name.
      else if (name === 'name' && list === 'quota_minder_servers') add('server', item)
      else if (isPooled.test(name)) add(name === 'updated_at' ? 'if_unchanged_since' : name, item)
    }
  }

  return {
    set: (name, values) => void pool.set(name, values),
    focus: () => void (focus = random.integer(maxValues)),
    clear: () => pool.clear(),
    // The last part of a list's address names its rows: `/admin/developers` has the ids of `developers`.
    collect: (url, body) =>
      collect(/\/([a-z_]+)(?:\/[^/?]*\d[^/?]*)?(?:\?|$)/.exec(url)?.[1] ?? 'id', body, 0),
    find: (name) => {
      const known = pool.get(name)
      if (!known) return undefined
      return focus !== null && random.chance(focusedShare) ? known[focus % known.length] : random.pick(known)
    },
  }
}
