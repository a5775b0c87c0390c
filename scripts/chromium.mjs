// Finds the Chromium for the browser tests, and installs one when there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node, root, run } from './processes.mjs'

/** Debian's headless Chromium renders the same pages with two thirds of the processor time. */
const shell = 'chromium-headless-shell'
const shellPath = `/usr/bin/${shell}`
const otherPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const aptTimeoutMs = 300_000

/** Returns whether apt-get could install the package. */
function aptInstall(name) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: aptTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  console.log(`Installing ${name} for the browser tests (apt-get) …`)
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
  if (install()) return true
  spawnSync('apt-get', ['update', '-qq'], options)
  return install()
}

/** Returns the path of a Chromium, or '' for the one that Playwright manages itself. */
export async function ensureChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(shellPath)) return shellPath
  const other = otherPaths.find((path) => existsSync(path))
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (canInstall && aptInstall(shell)) return shellPath
  if (other) return other
  if (canInstall && aptInstall('chromium')) return '/usr/bin/chromium'
  console.log('Downloading Chromium for the browser tests (Playwright) …')
  await run(node, [`${root}node_modules/@playwright/test/cli.js`, 'install', 'chromium'])
  return ''
}
