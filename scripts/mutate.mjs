// `npm run mutate -- rules|server [sample] [seed]`: changes one thing at a time in a copy of the code, runs the
// relevant tests, and lists the changes that no test detects. docs/testing.md lists the accepted ones.
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
import { parseSync } from '@swc/core'
import { node, root } from './processes.mjs'

const areas = {
  rules: {
    project: 'rules',
    files: ['domain/src/**/*.ts'],
    tests: ['domain'],
    expected: 85,
    timeoutMs: 120_000,
  },
  server: {
    project: 'api-server',
    files: ['server/src/{http,access,accounts}/**/*.ts'],
    tests: ['server/src/http', 'server/src/accounts', 'server/src/access.test.ts'],
    expected: 80,
    timeoutMs: 300_000,
  },
}

const swaps = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** @typedef {{ file: string, start: number, end: number, text: string }} Mutant */

const isText = ({ type }) => /String|Template/.test(type)

function swapOperator({ operator, left, right, span }, readText) {
  const swapped = swaps[operator]
  // A plus between texts would only change what is shown.
  if (!swapped || (operator === '+' && [left, right].some(isText))) return []
  return [[span, `${readText(left)} ${swapped} ${readText(right)}`]]
}

const decideAlways = ({ test }) => [
  [test.span, 'true'],
  [test.span, 'false'],
]

/** Replacements for a node of the syntax tree, by its type: pairs of a span and its new text. */
const replacements = {
  BinaryExpression: swapOperator,
  IfStatement: decideAlways,
  ConditionalExpression: decideAlways,
  BooleanLiteral: ({ span, value }) => [[span, String(!value)]],
  NumericLiteral: ({ span, value }) => [[span, String(value + 1)]],
  UnaryExpression: ({ operator, argument, span }, readText) =>
    operator === '!' ? [[span, `(${readText(argument)})`]] : [],
  ExpressionStatement: ({ expression, span }) =>
    /CallExpression|AwaitExpression/.test(expression.type) ? [[span, ';']] : [],
}

const isTypeOnly = ({ type = '' }) => /^Ts(?!As|Satisfies|NonNull|Const)|^ImportDeclaration/.test(type)

/** @returns {Mutant[]} */
function listMutants(file) {
  const source = readFileSync(join(root, file))
  // The parser continues counting from file to file and skips leading comments: the first token shows where this file
  // starts.
  const tree = parseSync(`;${source.toString()}`, { syntax: 'typescript', target: 'esnext' })
  const base = tree.span.start + 1
  const mutants = []
  const readText = ({ span }) => source.subarray(span.start, span.end).toString()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return undefined
    if (isTypeOnly(node)) return undefined
    for (const [span, text] of replacements[node.type]?.(shift(node, base), readText) ?? [])
      mutants.push({ file, start: span.start, end: span.end, text })
    return Object.values(node).forEach(visit)
  }
  visit(tree.body)
  return mutants
}

/** Returns the node with its spans, and those of its parts, relative to the start of the file. */
function shift(node, base) {
  const move = (part) =>
    part?.span ? { ...part, span: { start: part.span.start - base, end: part.span.end - base } } : part
  return {
    ...move(node),
    left: move(node.left),
    right: move(node.right),
    test: move(node.test),
    argument: move(node.argument),
    expression: move(node.expression),
  }
}

/** Shuffles reproducibly for a seed (mulberry32). */
function shuffled(list, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

/** Copies the project but shares its dependencies, so that no mutation touches the working files. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-mutate-'))
  for (const name of [
    'domain',
    'server',
    'web',
    'scripts',
    'content',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.includes('/node_modules/.vite') && !path.includes('/web/dist'),
    })
  mkdirSync(join(folder, 'node_modules/@trestle'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@trestle' && !name.startsWith('.v'))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['domain', 'server', 'web'])
    symlinkSync(join(folder, name), join(folder, 'node_modules/@trestle', name))
  return folder
}

/** Returns whether the tests pass. Tests that never end do not. */
async function pass(folder, { project, timeoutMs }, tests) {
  const child = spawn(
    node,
    [
      '--disable-warning=ExperimentalWarning',
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--bail=1',
      '--reporter=dot',
      ...tests,
    ],
    { cwd: folder, stdio: 'ignore', detached: true },
  )
  // Also ends the processes it started, which are in its group.
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  const timer = setTimeout(end, timeoutMs)
  const [status] = await once(child, 'close')
  clearTimeout(timer)
  return status === 0
}

/** Yields the tests next to a file first: they detect most changes, and the others take longer. */
function* testsFor({ file }, { tests }) {
  const beside = join(dirname(file), `${basename(file, '.ts')}.test.ts`)
  const folder = globSync(join(dirname(file), '*.test.ts'), { cwd: root })
  if (folder.includes(beside)) yield [beside]
  if (folder.length > 0) yield folder
  yield tests
}

async function isKilled(folder, mutant, area) {
  const path = join(folder, mutant.file)
  const original = readFileSync(path)
  const mutated = [
    original.subarray(0, mutant.start),
    Buffer.from(mutant.text),
    original.subarray(mutant.end),
  ]
  writeFileSync(path, Buffer.concat(mutated))
  try {
    for (const tests of testsFor(mutant, area)) {
      if (!(await pass(folder, area, tests))) return true
    }
    return false
  } finally {
    writeFileSync(path, original)
  }
}

function describe({ file, start, end, text }) {
  const source = readFileSync(join(root, file))
  const line = source.subarray(0, start).toString().split('\n').length
  const before = source.subarray(start, end).toString().replaceAll(/\s+/g, ' ')
  return `${file}:${line}: ${before.slice(0, 80)} → ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}

const [name = 'rules', sample = '300', seed = '1'] = process.argv.slice(2)
const area = areas[name]
if (!area) throw new Error(`Unknown area ${name}. Choose one of: ${Object.keys(areas).join(', ')}.`)

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
  const folder = copyProject()
  try {
    // If the tests already failed, every mutant would count as killed.
    if (!(await pass(folder, area, area.tests))) throw new Error('The tests fail without a mutation.')
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const killed = await isKilled(folder, mutant, area)
      done += 1
      if (!killed) survivors.push(mutant)
      console.log(`${done} ${killed ? 'killed  ' : 'survived'} ${describe(mutant)}`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
await Promise.all([work(), work()])

const killed = chosen.length - survivors.length
const share = (100 * killed) / Math.max(1, chosen.length)
for (const mutant of survivors) console.log(`survived: ${describe(mutant)}`)
console.log(
  `${killed} of ${chosen.length} killed: ${share.toFixed(1)} % (at least ${area.expected} % expected)`,
)
process.exit(share >= area.expected ? 0 : 1)
