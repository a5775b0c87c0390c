// Finds the Chromium for the browser tests, or installs one.
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'
import { node, root, run } from './processes.mjs'

/** Debian's headless Chromium renders the same pages in two thirds of the processor time. */
const shell = 'chromium-headless-shell'
const shellPath = `/usr/bin/${shell}`
const otherPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Returns the path of a Chromium, or '' for the one that Playwright manages itself. */
export async function ensureChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(shellPath)) return shellPath
  const other = otherPaths.find((path) => existsSync(path))
  if (aptInstall(shell, 'the browser tests')) return shellPath
  if (other) return other
  if (aptInstall('chromium', 'the browser tests')) return '/usr/bin/chromium'
  console.log('Downloading Chromium for the browser tests (Playwright) …')
  await run(node, [`${root}node_modules/@playwright/test/cli.js`, 'install', 'chromium'])
  return ''
}
