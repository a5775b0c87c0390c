/**
 * Lists which requirements have a test. Reads docs/requirements.md and the tags of all tests.
 *
 *   node scripts/coverageSpec.mjs           prints area, ids, tested, missing
 *   node scripts/coverageSpec.mjs --check   also fails for a done id without a test, an unknown tag, or an id in a
 *   title
 *
 * Tags of tests that are skipped, still to do or expected to fail don't count, because such tests prove nothing.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { root } from './processes.mjs'

/** Fewer ids mean that the page was truncated or its format changed, not that the product shrank. */
const leastIds = 900

// ---------------------------------------------------------------------------------------- requirements.md

/** Parses the page: areas in order, each with its ids and those that are done. */
export function parseRequirements(markdown) {
  const areas = []
  const problems = []
  for (const line of markdown.split('\n')) {
    const heading = /^## ([A-Z]+)\b/.exec(line)
    if (heading) areas.push({ name: heading[1], ids: [], doneText: '' })
    const area = areas.at(-1)
    const done = /^Done: *(.*)$/.exec(line)
    if (area && done) area.doneText = done[1].trim()
    const row = /^- ([A-Z]+-\d+) — \S/.exec(line)
    if (row) addId(area, row[1], problems)
    else if (area && line.startsWith('- ')) problems.push(`Not a requirement: ${line}`)
  }
  for (const area of areas) area.done = doneIds(area, problems)
  for (const name of duplicates(areas.map((area) => area.name))) problems.push(`Area ${name} is listed twice`)
  return { areas, known: new Set(areas.flatMap((area) => area.ids)), problems }
}

function addId(area, id, problems) {
  const expected = area && `${area.name}-${twoDigits(area.ids.length + 1)}`
  if (id !== expected) problems.push(`Expected ${expected ?? 'an area heading'}, found ${id}`)
  area?.ids.push(id)
}

function doneIds({ name, ids, doneText }, problems) {
  if (doneText === 'none') return []
  if (doneText === 'all') return ids
  return doneText.split(',').flatMap((text) => {
    const [from, to = from] = text.trim().split('..')
    const [first, last] = [ids.indexOf(from), ids.indexOf(to)]
    if (first !== -1 && last >= first) return ids.slice(first, last + 1)
    problems.push(`${name} has an unreadable "Done:" line: ${doneText}`)
    return []
  })
}

const twoDigits = (number) => String(number).padStart(2, '0')

const duplicates = (names) => names.filter((name, index) => names.indexOf(name) !== index)

// -------------------------------------------------------------------------------------------- tags of tests

const starters = ['test', 'it', 'describe']
const curried = ['each', 'for', 'skipIf', 'runIf']
const modifiers = [
  'only',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'shuffle',
  'describe',
  ...curried,
]
const proofless = ['skip', 'todo', 'fixme', 'fail', 'fails']

function visit(node, enter) {
  if (Array.isArray(node)) for (const each of node) visit(each, enter)
  else if (typeof node === 'object' && node !== null && enter(node) !== false) {
    visit(Object.values(node), enter)
  }
}

/** Returns `test`, `it` and `describe` with the file's own names for them: `const slow = testOn(…)`, `test as slow`. */
function startersIn(program) {
  const names = new Set(starters)
  visit(program, ({ type, id, init, imported, local }) => {
    if (type === 'ImportSpecifier' && starters.includes(imported.name)) names.add(local.name)
    if (type !== 'VariableDeclarator' || !init) return
    const { name, members } = readCallee(init.type === 'CallExpression' ? init.callee : init)
    const isBare = init.type === 'Identifier' && starters.includes(name)
    const isMade = init.type === 'CallExpression' && (name === 'testOn' || members.at(-1) === 'extend')
    if (isBare || isMade) names.add(id.name)
  })
  return names
}

/** Returns the name that a chain starts with and its members: `test` and `['each']` for `test.each(table)`. */
function readCallee(node) {
  if (node.type === 'Identifier') return { name: node.name, members: [] }
  if (node.type === 'MemberExpression') {
    const { name, members } = readCallee(node.object)
    return { name, members: [...members, node.property.name] }
  }
  const inner = node.callee ?? node.tag
  const { name, members } = inner ? readCallee(inner) : { name: undefined, members: [] }
  return curried.includes(members.at(-1)) ? { name, members } : { name: undefined, members: [] }
}

