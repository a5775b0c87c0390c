// `npm run mutate -- rules|server [sample] [seed] [processes] [numbers]`: changes one thing at a time in a copy of the
// code, runs the tests that reach it, and lists the changes that no test detects. docs/testing.md lists the accepted
// ones. Comma-separated numbers retry only those mutants of the sample.
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
import { basename, dirname, join, relative } from 'node:path'
import { ensureBuilt } from './buildWeb.mjs'
import { addProbes, describeMutant, listMutants, shuffled } from './mutants.mjs'
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
    tests: 'server/{src,testing}/**/*.test.ts',
    expected: 80,
    timeoutMs: 900_000,
  },
}

const shared = new Set(['node_modules', 'tools', '.git', 'test-results'])

/** Copies the project but shares its dependencies, so that no mutation touches the working files. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-mutate-'))
  for (const name of readdirSync(root)) {
    if (!shared.has(name)) {
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.includes('/node_modules/.vite'),
      })
    }
  }
  mkdirSync(join(folder, 'node_modules/@trestle'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@trestle' && !name.startsWith('.v')) {
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
  }
  for (const name of ['domain', 'server', 'web']) {
    symlinkSync(join(folder, name), join(folder, 'node_modules/@trestle', name))
  }
  return folder
}

/** Starts the process that runs tests in the folder. */
async function startHost(folder, { project }, { extent = 'first', env = {} } = {}) {
  const host = spawn(
    node,
    ['--disable-warning=ExperimentalWarning', join(folder, 'scripts/testHost.mjs'), project, extent],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
      env: { ...process.env, ...env },
    },
  )
  await once(host, 'message')
  return { host, ended: once(host, 'exit').then(() => undefined) }
}

/** Returns the test file that fails, or undefined. Tests that never end fail too: their process is replaced. */
async function findFailure(worker, tests, changed) {
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
  return failed[0]
}

/** The test files that reach each mutant. @type {Map<Mutant, Set<string>>} */
const reachedBy = new Map()

/**
 * Runs every test once without a mutation, to learn which reach which mutant. Tests that already fail are excluded,
 * because they would detect every mutant.
 */
async function findTests() {
  const folder = copyProject()
  const notes = join(folder, 'reached')
  writeFileSync(notes, '')
  for (const [file, numbered] of Map.groupBy(
    chosen.map((mutant, index) => ({ mutant, index })),
    ({ mutant }) => mutant.file,
  )) {
    const path = join(folder, file)
    const probe = `import { reached } from '${import.meta.resolve('./testing/reached.mjs')}';`
    writeFileSync(path, probe + addProbes(readFileSync(path, 'utf8'), numbered))
  }
  const { host, ended } = await startHost(folder, area, { extent: 'all', env: { REACHED_FILE: notes } })
  host.send({ changed: [], tests: allTests.map((test) => join(folder, test)) })
  const reply = await Promise.race([once(host, 'message'), ended])
  host.disconnect()
  if (reply?.[0].ran === undefined) throw new Error(`The tests don't run: ${reply?.[0].error}`)
  const [{ failed, ran }] = reply
  for (const test of failed) console.log(`skipped, because it fails without a mutation: ${test}`)
  for (const [test, ms] of ran) if (!failed.includes(test)) durations.set(test, ms)
  for (const line of readFileSync(notes, 'utf8').trim().split('\n')) {
    const [index, path] = line.split('\t')
    const mutant = chosen[Number(index)]
    const test = relative(folder, path)
    if (durations.has(test)) reachedBy.set(mutant, (reachedBy.get(mutant) ?? new Set()).add(test))
  }
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** How many mutants each test file has killed. @type {Map<string, number>} */
const kills = new Map()
/** How long each test file takes. @type {Map<string, number>} */
const durations = new Map()

/** Every test reaches the code that every request runs, so the tests next to it have to detect its mutants. */
const mostTests = 30

/**
 * Returns the tests that reach a mutant: the one next to its file first, those in its folder, those that killed most
 * mutants, and the fastest. Code that runs when a module loads is attributed to only one test, so for it the tests in
 * its folder and in those above count.
 */
function testsFor(mutant) {
  const { file, runsOnLoad } = mutant
  const beside = join(dirname(file), `${basename(file, '.ts')}.test.ts`)
  const order = (test) => [
    test === beside ? 0 : 1,
    dirname(test) === dirname(file) ? 0 : 1,
    -(kills.get(test) ?? 0),
    durations.get(test) ?? 0,
  ]
  const isNear = (test) => dirname(file).startsWith(dirname(test))
  return [...durations.keys()]
    .filter((test) => reachedBy.get(mutant)?.has(test) || (runsOnLoad && isNear(test)))
    .toSorted((a, b) => {
      const [left, right] = [order(a), order(b)]
      return left.map((value, index) => value - right[index]).find((difference) => difference !== 0) ?? 0
    })
    .slice(0, mostTests)
}

/** Returns the test file that detects the mutant, or undefined. */
async function findKiller(worker, mutant) {
  const tests = testsFor(mutant)
  if (tests.length === 0) return undefined
  const path = join(worker.folder, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, original.slice(0, mutant.start) + mutant.text + original.slice(mutant.end))
  try {
    return await findFailure(worker, tests, [path, ...worker.restored])
  } finally {
    writeFileSync(path, original)
    worker.restored = [path]
  }
}

const [name = 'rules', sample = '300', seed = '1', processes = '2', numbers] = process.argv.slice(2)
const area = areas[name]
if (!area) throw new Error(`Unknown area ${name}. Choose one of: ${Object.keys(areas).join(', ')}.`)
// Without a build, the tests of served pages are skipped.
if (name === 'server') await ensureBuilt()

const allTests = globSync(area.tests, { cwd: root })
const files = globSync(area.files, { cwd: root })
  .filter((file) => !/\.test\.ts$|contract\.ts$/.test(file))
  .toSorted()
const every = files.flatMap(listMutants)
const chosen = shuffled(every, Number(seed))
  .slice(0, Number(sample))
  .map((mutant, index) => ({ ...mutant, number: index + 1 }))
  .filter(({ number }) => numbers === undefined || numbers.split(',').includes(String(number)))
console.log(`${chosen.length} of ${every.length} mutants in ${files.length} files, seed ${seed}`)

await findTests()
console.log(`${[...reachedBy.keys()].length} of them are reached by tests`)

const waiting = [...chosen]
const survivors = []
async function work() {
  const worker = { folder: copyProject(), running: undefined, restored: [] }
  try {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const startedAt = Date.now()
      const killer = await findKiller(worker, mutant)
      if (killer) kills.set(killer, (kills.get(killer) ?? 0) + 1)
      else survivors.push(mutant)
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      console.log(
        `${mutant.number} ${killer ? `killed by ${killer}` : 'survived'} in ${seconds} s: ${describeMutant(mutant)}`,
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
