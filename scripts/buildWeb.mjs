// Builds the web app when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holding, withLock } from './lock.mjs'
import { node, root, run } from './processes.mjs'

const stamp = `${root}web/dist/.built-from`

/** @returns {string[]} */
function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** Hashes names and contents, but not times, which differ in a copied checkout. */
function sourcesHash() {
  const hash = createHash('sha256')
  const files = ['package-lock.json', 'tsconfig.json', ...listFiles('web'), ...listFiles('domain')]
  for (const file of files.toSorted()) {
    const content = readFileSync(join(root, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()

/** Builds the web app unless it is already built from these sources. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await withLock(async (lock) => {
    if (isBuilt()) return
    console.log('Building the web app …')
    // Computed before the build, so that the next start builds again if a source changes during the build.
    const sources = sourcesHash()
    rmSync(stamp, { force: true })
    await run(node, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], holding(lock))
    writeFileSync(stamp, sources)
  })
}
