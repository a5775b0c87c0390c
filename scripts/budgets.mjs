/**
 * Compares what the first load of a page fetches with its budget: scripts and styles in KiB as the server
 * sends them, compressed with Brotli, and the number of these files. Builds the web app if its sources changed.
 *
 *   node scripts/budgets.mjs           prints the table, and fails if a page exceeds its limit
 *   node scripts/budgets.mjs --files   also lists the files of every page
 *
 * `limit` is the maximum that a page may cost now, at most 1 KiB above its actual cost. Lower it whenever a page gets
 * smaller. `goal` is what it should cost.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { ensureBuilt } from './buildWeb.mjs'
import { root } from './processes.mjs'

const dist = `${root}web/dist/`

const webApp = { folder: '', entry: 'index.html' }

/** The build that the server renders for visitors (decision 32). */
const publicPages = { folder: 'public/', entry: 'src/app/public/enhance.ts' }

/** Additional modules of the pages before sign-in. */
const accountScript = 'src/app/public/hydrateAccountPage.ts'

/** Its own module runs on the server, but it has the styles of the public pages. */
const rendered = 'src/app/public/renderPage.ts'

/**
 * The files of each page's first load, in addition to the entry: the files of `page` in the web app's list
 * (web/pageFiles.ts), or `modules` that it imports dynamically.
 *
 * @type {{ address: string, build: typeof webApp, page?: string, modules?: string[], limit: number, goal: number }[]}
 */
const pages = [
  { address: '/', build: publicPages, limit: 4, goal: 120 },
  { address: '/marketplace', build: publicPages, limit: 4, goal: 90 },
  { address: '/marketplace/site-sync', build: publicPages, limit: 4, goal: 90 },
  { address: '/reference', build: publicPages, limit: 4, goal: 140 },
  { address: '/reference/rest/projects', build: publicPages, limit: 4, goal: 140 },
  { address: '/documentation/oauth', build: publicPages, limit: 4, goal: 140 },
  { address: '/signin', build: publicPages, modules: [accountScript], limit: 116, goal: 120 },
  { address: '/developer_apps', build: webApp, page: 'apps', limit: 166, goal: 180 },
  { address: '/developer_apps/1', build: webApp, page: 'app', limit: 206, goal: 230 },
  { address: '/developer_apps/1/versions', build: webApp, page: 'app/versions', limit: 196, goal: 230 },
  {
    address: '/developer_apps/1/marketplace_listing',
    build: webApp,
    page: 'app/marketplace_listing',
    limit: 216,
    goal: 230,
  },
  { address: '/developer_apps/1/metrics', build: webApp, page: 'app/metrics', limit: 178, goal: 230 },
  {
    address: '/developer_apps/1/settings',
    build: webApp,
    page: 'app/settings',
    limit: 208,
    goal: 230,
  },
  {
    address: '/developer_apps/1/oauth_credentials',
    build: webApp,
    page: 'app/oauth_credentials',
    limit: 203,
    goal: 230,
  },
  {
    address: '/developer_apps/1/collaborators',
    build: webApp,
    page: 'app/collaborators',
    limit: 195,
    goal: 230,
  },
  { address: '/notifications', build: webApp, page: 'notifications', limit: 223, goal: 230 },
  { address: '/account', build: webApp, page: 'account', limit: 209, goal: 230 },
  { address: '/account/tokens', build: webApp, page: 'accountTokens', limit: 175, goal: 180 },
  { address: '/marketplace, signed in', build: webApp, page: 'marketplace', limit: 178, goal: 230 },
  {
    address: '/marketplace/site-sync, signed in',
    build: webApp,
    page: 'marketplaceApp',
    limit: 183,
    goal: 230,
  },
  { address: '/admin/developer_apps', build: webApp, page: 'adminApps', limit: 199, goal: 230 },
  { address: '/admin/audit', build: webApp, page: 'audit', limit: 205, goal: 230 },
  {
    address: '/admin/developer_apps/1',
    build: webApp,
    page: 'adminApp',
    limit: 230,
    goal: 230,
  },
  {
    address: '/admin/developer_apps/1/marketplace_listing',
    build: webApp,
    page: 'adminApp/marketplace_listing',
    limit: 230,
    goal: 230,
  },
  {
    address: '/admin/developer_apps/1/contacts/new',
    build: webApp,
    page: 'newAdminContact',
    limit: 190,
    goal: 230,
  },
  { address: '/admin/developers', build: webApp, page: 'adminDevelopers', limit: 179, goal: 230 },
  { address: '/admin/developers/1/edit', build: webApp, page: 'adminDeveloper', limit: 199, goal: 230 },
  {
    address: '/admin/oauth_applications',
    build: webApp,
    page: 'adminOauthApplications',
    limit: 182,
    goal: 230,
  },
  { address: '/admin/security_events', build: webApp, page: 'securityEvents', limit: 201, goal: 230 },
  { address: '/admin/notifications/new', build: webApp, page: 'newAdminNotification', limit: 196, goal: 230 },
  { address: '/admin/quota_minder', build: webApp, page: 'rateLimits', limit: 179, goal: 230 },
  {
    address: '/reference/rest/projects, signed in',
    build: webApp,
    page: 'referenceGroup',
    limit: 227,
    goal: 230,
  },
  { address: '/reference, signed in', build: webApp, page: 'reference', limit: 178, goal: 180 },
  {
    address: '/reference/rest/changelog, signed in',
    build: webApp,
    page: 'changelog',
    limit: 227,
    goal: 230,
  },
]

