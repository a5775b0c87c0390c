// `npm run test:changed [branch]`: the tests of rules and components that use the changed files, and the API and
// browser tests of their features, because each of those reaches the whole server. A file is changed if it differs from
// the common ancestor with the branch (main by default), committed or not.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { ensureChromium } from './chromium.mjs'
import { apiTestsFor, specsFor, testsFor } from './changedTests.ts'
import { readImports } from './imports.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, root, runForStatus } from './processes.mjs'

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
const specs = specsFor(
  changed,
  readdirSync(`${root}e2e`).filter((file) => file.endsWith('.spec.ts')),
)
const tests = testsFor(changed, {
  modules: readImports(['domain', 'scripts', 'web']).modules,
  read: (file) => readFileSync(root + file, 'utf8'),
})
const api = apiTestsFor(changed, (file) => existsSync(root + file))
for (const [kind, chosen] of Object.entries({
  'rules and components': tests,
  API: api.tests,
  browser: specs,
})) {
  console.log(`${kind}: ${chosen.join(', ') || 'none'}`)
}
if (api.uncovered.length > 0) {
  console.log(`No API test is chosen for ${api.uncovered.join(', ')}. Run npm run test:api for them.`)
}

const started = Date.now()
const statuses = []

async function vitest(...args) {
  const program = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run']
  statuses.push(await runForStatus(node, [...program, '--passWithNoTests', ...args]))
}

if (tests.length > 0) {
  process.env.CHROMIUM_PATH = await ensureChromium()
  // One at a time, because Vitest refuses projects with different numbers of workers in one run.
  for (const project of ['rules', 'components']) await vitest('--project', project, ...tests)
}
if (api.tests.length > 0) await vitest('--project', 'api-server', ...api.tests)
if (specs.length > 0) statuses.push(await runForStatus(node, ['scripts/test.mjs', 'browser', ...specs]))
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`)
process.exit(statuses.every((status) => status === 0) ? 0 : 1)
