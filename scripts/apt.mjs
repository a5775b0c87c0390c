// Installs Debian packages that tests need, if possible.
import { spawnSync } from 'node:child_process'

const timeoutMs = 300_000

const hasApt = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/** Returns whether apt-get could install the package. */
export function aptInstall(name, purpose) {
  if (!hasApt()) return false
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  console.log(`Installing ${name} for ${purpose} (apt-get) …`)
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
  if (install()) return true
  spawnSync('apt-get', ['update', '-qq'], options)
  return install()
}
