import { isObject, type JsonObject } from '../json/values.ts'
import type { Branch, ChangelogEntry, GroupDocument, HttpMethod, Operation, Visibility } from './content.ts'

/** The reader. Staff and employees see what is not public, and other branches (CHG-23, CHG-24, REF-07). */
export interface Reader {
  is_admin: boolean
  is_employee: boolean
}

export const readsEverything = (reader: Reader | null): boolean =>
  reader !== null && (reader.is_admin || reader.is_employee)

interface Marked {
  'x-doc'?: { visibility?: Visibility | undefined } | undefined
}

/** Returns whether something is public, which requires an explicit mark. */
export const isPublic = (thing: Marked): boolean => thing['x-doc']?.visibility === 'public'

export const defaultBranch = (branches: Branch[]): Branch | undefined =>
  branches.find((branch) => branch.default) ?? branches[0]

/** Returns the requested branch. Only staff and employees can choose one; others get the default. */
export function chosenBranch(
  branches: Branch[],
  reader: Reader | null,
  sha: string | undefined,
): Branch | undefined {
  const ordinary = defaultBranch(branches)
  if (sha === undefined || sha === ordinary?.sha) return ordinary
  return readsEverything(reader) ? branches.find((branch) => branch.sha === sha) : undefined
}

const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order

/** Returns a branch as displayed: its own pages, groups and changes, plus everything it inherits from its base. */
export function onBase(branch: Branch, base: Branch): Branch {
  const slugs = new Set(branch.docs.map(({ slug }) => slug))
  const groups = new Set(branch.groups.map((group) => group['x-group'].slug))
  const remaining = {
    docs: base.docs.filter(({ slug }) => !slugs.has(slug)),
    groups: base.groups.filter((group) => !groups.has(group['x-group'].slug)),
  }
  return {
    ...branch,
    docs: [...branch.docs, ...remaining.docs].toSorted(byOrder),
    groups: [...branch.groups, ...remaining.groups].toSorted((a, b) => byOrder(a['x-group'], b['x-group'])),
    changelog: newestFirst([...branch.changelog, ...base.changelog]),
  }
}

const verbs: readonly HttpMethod[] = ['get', 'put', 'post', 'patch', 'delete']

export interface Endpoint {
  verb: Uppercase<HttpMethod>
  path: string
  operation: Operation
}

/** Returns the calls of a group in document order. */
export function listEndpoints(document: Pick<GroupDocument, 'paths'>): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ verb: method.toUpperCase() as Uppercase<HttpMethod>, path, operation }] : []
    }),
  )
}

/** Returns a path segment like the platform's own reference: each run of other characters becomes one hyphen. */
export const toSlug = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._~-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()

/** Compares versions number by number: 1.10 comes after 1.9. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const length = Math.max(left?.length ?? 0, right?.length ?? 0)
  for (let i = 0; i < length; i += 1) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the lowest version and later as `1.0+`, or `?` without versions (CHG-10, CHG-11). */
export function versionsLabel(versions: string[]): string {
  const [lowest] = versions.toSorted(compareVersions)
  return lowest === undefined ? '?' : `${lowest}+`
}

/** Returns the month of a change (CHG-09). */
export const toMonth = (datestamp: string): string => datestamp.slice(0, 7)

/** Sorts changes newest first, in written order within a day (CHG-08). */
export const newestFirst = (entries: ChangelogEntry[]): ChangelogEntry[] =>
  entries.toSorted((a, b) => b.datestamp.localeCompare(a.datestamp))

/** Returns a permanent id of a change, for the address of its card and for feeds. */
export const changeId = ({ datestamp, endpoint, summary }: ChangelogEntry): string =>
  toSlug(`${datestamp}-${endpoint}-${summary}`)

/** Returns a key that ignores the version prefix of a path and the names of its parameters. */
export const callKey = (endpoint: string): string =>
  endpoint.replace(/^(\w+) (?:\/rest)?(?:\/v\d+(?:\.\d+)?)?\//, '$1 /').replace(/\{[^}]*\}/g, '{}')

/** Returns the component that a reference names, `#/components/schemas/Project`. */
function referencedComponent(value: JsonObject): string | undefined {
  const { $ref: target } = value
  return typeof target === 'string' && target.startsWith('#/components/') ? target : undefined
}

/** Returns every component reachable from here. Handles circular references. */
function reachable(start: unknown, components: JsonObject): Set<string> {
  const seen = new Set<string>()
  const rest: unknown[] = [start]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (Array.isArray(next)) rest.push(...next)
    if (!isObject(next)) continue
    const name = referencedComponent(next)
    if (name !== undefined && !seen.has(name)) {
      seen.add(name)
      const [, , kind = '', key = ''] = name.split('/')
      const group = components[kind]
      if (isObject(group)) rest.push(group[key])
    }
    rest.push(...Object.values(next).filter((value) => value !== null))
  }
  return seen
}

/** Returns only the components of the remaining calls: a hidden call's schemas would reveal what it does. */
function usedComponents(paths: unknown, components: JsonObject): JsonObject {
  const names = reachable(paths, components)
  const kinds = Object.entries(components).flatMap(([kind, parts]) => {
    if (kind === 'securitySchemes' || !isObject(parts)) return [[kind, parts] as const]
    const remaining = Object.entries(parts).filter(([key]) => names.has(`#/components/${kind}/${key}`))
    return remaining.length > 0 ? [[kind, Object.fromEntries(remaining)] as const] : []
  })
  return Object.fromEntries(kinds)
}

function toPublicPart(document: GroupDocument): GroupDocument | undefined {
  if (!isPublic(document)) return undefined
  const paths: GroupDocument['paths'] = {}
  for (const [path, item] of Object.entries(document.paths)) {
    const hidden = verbs.filter((method) => item[method] && !isPublic(item[method]))
    const left = Object.fromEntries(
      Object.entries(item).filter(([key]) => !hidden.includes(key as HttpMethod)),
    )
    if (verbs.some((method) => left[method] !== undefined)) paths[path] = left
  }
  if (Object.keys(paths).length === 0) return undefined
  const { components } = document
  if (!isObject(components)) return { ...document, paths }
  return { ...document, paths, components: usedComponents(paths, components) }
}

/** The public part of each document. Cached because finding it requires walking the whole document. */
const publicParts = new WeakMap<GroupDocument, { part: GroupDocument | undefined }>()

/** Returns the parts of a group that this reader may see; undefined if there are none. */
export function readableDocument(document: GroupDocument, reader: Reader | null): GroupDocument | undefined {
  if (readsEverything(reader)) return document
  const known = publicParts.get(document) ?? { part: toPublicPart(document) }
  publicParts.set(document, known)
  return known.part
}

/** Returns the document with each call's own changes. */
export function withChangelog(document: GroupDocument, entries: ChangelogEntry[]): GroupDocument {
  const byCall = Map.groupBy(entries, (entry) => callKey(entry.endpoint))
  const paths: GroupDocument['paths'] = {}
  for (const [path, item] of Object.entries(document.paths)) {
    paths[path] = { ...item }
    for (const method of verbs) {
      const operation = item[method]
      const changes = byCall.get(callKey(`${method.toUpperCase()} ${path}`))
      if (operation && changes) paths[path][method] = { ...operation, 'x-changelog': changes }
    }
  }
  return { ...document, paths }
}
