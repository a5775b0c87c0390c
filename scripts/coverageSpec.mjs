/**
 * Lists which requirements have a test. Reads docs/requirements.md and the tags of all tests.
 *
 *   node scripts/coverageSpec.mjs           prints area, ids, tested, missing
 *   node scripts/coverageSpec.mjs --check   also fails for a done id without a test, an unknown tag, or an id in a
 *   title
 *
 * Tags of tests that are skipped, still to do or expected to fail don't count, because such tests prove nothing.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Fewer ids mean that the page was truncated or its format changed, not that the product shrank. */
const leastIds = 900
const testFolders = ['domain', 'server', 'web', 'e2e']
const testFile = /\.(test\.ts|test\.tsx|spec\.ts)$/

// ---------------------------------------------------------------------------------------- requirements.md

/** Parses the page: areas in order, each with its ids and the ids in its `Done:` line. */
export function parseRequirements(markdown) {
  const areas = []
  const problems = []
  for (const line of markdown.split('\n')) {
    const heading = /^## ([A-Z]+)\b/.exec(line)
    if (heading) areas.push({ name: heading[1], ids: [], doneText: undefined })
    const area = areas.at(-1)
    const done = /^Done: *(.*)$/.exec(line)
    if (area && done) area.doneText = done[1].trim()
    const row = /^- ([A-Z]+)-(\d+) — \S/.exec(line)
    if (row) addId(area, row, problems)
    else if (area && line.startsWith('- ')) problems.push(`Not a requirement: ${line}`)
  }
  const known = new Set(areas.flatMap((area) => area.ids))
  for (const area of areas) area.done = doneIds(area, known, problems)
  for (const name of duplicates(areas.map((area) => area.name))) problems.push(`Area ${name} is listed twice`)
  return { areas, known, problems }
}

function addId(area, [, name, number], problems) {
  const id = `${name}-${number}`
  const expected = area && toId(area.name, area.ids.length + 1)
  if (id !== expected) problems.push(`Expected ${expected ?? 'an area heading'}, found ${id}`)
  area?.ids.push(id)
}

function doneIds(area, known, problems) {
  if (area.doneText === 'none') return []
  if (area.doneText === 'all') return area.ids
  if (area.doneText === undefined) {
    problems.push(`${area.name} has no line "Done:"`)
    return []
  }
  const { ids, broken } = idsIn(area.doneText, new Set([area.name]))
  for (const range of broken) problems.push(`${area.name} has an unreadable range in "Done:": ${range}`)
  const isOwn = (id) => known.has(id) && id.startsWith(`${area.name}-`)
  for (const id of ids) {
    if (!isOwn(id)) problems.push(`${area.name} says that ${id} is done, but doesn't have this id`)
  }
  const unread = area.doneText.replaceAll(/[A-Z]+-\d+|\.\.|[\s,]/g, '')
  if (unread || ids.length === 0) {
    problems.push(`${area.name} has an unreadable "Done:" line: ${area.doneText}`)
  }
  return ids.filter(isOwn)
}

const toId = (area, number) => `${area}-${String(number).padStart(2, '0')}`

const duplicates = (names) => names.filter((name, index) => names.indexOf(name) !== index)

// ------------------------------------------------------------------------------------------ ids in a string

const idOrRange =
  /\b([A-Z]+)-(\d+)(?:(?:\s+(?:to|through)\s+|\s*(?:\.{2,3}|…|–)\s*)([A-Z]+)-(\d+)|\s*(?:\.{2,3}|…|–)\s*(\d+))?\b/g

/**
 * Returns every id in a string, with ranges expanded. `SHA-256` and `UTF-16` are not ids; a range across areas is
 * `broken`.
 */
export function idsIn(text, areas) {
  const ids = []
  const broken = []
  const looksLikeId = (area, digits) => areas.has(area) || (digits.length === 2 && area !== 'UTF')
  for (const [all, area, first, lastArea, lastFull, lastShort] of text.matchAll(idOrRange)) {
    if (!looksLikeId(area, first)) continue
    const last = lastFull ?? lastShort ?? first
    const isSound = (lastArea ?? area) === area && Number(last) >= Number(first)
    if (!isSound) broken.push(all)
    else if (last === first) ids.push(`${area}-${first}`)
    else for (let n = Number(first); n <= Number(last); n += 1) ids.push(toId(area, n))
  }
  return { ids: [...new Set(ids)], broken }
}

// -------------------------------------------------------------------------------------------- tags of tests

