// Synchronizes node_modules with package-lock.json. Needs only Node 20 and npm.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { holding, withLock } from './lock.mjs'
import { node, root, run } from './processes.mjs'

/** npm writes the installed packages here when an installation is complete. */
const record = `${root}node_modules/.package-lock.json`
const lockFile = `${root}package-lock.json`

/** Returns the lock file's packages, which are needed to tell whether the installation is complete. */
function readWanted() {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch (error) {
    throw new Error(`${lockFile} can't be read: ${error.message}`, { cause: error })
  }
}

/** Returns the packages in npm's record. A missing or truncated record counts as empty. */
function readInstalled() {
  if (!existsSync(record)) return {}
  const text = readFileSync(record, 'utf8')
  try {
    return JSON.parse(text).packages ?? {}
  } catch {
    return {}
  }
}

/** `os` and `cpu` list allowed values, or excluded ones with an exclamation mark. */
const allows = (list = [], value) =>
  list.length === 0 || list.includes(value) || (list[0].startsWith('!') && !list.includes(`!${value}`))
const isForThisMachine = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch)
const isSame = (a, b) => a.version === b.version && a.integrity === b.integrity

/** Compares contents, but not times, which differ in a copied checkout. */
export function isComplete(installed, wanted) {
  return (
    Object.values(installed).every(isForThisMachine) &&
    Object.entries(wanted).every(([path, entry]) => {
      const found = installed[path]
      if (found) return isSame(found, entry)
      // The project itself has no entry in the record, and npm skips optional packages for other machines.
      return path === '' || entry.optional === true || entry.devOptional === true
    })
  )
}

/** The packages of these workspaces are all that the server and its commands need. */
const productionWorkspaces = ['server', 'domain']

/** An image has neither the tools for contributors nor the packages of the web app. */
function hasServerPackages(installed, wanted) {
  const names = productionWorkspaces.flatMap((name) => Object.keys(wanted[name]?.dependencies ?? {}))
  const isCurrent = ([path, entry]) => !wanted[path] || wanted[path].dev || isSame(entry, wanted[path])
  return (
    names.every((name) => installed[`node_modules/${name}`] ?? installed[`server/node_modules/${name}`]) &&
    Object.entries(installed).every(isCurrent)
  )
}

const oldestNode = 24

/**
 * Ends this process if an operator's command can't run. Commands install nothing, because npm would delete the packages
 * of running processes first.
 */
export function requireServerPackages() {
  const canRun = existsSync(node) || Number.parseInt(process.versions.node, 10) >= oldestNode
  if (canRun && existsSync(record) && hasServerPackages(readInstalled(), readWanted())) return
  console.error('Run npm ci first: packages that this command needs are missing or outdated.')
  process.exit(1)
}

const isInstalled = () => existsSync(node) && isComplete(readInstalled(), readWanted())

/** Removes Node's headers, which are a twelfth of all packages: nothing here is compiled against them. */
function removeHeaders() {
  const folder = `${root}node_modules/node/node_modules`
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  for (const entry of entries) {
    if (entry.isDirectory()) rmSync(`${folder}/${entry.name}/include`, { recursive: true, force: true })
  }
}

/** Installs the lock file's packages unless they are installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(async (lock) => {
    if (isInstalled()) return
    console.log('Installing dependencies (once, takes about a minute) …')
    // npm deletes this among thousands of files, so an interrupted installation could look complete.
    rmSync(record, { force: true })
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], holding(lock))
    removeHeaders()
    if (!existsSync(node)) {
      console.error('The npm package "node" has no executable. Allow its install script and run npm ci.')
      process.exit(1)
    }
  })
}
