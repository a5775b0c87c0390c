import { spawnSync } from 'node:child_process'
import { node, root } from './processes.mjs'

/**
 * Returns what dependency-cruiser finds in these folders: every module with its imports, and violations of
 * `.dependency-cruiser.cjs`.
 *
 * @param {string[]} folders
 * @param {string} [cwd] The tree to read: the project by default.
 */
export function readImports(folders, cwd = root) {
  const program = `${root}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`
  const options = ['--config', `${root}.dependency-cruiser.cjs`, '--output-type', 'json']
  const { stdout, stderr } = spawnSync(node, [program, ...options, ...folders], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}
