// Brings node_modules in line with package-lock.json, and finds the Node the project brings. Needs Node 20 and npm only.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node 24 that the project runs on, whatever the machine has. */
export const node = `${root}node_modules/node/bin/node`

/** npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const complete = `${root}node_modules/.package-lock.json`
  const wanted = statSync(`${root}package-lock.json`).mtimeMs
  return existsSync(node) && existsSync(complete) && statSync(complete).mtimeMs >= wanted
}

/** Runs a program in the project's folder with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Installs what the lock file says, unless that was done already. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing what the project needs (once; about a minute) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(node)) {
    console.error(
      'The npm package "node" was installed without its program: allow its install script and run npm ci.',
    )
    process.exit(1)
  }
}
