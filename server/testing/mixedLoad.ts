import type { Kysely } from 'kysely'
import type { Tables } from '../src/db/schema.ts'
import { findAssets } from './webBuildCopy.ts'

export interface LoadAnswer {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** Sends one JSON request as the owner of the app. */
export type Send = (method: string, url: string, body?: object) => Promise<LoadAnswer>

export interface Load {
  /** Waits for this many more acknowledged writes, which show that the server works. */
  untilAcknowledged: (more: number) => Promise<void>
  /** Waits for this many more 503 replies, which show that the fault has an effect. */
  untilUnavailable: (more: number) => Promise<void>
  /** Stops the load and returns the report. */
  stop: () => Promise<LoadReport>
}

/** Sends one GET request like a browser. */
export type Open = (path: string) => Promise<Omit<LoadAnswer, 'body'> & { text: string }>

interface LoadOptions {
  /** Also loads pages as browsers do, with all their assets. Without it, only calls are made. */
  browsers?: { open: Open; path: string }[]
}

export interface LoadReport {
  acknowledged: number
  /** How many pages were loaded. */
  pages: number
  /** 503 replies with `Retry-After: 5` and the code `unavailable`. */
  unavailable: number
  /** Every other failed reply: there must be none. */
  wrong: string[]
  /** Returns acknowledged writes that the database doesn't have: there must be none. */
  findLost: (db: Kysely<Tables>) => Promise<string[]>
}

interface Shared {
  appId: number
  isStopping: boolean
  unavailable: number
  wrong: string[]
  appIds: Map<number, string>
  versionIds: Set<number>
  /** Possible internal names of the app: the last acknowledged one, or one whose reply never came. */
  names: Set<string>
  /** The same for the owner's company. */
  companies: Set<string>
  acknowledged: number
  pages: number
}

/**
 * Reads and writes continuously, like several tabs of one user: new apps, versions, settings and the account.
 *
 * A request without a reply throws, so the server process must stay alive.
 */
export function startMixedLoad(send: Send, appId: number, { browsers = [] }: LoadOptions = {}): Load {
  const shared: Shared = {
    appId,
    isStopping: false,
    unavailable: 0,
    wrong: [],
    appIds: new Map(),
    versionIds: new Set(),
    names: new Set(),
    companies: new Set(),
    acknowledged: 0,
    pages: 0,
  }
  const loops = [createApps, saveVersions, renameApp, renameCompany, read, read].map((step, index) =>
    repeat(shared, (round) => step(send, shared, `${index}-${round}`)),
  )
  loops.push(...browsers.map(({ open, path }) => repeat(shared, () => openPage(open, shared, path))))
  const all = Promise.all(loops)
  const untilMore = async (what: 'acknowledged' | 'unavailable', more: number): Promise<void> => {
    const goal = shared[what] + more
    const deadline = Date.now() + 60_000
    while (shared[what] < goal) {
      if (Date.now() > deadline) throw new Error(`Waited for ${goal} ${what}, saw ${shared[what]}.`)
      await Promise.race([all, pause(10)])
    }
  }
  return {
    untilAcknowledged: (more) => untilMore('acknowledged', more),
    untilUnavailable: (more) => untilMore('unavailable', more),
    stop: async () => {
      shared.isStopping = true
      await all
      const { acknowledged, pages, unavailable, wrong } = shared
      return { acknowledged, pages, unavailable, wrong, findLost: (db) => findLost(db, shared) }
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function repeat(shared: Shared, step: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; !shared.isStopping; round += 1) {
    await step(round)
    await pause(2)
  }
}

/** Whether a client would try again later. */
export const isUnavailable = ({ status, headers, body }: LoadAnswer): boolean =>
  status === 503 &&
  headers['retry-after'] === '5' &&
  (body as { code?: unknown } | undefined)?.code === 'unavailable'

/** Returns the body of a success, or undefined if the server is unavailable and a client would try again. */
async function ask(
  send: Send,
  shared: Shared,
  ...request: Parameters<Send>
): Promise<Record<string, unknown> | undefined> {
  const answer = await send(...request)
  const { status, body } = answer
  if (status >= 200 && status < 300) return body as Record<string, unknown>
  if (isUnavailable(answer)) {
    shared.unavailable += 1
    await pause(20)
  } else {
    shared.wrong.push(`${request[0]} ${request[1]}: ${status} ${JSON.stringify(body)}`)
  }
  return undefined
}

async function createApps(send: Send, shared: Shared, tag: string): Promise<void> {
  if (shared.appIds.size >= 150) return pause(100)
  const name = `Created ${tag}`
  const app = await ask(send, shared, 'POST', '/api/v1/developer_apps', { internal_name: name })
  if (!app) return
  shared.appIds.set(Number(app.id), name)
  shared.acknowledged += 1
}

async function saveVersions(send: Send, shared: Shared, tag: string): Promise<void> {
  const content = {
    schema_version: '4.1',
    fullscreen: { source_url: `https://app.example.test/${tag}`, description: '' },
  }
  const saved = await ask(send, shared, 'POST', '/api/v1/app_versioned_manifests', {
    developer_app_id: shared.appId,
    manifest: { content },
  })
  if (!saved) return
  shared.versionIds.add((saved.manifest as { id: number }).id)
  shared.acknowledged += 1
}

/**
 * Sends a write and tracks the possible values: a write without a reply may have been stored; one with a reply replaces
 * all earlier values.
 */
async function write(
  possible: Set<string>,
  value: string,
  shared: Shared,
  attempt: () => Promise<unknown>,
): Promise<void> {
  possible.add(value)
  if (!(await attempt())) return
  possible.clear()
  possible.add(value)
  shared.acknowledged += 1
}

function renameApp(send: Send, shared: Shared, tag: string): Promise<void> {
  const name = `Renamed ${tag}`
  const address = `/api/v1/developer_apps/${shared.appId}`
  return write(shared.names, name, shared, () => ask(send, shared, 'PATCH', address, { internal_name: name }))
}

function renameCompany(send: Send, shared: Shared, tag: string): Promise<void> {
  const name = `Company ${tag}`
  return write(shared.companies, name, shared, () =>
    ask(send, shared, 'PATCH', '/api/v1/account', { company_name: name }),
  )
}

async function read(send: Send, shared: Shared): Promise<void> {
  await ask(send, shared, 'GET', '/api/v1/developer_apps')
}

/** Loads a page and then all assets that it names, like a browser without a cache. */
async function openPage(open: Open, shared: Shared, path: string): Promise<void> {
  const page = await open(path)
  if (page.status !== 200) return void shared.wrong.push(`GET ${path}: ${page.status}`)
  const assets = findAssets(page.text)
  if (assets.length < 3) shared.wrong.push(`GET ${path}: names only ${assets.length} assets`)
  const replies = await Promise.all(assets.map(open))
  for (const [index, { status, headers }] of replies.entries()) {
    // A release without such an address may answer with a page.
    const type = String(headers['content-type'])
    if (status !== 200 || type.startsWith('text/html')) {
      shared.wrong.push(`GET ${assets[index]} of ${path}: ${status} ${type}`)
    }
  }
  shared.pages += 1
}

async function findLost(db: Kysely<Tables>, shared: Shared): Promise<string[]> {
  const apps = await db.selectFrom('developer_apps').select(['id', 'internal_name', 'owner_id']).execute()
  const names = new Map(apps.map((app) => [app.id, app.internal_name]))
  const versions = await db.selectFrom('app_versions').select('id').execute()
  const versionIds = new Set(versions.map(({ id }) => id))
  const owner = await db
    .selectFrom('developers')
    .innerJoin('developer_apps', 'developer_apps.owner_id', 'developers.id')
    .select('developers.company_name')
    .where('developer_apps.id', '=', shared.appId)
    .executeTakeFirst()
  const lost: string[] = []
  for (const [id, name] of shared.appIds) if (names.get(id) !== name) lost.push(`app ${id}`)
  for (const id of shared.versionIds) if (!versionIds.has(id)) lost.push(`version ${id}`)
  const name = names.get(shared.appId) ?? ''
  if (!shared.names.has(name)) lost.push(`the app is called ${name}, not ${[...shared.names].join(' or ')}`)
  const company = owner?.company_name ?? ''
  if (!shared.companies.has(company)) lost.push(`the company is called ${company}`)
  return lost
}
