import { execFileSync } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from './folders.ts'

const checkout = new URL('../..', import.meta.url).pathname

/** The last commit of 0.1.0, the release before 1.0.0. */
const commit = 'caa5653c6f5fa3f792e43db1ac79213acfbb1675'

function isInHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}:package.json`], { cwd: checkout, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether the history has the earlier release: a shallow clone may not. */
export const hasEarlierRelease = isInHistory()

/**
 * Returns a folder with the sources of the release before this one. It runs with the packages and the web app of this
 * checkout, and is deleted when the test ends.
 */
export async function checkOutEarlierRelease(): Promise<string> {
  const folder = await newFolder()
  execFileSync(
    'sh',
    ['-c', `git archive ${commit} package.json domain server content | tar -x -C "${folder}"`],
    {
      cwd: checkout,
    },
  )
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@trestle'), { recursive: true })
  for (const name of await readdir(join(checkout, 'node_modules')))
    if (name !== '@trestle' && !name.startsWith('.'))
      await symlink(join(checkout, 'node_modules', name), join(packages, name))
  await symlink(join(folder, 'domain'), join(packages, '@trestle/domain'))
  await mkdir(join(folder, 'web'))
  await symlink(join(checkout, 'web/dist'), join(folder, 'web/dist'))
  return folder
}
