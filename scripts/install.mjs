// Brings node_modules in line with package-lock.json. Needs Node 20 and npm only.
import { existsSync, statSync } from 'node:fs'
import { node, root, run } from './processes.mjs'

/** npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const complete = `${root}node_modules/.package-lock.json`
  const wanted = statSync(`${root}package-lock.json`).mtimeMs
  return existsSync(node) && existsSync(complete) && statSync(complete).mtimeMs >= wanted
}

/** Installs what the lock file says, unless that was done already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing what the project needs (once; about a minute) …')
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(node)) {
    console.error(
      'The npm package "node" was installed without its program: allow its install script and run npm ci.',
    )
    process.exit(1)
  }
}
