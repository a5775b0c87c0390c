import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { newFolder } from './folders.ts'
import { copyWebBuild } from './webBuildCopy.ts'

const checkout = join(import.meta.dirname, '../..')

/** The last commit of 0.1.0, the release before 1.0.0. */
const commit = 'caa5653c6f5fa3f792e43db1ac79213acfbb1675'

const sources = 'package.json package-lock.json domain server content web/package.json'
const installTimeoutMs = 300_000

function requireHistory(): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}:package.json`], { cwd: checkout, stdio: 'ignore' })
  } catch (cause) {
    throw new Error(
      `The history of this checkout doesn't have ${commit}, the previous release. Fetch all of it: git fetch --unshallow`,
      { cause },
    )
  }
}

/**
 * Returns a folder with the sources and packages of the previous release and its own build with this checkout's
 * pages. It is deleted when the test ends.
 */
export async function checkOutEarlierRelease(): Promise<string> {
  requireHistory()
  const folder = await newFolder()
  execFileSync('sh', ['-c', `git archive ${commit} ${sources} | tar -x -C "${folder}"`], { cwd: checkout })
  const workspaces = ['--omit=dev', '--workspace=server', '--workspace=domain']
  const silence = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', ...workspaces, ...silence], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: installTimeoutMs,
  })
  await copyWebBuild(join(folder, 'web/dist'), 'earlier')
  return folder
}
