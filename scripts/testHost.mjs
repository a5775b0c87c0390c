// Started by `npm run mutate` in its copy of the project: runs test files repeatedly in one Vitest, which keeps its
// database server and transformed modules. Each message names changed files and test files in order; the reply names
// the first test file that fails, or all of them with the argument `all`.
import { relative } from 'node:path'
import { createVitest } from 'vitest/node'

/** The absolute paths of the test files to run, in order. @type {string[]} */
let order = []
/** The test files that ended in this run. Vitest's own result includes those of earlier runs. */
let ended = []

/** Vitest itself would start with the slowest file. */
class AsRequested {
  sort(specifications) {
    const rank = ({ moduleId }) => order.indexOf(moduleId)
    return specifications.toSorted((a, b) => rank(a) - rank(b))
  }

  shard(specifications) {
    return specifications
  }
}

const [project = 'rules', extent = 'first'] = process.argv.slice(2)
const runsAll = extent === 'all'
const vitest = await createVitest({
  root: process.cwd(),
  project: [project],
  watch: false,
  bail: runsAll ? 0 : 1,
  maxWorkers: runsAll ? 3 : 1,
  retry: 0,
  // Twice as long as usual, because a test that is slow on a busy machine hasn't detected anything.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  reporters: [{ onTestModuleEnd: (module) => ended.push(module) }],
  sequence: { sequencer: AsRequested },
})
await vitest.standalone()

async function runInOrder({ changed, tests }) {
  for (const file of changed) vitest.invalidateFile(file)
  order = tests
  ended = []
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
    tests.includes(moduleId),
  )
  if (specifications.length === 0) throw new Error(`No test file matches ${tests.join(', ')}.`)
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const path = ({ moduleId }) => relative(process.cwd(), moduleId)
  const failed = ended.filter((module) => !module.ok()).map(path)
  if (failed.length === 0 && unhandledErrors.length > 0) failed.push('an unhandled error')
  // The duration of a test file that was cut short is meaningless.
  const isWhole = failed.length === 0 || runsAll
  return { failed, ran: isWhole ? ended.map((module) => [path(module), module.diagnostic().duration]) : [] }
}

process.on('message', async (request) => {
  const reply = await runInOrder(request).catch((error) => ({ error: String(error) }))
  if (process.connected) process.send?.(reply)
})
process.on('disconnect', async () => {
  await vitest.close()
  process.exit(0)
})
process.send?.({ ready: true })
