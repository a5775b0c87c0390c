// Finds the Chromium for the browser tests, and installs one when there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { node, root, run } from './install.mjs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function installed() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return places.find((place) => existsSync(place))
}

/** The path of a Chromium, or '' for the one that Playwright keeps itself. */
export function ensureChromium() {
  const found = installed()
  if (found !== undefined) return found
  const isRoot = process.getuid?.() === 0
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium for the browser tests (apt-get) …')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return installed() ?? ''
  }
  console.log('Fetching a Chromium for the browser tests (Playwright) …')
  run(node, [`${root}node_modules/@playwright/test/cli.js`, 'install', 'chromium'])
  return ''
}
