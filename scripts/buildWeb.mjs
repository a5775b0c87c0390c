// Builds the web app when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, run } from './processes.mjs'

const stamp = `${root}web/dist/.built-from`

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** Names, sizes and times: enough to tell whether a source changed, in a few milliseconds. */
function sourcesHash() {
  const hash = createHash('sha256').update(readFileSync(`${root}package-lock.json`))
  for (const file of [...listFiles(`${root}web`), ...listFiles(`${root}domain`)]) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export async function ensureBuilt() {
  const sources = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the web app …')
  await run(node, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'])
  writeFileSync(stamp, sources)
}