/** Returns the strings of `tags: ['MAN-01']` (Vitest) or `tag: ['@MAN-01']` (Playwright). */
function readTags(options) {
  const list = options?.properties?.find(({ key }) => ['tags', 'tag'].includes(key?.name))?.value
  return [list?.elements ?? list ?? []].flat().map(({ value }) => String(value).replace(/^@/, ''))
}

/** Returns the title, tags and line of each test, it and describe in the text of a file. */
export function taggedTests(source, file) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0].message}`)
  const names = startersIn(program)
  const tests = []
  visit(program, ({ type, callee, arguments: [title, options] = [], start }) => {
    if (type !== 'CallExpression' || !title) return undefined
    const { name, members } = readCallee(callee)
    // `test.each(table)` returns the function that defines the tests.
    if (!names.has(name) || curried.includes(callee.property?.name)) return undefined
    if (members.some((member) => proofless.includes(member))) return false
    if (members.every((member) => modifiers.includes(member))) {
      tests.push({
        title: source.slice(title.start, title.end),
        tags: readTags(options),
        line: source.slice(0, start).split('\n').length,
      })
    }
    return undefined
  })
  return tests
}

// ------------------------------------------------------------------------------------------------- the report

const listTestFiles = (folder) =>
  globSync('{bench,domain,e2e,scripts,server,web}/**/*.{test.ts,test.tsx,spec.ts}', {
    cwd: folder,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  }).toSorted()

const idsIn = (text) => text.match(/\b[A-Z]+-\d+\b/g) ?? []

/** Returns the ids that tests have as tags, and the problems of tags and titles. */
function collectTested(folder, known) {
  const tested = new Set()
  const problems = []
  for (const file of listTestFiles(folder)) {
    for (const { title, tags, line } of taggedTests(readFileSync(join(folder, file), 'utf8'), file)) {
      for (const id of idsIn(title).filter((each) => known.has(each))) {
        problems.push(`${file}:${line} names ${id} in its title: make it a tag`)
      }
      for (const id of tags.flatMap(idsIn)) {
        if (known.has(id)) tested.add(id)
        else problems.push(`${file}:${line} has ${id}, which docs/requirements.md does not have`)
      }
    }
  }
  return { tested, problems }
}

/** Shortens `MAN-01, MAN-02, MAN-03, MAN-07` to `01..03, 07`. */
function shorten(ids) {
  const runs = []
  for (const number of ids.map((id) => Number(id.split('-')[1]))) {
    const run = runs.at(-1)
    if (run && run.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs
    .map(({ first, last }) => (first === last ? twoDigits(first) : `${twoDigits(first)}..${twoDigits(last)}`))
    .join(', ')
}

function table(areas, tested) {
  const rows = areas.map((area) => {
    const missing = area.ids.filter((id) => !tested.has(id))
    return [area.name, area.ids.length, area.ids.length - missing.length, shorten(missing) || '-']
  })
  const total = (column) => rows.reduce((sum, row) => sum + row[column], 0)
  const print = ([area, ids, count, missing]) =>
    `${area.padEnd(8)}${String(ids).padStart(5)}${String(count).padStart(8)}  ${missing}`
  return [['area', 'ids', 'tested', 'missing'], ...rows, ['all', total(1), total(2), '']]
    .map(print)
    .join('\n')
}

/** Returns the areas, the ids with a test, and every problem of a project's requirements. */
export function inspect(folder) {
  const { areas, known, problems } = parseRequirements(
    readFileSync(join(folder, 'docs/requirements.md'), 'utf8'),
  )
  const found = collectTested(folder, known)
  const tooFew =
    known.size < leastIds
      ? [`docs/requirements.md has ${known.size} ids; at least ${leastIds} were expected`]
      : []
  const untested = areas.flatMap(({ done }) => done).filter((id) => !found.tested.has(id))
  return {
    areas,
    tested: found.tested,
    problems: [
      ...problems,
      ...found.problems,
      ...tooFew,
      ...untested.map((id) => `${id} is done but no test has it as a tag`),
    ],
  }
}

function main() {
  const { areas, tested, problems } = inspect(root)
  console.log(table(areas, tested))
  if (!process.argv.includes('--check')) return
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

if (process.argv[1] === `${root}scripts/coverageSpec.mjs`) main()
