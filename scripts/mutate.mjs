// `npm run mutate -- rules|server [sample] [seed] [processes]`: changes one thing at a time in a copy of the code, runs
// the relevant tests, and lists the changes that no test detects. docs/testing.md lists the accepted ones.
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ensureBuilt } from './buildWeb.mjs'
import { describeMutant, listMutants, shuffled } from './mutants.mjs'
import { node, root } from './processes.mjs'

/** @typedef {import('./mutants.mjs').Mutant} Mutant */

const areas = {
  rules: {
    project: 'rules',
    files: ['domain/src/**/*.ts'],
    tests: 'domain/**/*.test.ts',
    expected: 85,
    timeoutMs: 300_000,
  },
  server: {
    project: 'api-server',
    files: ['server/src/{http,access,accounts}/**/*.ts'],
    tests: 'server/src/{http/**/*,accounts/**/*,access,errors,errorReporting,idsOfOtherApps}.test.ts',
    expected: 80,
    // All of them take minutes, and every survivor runs them all.
    nearOnly: true,
    timeoutMs: 900_000,
  },
}

const shared = new Set(['node_modules', 'tools', '.git', 'test-results'])

/** Copies the project but shares its dependencies, so that no mutation touches the working files. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-mutate-'))
  for (const name of readdirSync(root))
    if (!shared.has(name))
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.includes('/node_modules/.vite'),
      })
  mkdirSync(join(folder, 'node_modules/@trestle'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@trestle' && !name.startsWith('.v'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['domain', 'server', 'web'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@trestle', name))
  return folder
}

/** Starts the process that runs tests in the folder. */
async function startHost(folder, { project }) {
  const host = spawn(
    node,
    ['--disable-warning=ExperimentalWarning', join(folder, 'scripts/testHost.mjs'), project],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    },
  )
  await once(host, 'message')
  return { host, ended: once(host, 'exit').then(() => undefined) }
}

/** Returns the test file that fails, or undefined. Tests that never end fail too: their process is replaced. */
async function findFailure(worker, tests, changed = []) {
  worker.running ??= await startHost(worker.folder, area)
  const { host, ended } = worker.running
  // Also ends the processes it started, which are in its group.
  const timer = setTimeout(() => process.kill(-host.pid, 'SIGKILL'), area.timeoutMs)
  host.send({ changed, tests: tests.map((test) => join(worker.folder, test)) })
  const reply = await Promise.race([once(host, 'message'), ended])
  clearTimeout(timer)
  if (reply === undefined) {
    worker.running = undefined
    return 'none of them ended'
  }
  const [{ error, failed, ran }] = reply
  if (error) throw new Error(error)
  for (const [test, ms] of ran) durations.set(test, ms)
  return failed
}

/** How many mutants each test file has killed. @type {Map<string, number>} */
const kills = new Map()
/** How long each test file takes. @type {Map<string, number>} */
const durations = new Map()

/** Returns whether a test is in the folder of a file or in one above it. */
const isNear = (test, file) => dirname(file).startsWith(dirname(test))

/** Puts the test next to a file first, then those that killed most mutants, then the fastest. */
function testsFor({ file }) {
  const beside = join(dirname(file), `${basename(file, '.ts')}.test.ts`)
  const order = (test) => [test === beside ? 0 : 1, -(kills.get(test) ?? 0), durations.get(test) ?? 0]
  return allTests
    .filter((test) => !area.nearOnly || isNear(test, file))
    .toSorted((a, b) => {
      const [left, right] = [order(a), order(b)]
      return left.map((value, index) => value - right[index]).find((difference) => difference !== 0) ?? 0
    })
}

/** Returns the test file that detects the mutant, or undefined. */
async function findKiller(worker, mutant) {
  const path = join(worker.folder, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, original.slice(0, mutant.start) + mutant.text + original.slice(mutant.end))
  try {
    return await findFailure(worker, testsFor(mutant), [path, ...worker.restored])
  } finally {
    writeFileSync(path, original)
    worker.restored = [path]
  }
}

const [name = 'rules', sample = '300', seed = '1', processes = '2'] = process.argv.slice(2)
const area = areas[name]
if (!area) throw new Error(`Unknown area ${name}. Choose one of: ${Object.keys(areas).join(', ')}.`)
// Without a build, the tests of served pages skip themselves.
if (name === 'server') await ensureBuilt()

const allTests = globSync(area.tests, { cwd: root }).toSorted()
const files = globSync(area.files, { cwd: root })
  .filter((file) => !/\.test\.ts$|contract\.ts$/.test(file))
  .toSorted()
const every = files.flatMap(listMutants)
const chosen = shuffled(every, Number(seed)).slice(0, Number(sample))
console.log(`${chosen.length} of ${every.length} mutants in ${files.length} files, seed ${seed}`)

const waiting = [...chosen]
const survivors = []
let done = 0
async function work() {
  const worker = { folder: copyProject(), running: undefined, restored: [] }
  try {
    // If the tests already failed, every mutant would count as killed.
    const failing = await findFailure(worker, allTests)
    if (failing) throw new Error(`The tests fail without a mutation: ${failing}.`)
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const startedAt = Date.now()
      const killer = await findKiller(worker, mutant)
      if (killer) kills.set(killer, (kills.get(killer) ?? 0) + 1)
      else survivors.push(mutant)
      done += 1
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      console.log(
        `${done} ${killer ? `killed by ${killer}` : 'survived'} in ${seconds} s: ${describeMutant(mutant)}`,
      )
    }
  } finally {
    worker.running?.host.disconnect()
    rmSync(worker.folder, { recursive: true, force: true })
  }
}
await Promise.all(Array.from({ length: Number(processes) }, work))

const killed = chosen.length - survivors.length
const share = (100 * killed) / Math.max(1, chosen.length)
for (const mutant of survivors) console.log(`survived: ${describeMutant(mutant)}`)
console.log(
  `${killed} of ${chosen.length} killed: ${share.toFixed(1)} % (at least ${area.expected} % expected)`,
)
process.exit(share >= area.expected ? 0 : 1)
