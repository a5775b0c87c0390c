// Brings node_modules in line with package-lock.json. Needs Node 20 and npm only.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { holding, withLock } from './lock.mjs'
import { node, root, run } from './processes.mjs'

/** npm writes what it installed here when an installation is complete. */
const record = `${root}node_modules/.package-lock.json`
const lockFile = `${root}package-lock.json`

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/** Lists of `os` and `cpu` name what is allowed, or with an exclamation mark what is not. */
const allows = (list = [], value) =>
  list.length === 0 || list.includes(value) || (list[0].startsWith('!') && !list.includes(`!${value}`))
const isForThisMachine = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch)
const isSame = (a, b) => a.version === b.version && a.integrity === b.integrity

/** Compares contents, not times: a copied checkout has other times. */
export function isComplete(installed, wanted) {
  return (
    Object.values(installed).every(isForThisMachine) &&
    Object.entries(wanted).every(([path, entry]) => {
      const found = installed[path]
      if (found) return isSame(found, entry)
      // The project itself has no entry in the record, and npm leaves out optional packages for other machines.
      return path === '' || entry.optional === true || entry.devOptional === true
    })
  )
}

const isInstalled = () =>
  existsSync(node) && existsSync(record) && isComplete(readPackages(record), readPackages(lockFile))

/** Installs what the lock file says, unless it is installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock(async (lock) => {
    if (isInstalled()) return
    console.log('Installing what the project needs (once; about a minute) …')
    // npm deletes this among thousands of files: an interrupted installation must not look complete.
    rmSync(record, { force: true })
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], holding(lock))
    if (!existsSync(node)) {
      console.error(
        'The npm package "node" was installed without its program: allow its install script and run npm ci.',
      )
      process.exit(1)
    }
  })
}
