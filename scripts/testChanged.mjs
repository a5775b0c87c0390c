// `npm run test:changed [branch]`: the tests that the changed files reach by imports, and the browser tests of their
// features. Changed is what differs from the common ancestor with the branch (main by default), committed or not.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { ensureChromium } from './chromium.mjs'
import { specsFor } from './changedSpecs.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, root, statusOf } from './processes.mjs'

const branch = process.argv[2] ?? 'main'

endWithNpm()
await ensureInstalled()

/** Returns the lines that git prints. */
function git(...args) {
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter(Boolean)
}

const [ancestor] = git('merge-base', branch, 'HEAD')
const changed = [
  ...git('diff', '--name-only', ancestor),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(root + file))
const sources = changed.filter((file) => /^(domain|server|web|scripts)\/.*\.(tsx?|mjs|css|sql)$/.test(file))
const specs = specsFor(
  changed,
  readdirSync(`${root}e2e`).filter((file) => file.endsWith('.spec.ts')),
)
console.log(`${sources.length} changed source files; browser tests: ${specs.join(', ') || 'none'}`)

const started = Date.now()
const statuses = []
if (sources.length > 0) {
  process.env.CHROMIUM_PATH = await ensureChromium()
  const projects = ['rules', 'components', 'api-server'].flatMap((project) => ['--project', project])
  const vitest = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs']
  statuses.push(
    await statusOf(node, [...vitest, 'related', '--run', '--passWithNoTests', ...projects, ...sources]),
  )
}
if (specs.length > 0) statuses.push(await statusOf(node, ['scripts/test.mjs', 'browser', ...specs]))
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`)
process.exit(statuses.every((status) => status === 0) ? 0 : 1)