/** The limit and goal of every page. */
const limits = { styles: 25, files: 20 }

/** Returns the files of these modules and of all that they import statically. */
export function filesFor(manifest, modules) {
  const seen = new Set()
  const waiting = [...modules]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    if (!manifest[name]) throw new Error(`The build has no module ${name}.`)
    seen.add(name)
    waiting.push(...(manifest[name].imports ?? []))
  }
  const chunks = [...seen].map((name) => manifest[name])
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))],
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  }
}

/** Returns the file that the server sends: the compressed copy, or the original if it's too small for one. */
function compressedSize(file) {
  const copy = `${dist}${file}.br`
  return statSync(existsSync(copy) ? copy : dist + file).size
}

const kib = (files) => files.reduce((sum, file) => sum + compressedSize(file), 0) / 1024

const readManifest = ({ folder }) => JSON.parse(readFileSync(`${dist}${folder}manifest.json`, 'utf8'))

const readPageFiles = () => JSON.parse(readFileSync(`${dist}pageFiles.json`, 'utf8'))

function filesOfPage({ build, page, modules = [] }) {
  const manifest = readManifest(build)
  const { scripts, styles } = filesFor(manifest, [build.entry, ...modules])
  const added = page === undefined ? { scripts: [], styles: [] } : readPageFiles()[page]
  // The documents of public pages have the styles of all of them.
  const renderedStyles = manifest[rendered] ? filesFor(manifest, [rendered]).styles : []
  const inDist = (file) => build.folder + file
  return {
    scripts: [...scripts, ...added.scripts].map(inDist),
    styles: [...new Set([...styles, ...added.styles, ...renderedStyles])].map(inDist),
  }
}

function measure(page) {
  const { address, limit, goal } = page
  const { scripts, styles } = filesOfPage(page)
  const files = [...scripts, ...styles]
  return {
    address,
    files,
    metrics: [
      { name: 'scripts', value: kib(scripts), limit, goal },
      { name: 'styles', value: kib(styles), limit: limits.styles, goal: limits.styles },
      { name: 'files', value: files.length, limit: limits.files, goal: limits.files },
    ],
  }
}

function printPage({ address, files, metrics }, withFiles) {
  const cells = metrics.map(({ name, value, limit, goal }) => {
    const shown = Number.isInteger(value) ? value : value.toFixed(1)
    return `${name} ${shown} (limit ${limit}, goal ${goal})${value > limit ? ' ✗' : ''}`
  })
  console.log(`${address.padEnd(37)} ${cells.join('   ')}`)
  if (!withFiles) return
  for (const file of files.toSorted((a, b) => compressedSize(b) - compressedSize(a))) {
    console.log(`${(compressedSize(file) / 1024).toFixed(1).padStart(8)} ${file}`)
  }
}

/** Returns the measured pages with a metric above its limit. */
export const listTooLarge = (measured) =>
  measured.filter(({ metrics }) => metrics.some(({ value, limit }) => value > limit))

async function main() {
  await ensureBuilt()
  const measured = pages.map(measure)
  for (const page of measured) printPage(page, process.argv.includes('--files'))
  if (listTooLarge(measured).length > 0) process.exit(1)
}

if (process.argv[1] === `${root}scripts/budgets.mjs`) await main()