const starters = ['test', 'it', 'describe']
/** Aliases in a file: `const slow = testOn(…)`, `const slow = test.extend(…)`, `import { test as slow }`. */
const aliases = [
  /\bconst\s+([A-Za-z_$][\w$]*)\s*=\s*(?:testOn\s*\(|(?:test|it)\.extend\b|(?:test|it|describe)\b(?!\s*[.(]))/g,
  /\b(?:test|it|describe)\s+as\s+([A-Za-z_$][\w$]*)/g,
]
const curried = new Set(['each', 'for', 'skipIf', 'runIf'])
const titled = new Set([
  'only',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'shuffle',
  'describe',
  ...curried,
])
const proofless = new Set(['skip', 'todo', 'fixme', 'fail', 'fails'])

/** Returns the title, tags and line of each test, it and describe in a source text. Skips comments and bodies. */
export function taggedTests(source) {
  const tests = []
  const names = startersIn(source)
  let isMember = false
  let at = skipBlank(source, 0)
  while (at < source.length) {
    const word = match(/[A-Za-z_$][\w$]*/y, source, at)
    const start = at
    if (names.has(word) && !isMember) {
      const call = readCall(source, at + word.length)
      if (call.title !== undefined) {
        tests.push({ title: call.title, tags: call.tags, line: lineAt(source, at) })
      }
      at = call.next
    } else {
      at = word ? at + word.length : skipToken(source, at)
    }
    isMember = source[start] === '.'
    at = skipBlank(source, at)
  }
  return tests
}

const startersIn = (source) =>
  new Set([...starters, ...aliases.flatMap((alias) => [...source.matchAll(alias)].map(([, name]) => name))])

/** Reads a call from after `test`, across `.only`, `.each(table)` and the like, to its options. */
function readCall(source, start) {
  const modifiers = []
  let at = skipTypes(source, skipBlank(source, start))
  while (source[at] === '.') {
    const name = match(/[A-Za-z_$][\w$]*/y, source, skipBlank(source, at + 1))
    modifiers.push(name)
    at = skipTypes(source, skipBlank(source, skipBlank(source, at + 1) + name.length))
    if (curried.has(name)) at = skipBlank(source, skipGroup(source, at))
  }
  if (source[at] !== '(') return { next: at }
  if (modifiers.some((name) => proofless.has(name))) return { next: skipGroup(source, at) }
  if (!modifiers.every((name) => titled.has(name))) return { next: at }
  const { title, next } = readTitle(source, skipBlank(source, at + 1))
  return { title, tags: title === undefined ? [] : readTags(source, next), next }
}

/**
 * Returns the strings of `tags: ['MAN-01']` (Vitest) or `tag: ['@MAN-01']` (Playwright) in the object after the title.
 */
function readTags(source, start) {
  if (source[start] !== ',') return []
  const at = skipBlank(source, start + 1)
  if (source[at] !== '{') return []
  const list =
    /(?:^|[{,\s])tags?:\s*(\[[^\]]*\]|'[^']*')/.exec(source.slice(at, skipGroup(source, at)))?.[1] ?? ''
  return [...list.matchAll(/'@?([^']*)'/g)].map(([, tag]) => tag)
}

/** Reads a title: a literal, or several joined with `+`. A test with any other title does not count. */
function readTitle(source, start) {
  const parts = []
  let at = start
  while (/['"`]/.test(source[at] ?? '')) {
    const end = skipToken(source, at)
    parts.push(literalText(source.slice(at, end)))
    at = skipBlank(source, end)
    if (source[at] === '+') at = skipBlank(source, at + 1)
  }
  return parts.length > 0 ? { title: parts.join(''), next: at } : { next: start }
}

function literalText(literal) {
  const inner = literal.slice(1, -1)
  if (literal[0] !== '`') return inner
  let text = ''
  let at = 0
  while (at < inner.length) {
    const isHole = inner.startsWith('${', at)
    text += isHole ? ' ' : inner[at]
    at = isHole ? skipGroup(inner, at + 1) : at + 1
  }
  return text
}

// --------------------------------------------------------------------------------------- skipping source text

function match(stickyPattern, source, at) {
  stickyPattern.lastIndex = at
  return stickyPattern.exec(source)?.[0] ?? ''
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const string = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const regex = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y

/**
 * Returns the index after the comment, string, template or regular expression at `at`, otherwise after one character.
 */
function skipToken(source, at) {
  if (source[at] === '`') return skipTemplate(source, at)
  const token = match(comment, source, at) || match(string, source, at)
  if (token) return at + token.length
  if (source[at] === '/' && startsRegex(source, at)) return at + (match(regex, source, at).length || 1)
  return at + 1
}

/**
 * Returns whether a slash starts a regular expression: after an operator, a bracket or `return`. After a value it
 * divides.
 */
function startsRegex(source, at) {
  const before = source.slice(Math.max(0, at - 40), at).trimEnd()
  return before === '' || /[(,=:[!&|?{};+*%~^>]$|\b(?:return|case|typeof)$/.test(before)
}

function skipTemplate(source, start) {
  let at = start + 1
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) at = skipGroup(source, at + 1)
    else at += source[at] === '\\' ? 2 : 1
  }
  return at + 1
}

/** Returns the index after a bracketed group, or after a template where `each` takes one. */
function skipGroup(source, start) {
  if (!/[([{]/.test(source[start] ?? '')) return skipToken(source, start)
  let depth = 0
  let at = start
  do {
    if (/[([{]/.test(source[at])) depth += 1
    if (/[)\]}]/.test(source[at])) depth -= 1
    at = skipToken(source, at)
  } while (depth > 0 && at < source.length)
  return at
}

function skipBlank(source, start) {
  const blank = match(/(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y, source, start)
  return start + blank.length
}

/** Skips type arguments, as in `test.each<Row>(rows)`. They must be followed by a call. */
function skipTypes(source, start) {
  if (source[start] !== '<') return start
  let depth = 0
  let at = start
  do {
    if (source[at] === '<') depth += 1
    if (source[at] === '>' && source[at - 1] !== '=') depth -= 1
    at += 1
  } while (depth > 0 && at < source.length)
  at = skipBlank(source, at)
  return /[(`]/.test(source[at] ?? '') ? at : start
}

const lineAt = (source, at) => source.slice(0, at).split('\n').length

// ------------------------------------------------------------------------------------------------- the report

export function listTestFiles(root) {
  return testFolders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap(filesBelow)
    .filter((file) => testFile.test(file))
    .toSorted((a, b) => a.localeCompare(b))
}

const isSource = (entry) => !['node_modules', 'dist'].includes(entry.name) && !entry.name.startsWith('.')

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(isSource)
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}

const looksLikeId = /^[A-Z]+-\d+$/

/** Returns the ids that tests have as tags, and the problems of tags and titles. */
export function collectTested(files, requirements, root) {
  const areaNames = new Set(requirements.areas.map((area) => area.name))
  const tested = new Set()
  const problems = []
  for (const file of files) {
    for (const { title, tags, line } of taggedTests(readFileSync(file, 'utf8'))) {
      const location = `${relative(root, file)}:${line}`
      const inTitle = idsIn(title, areaNames).ids.filter((id) => requirements.known.has(id))
      for (const id of inTitle) problems.push(`${location} names ${id} in its title: make it a tag`)
      for (const tag of tags) {
        if (requirements.known.has(tag)) tested.add(tag)
        else if (looksLikeId.test(tag)) {
          problems.push(`${location} has ${tag}, which docs/requirements.md does not have`)
        }
      }
    }
  }
  return { tested, problems }
}

/** Shortens `MAN-01, MAN-02, MAN-03, MAN-07` to `01..03, 07`. */
export function shorten(ids) {
  const numbers = ids.map((id) => Number(id.split('-')[1]))
  const runs = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run && run.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  const two = (number) => String(number).padStart(2, '0')
  return runs
    .map(({ first, last }) => (first === last ? two(first) : `${two(first)}..${two(last)}`))
    .join(', ')
}

export function table(areas, tested) {
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

/** Returns the full result, for the command below and for other callers. */
export function inspect(root) {
  const requirements = parseRequirements(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
  const found = collectTested(listTestFiles(root), requirements, root)
  const problems = [...requirements.problems, ...found.problems]
  if (requirements.known.size < leastIds) {
    problems.push(
      `docs/requirements.md has ${requirements.known.size} ids; at least ${leastIds} were expected`,
    )
  }
  const untested = requirements.areas.flatMap((area) => area.done).filter((id) => !found.tested.has(id))
  for (const id of untested) problems.push(`${id} is done but no test has it as a tag`)
  return { areas: requirements.areas, tested: found.tested, problems }
}

function main() {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
  const { areas, tested, problems } = inspect(root)
  console.log(table(areas, tested))
  if (!process.argv.includes('--check')) return
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) main()
