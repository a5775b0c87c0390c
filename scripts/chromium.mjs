// Finds the Chromium for the browser tests, and installs one when there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node, root, run } from './processes.mjs'

/** Debian's headless Chromium: renders the same pages with two thirds of the CPU time. */
const shell = 'chromium-headless-shell'
const places = [
  `/usr/bin/${shell}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

function installed() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return places.find((place) => existsSync(place))
}

/** Returns the path of a Chromium, or '' for the one that Playwright manages itself. */
export async function ensureChromium() {
  const found = installed()
  if (found !== undefined) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium for the browser tests (apt-get) …')
    await run('apt-get', ['update', '-qq'])
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    const install = ['install', '-y', '-qq', '--no-install-recommends']
    if (spawnSync('apt-get', [...install, shell], options).status !== 0) {
      console.log(`No package ${shell} here: the whole Chromium.`)
      await run('apt-get', [...install, 'chromium'], options)
    }
    return installed() ?? ''
  }
  console.log('Fetching a Chromium for the browser tests (Playwright) …')
  await run(node, [`${root}node_modules/@playwright/test/cli.js`, 'install', 'chromium'])
  return ''
}
