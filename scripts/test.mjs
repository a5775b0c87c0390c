// `npm test`: everything except Firefox. `npm test rules|components|api|browser|firefox`: one part.
// `npm run test:long`: many rounds of random faults, and every API test on both engines. Ends with a line
// `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { aptInstall } from './apt.mjs'
import { ensureBuilt } from './buildWeb.mjs'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, root, runForStatus, start } from './processes.mjs'

const part = process.argv[2] ?? 'all'
const rest = process.argv.slice(3)
const results = `${root}test-results`
const started = Date.now()
const totals = { passed: 0, failed: 0, skipped: 0 }
/** Failures and retries, repeated at the end because the log is long. @type {string[]} */
const notable = []

endWithNpm()
await ensureInstalled()
mkdirSync(results, { recursive: true })

/** How long each part takes. @type {{ name: string, startedAt: number }[]} */
const parts = []

function startPart(name) {
  parts.push({ name, startedAt: Date.now() })
  say(name)
}

const minutes = (ms) => (ms / 60_000).toFixed(1)

function printMinutes() {
  const ends = [...parts.slice(1).map(({ startedAt }) => startedAt), Date.now()]
  const each = parts.map(({ name, startedAt }, index) => `${name} ${minutes(ends[index] - startedAt)}`)
  console.log(`minutes: ${each.join(', ')}; total ${minutes(Date.now() - started)}`)
}

const say = (text) => console.log(`\n[${Math.round((Date.now() - started) / 1000)} s] ${text}`)

/** Returns the lines without the test runner's stack frames. */
const lines = (text) =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => !/node_modules|node:internal|new Promise/.test(line))

function add(name, passed, failed, skipped = 0) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  console.log(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Collects failures and retries of one test file from Vitest's JSON report. */
function note(project, { name, message, assertionResults }) {
  const file = `${project} ${name.slice(root.length)}`
  for (const { status, fullName, failureMessages } of assertionResults) {
    // A passed test with an error failed on an earlier try.
    const what = status === 'failed' ? 'failed' : 'second try'
    if (failureMessages.length > 0) notable.push(`${what}: ${file} › ${fullName}\n${failureMessages[0]}`)
  }
  if (message) notable.push(`failed: ${file}\n${message}`)
}

/** Runs a program and shows its output. Returns its exit status and the end of its errors. */
async function runForErrors(args) {
  const child = start(node, args, { stdio: ['ignore', 'inherit', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text)
    errors = (errors + text).slice(-4_000)
  })
  const [status] = await once(child, 'close')
  return { status: status ?? 1, errors }
}

const noReport = { testResults: [], numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }

async function vitest(project) {
  startPart(project)
  const file = `${results}/${project}.json`
  rmSync(file, { force: true })
  const { status, errors } = await runForErrors([
    '--disable-warning=ExperimentalWarning',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    // Part of a path may match tests of only one database. If it matches none at all, the run fails at its end.
    ...(rest.length > 0 ? ['--passWithNoTests'] : []),
    ...rest,
  ])
  const { testResults: files, ...report } = readJson(file) ?? noReport
  for (const file of files) note(project, file)
  // A file that doesn't load has no failed test but counts as a failure.
  const failed = report.numFailedTests + files.filter((file) => file.message).length
  // An error outside of every test, such as a promise that nothing awaits, fails the run.
  const isSilent = failed === 0 && status !== 0
  if (isSilent) {
    notable.push(`failed: ${project}: no test failed, but Vitest exited with status ${status}:\n${errors}`)
  }
  add(project, report.numPassedTests, isSilent ? 1 : failed, report.numPendingTests)
}

async function build() {
  startPart('build')
  await ensureBuilt()
}

async function browser(args = rest) {
  const chromium = await ensureChromium()
  await build()
  startPart('browser')
  const file = `${results}/browser.json`
  rmSync(file, { force: true })
  const status = await runForStatus(
    node,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...args],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  const stats = readJson(file)?.stats ?? { expected: 0, flaky: 0, unexpected: 0, skipped: 0 }
  if (stats.flaky > 0) console.log(`browser: ${stats.flaky} passed on retry (flaky)`)
  const { unexpected: failed } = stats
  add('browser', stats.expected + stats.flaky, failed === 0 && status !== 0 ? 1 : failed, stats.skipped)
}

/** Installs the programs that the documentation's commands call, for the tests that run them as written. */
function installCommands() {
  for (const name of ['curl', 'jq']) {
    if (spawnSync(name, ['--version']).status !== 0) aptInstall(name, 'the tests of the documentation')
  }
}

/** Installs the programs around the portal in production, for the tests of the whole topology. */
function installServices() {
  for (const name of ['haproxy', 'pgbouncer']) {
    if (!existsSync(`/usr/sbin/${name}`)) aptInstall(name, 'the tests of the topology')
  }
}

const firefoxPaths = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Tests the public pages and the main job in a second browser. */
async function firefox() {
  const found = firefoxPaths.find((path) => path && existsSync(path))
  if (!found) {
    console.log('firefox: skipped, because Firefox is not installed (apt-get install firefox-esr)')
    totals.skipped += 1
    return
  }
  await build()
  startPart('firefox')
  const status = await runForStatus(node, ['--disable-warning=ExperimentalWarning', 'e2e/firefox.ts'], {
    env: { ...process.env, FIREFOX_PATH: found },
  })
  if (status !== 0) notable.push('failed: firefox (see above)')
  add('firefox', status === 0 ? 1 : 0, status === 0 ? 0 : 1)
}

if (part === 'all') {
  startPart('check')
  const { passed, failed } = await check({ except: ['rules'] })
  for (const { name, output } of failed) {
    notable.push(`failed: check ${name}\n${lines(output).slice(-30).join('\n')}`)
  }
  add('check', passed, failed.length)
}
if (part === 'long') {
  process.env.TEST_LONG = 'true'
  // Runs the rules in a time zone beyond the date line; `npm test` runs them west of Greenwich (vitest.config.ts).
  process.env.TEST_TZ = 'Pacific/Tongatapu'
}
if (part === 'rules' || part === 'all' || part === 'long') await vitest('rules')
if (part === 'components' || part === 'all' || part === 'long') {
  process.env.CHROMIUM_PATH = await ensureChromium()
  await vitest('components')
}
if (part === 'api' || part === 'all' || part === 'long') {
  // Without a build, the tests of served pages are skipped.
  process.env.CHROMIUM_PATH = await ensureChromium()
  installCommands()
  installServices()
  await build()
  await vitest('api-embedded')
  await vitest('api-server')
}
if (part === 'firefox' || part === 'long') await firefox()
if (part === 'browser' || part === 'all') await browser()
if (part === 'long') await browser(['dev', 'stillness', 'publicPages'].map((name) => `${name}.spec.ts`))

say('done')
printMinutes()
for (const text of notable) console.log(`\n${lines(text).slice(0, 31).join('\n')}`)
const ranNothing = totals.passed + totals.failed === 0
if (ranNothing) console.log(`No test matches ${rest.join(' ')}.`)
// Some tests run only in `npm run test:long`. Others need a program that is missing here.
console.log(`${totals.skipped} skipped`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 || ranNothing ? 1 : 0)
