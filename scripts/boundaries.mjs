// Checks the boundaries of docs/architecture.md, and that every module was read.
import { spawnSync } from 'node:child_process'
import { findFeatureCycles } from './featureCycles.mjs'
import { isFileName } from './fileNames.mjs'
import { readImports } from './imports.mjs'
import { root } from './processes.mjs'

/** The tree to check: the project or one created by a test. */
const folder = process.argv[2] ?? root

const tracked = spawnSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--', 'domain/src', 'server/src', 'web/src'],
  {
    cwd: folder,
    encoding: 'utf8',
  },
)
const sources = tracked.stdout.split('\n').filter((file) => /\.tsx?$/.test(file))

const { modules, summary } = readImports(['domain/src', 'server/src', 'web/src'], folder)
const read = new Set(modules.map((module) => module.source))
const unread = sources.filter((file) => !read.has(file))
const edges = modules.reduce((sum, module) => sum + module.dependencies.length, 0)

const problems = []
if (sources.length < 500 || unread.length > 0) {
  problems.push(`not read: ${unread.join(', ') || 'the source tree is too small'}`)
}
// A parser that reads files but finds no imports would report no violation.
if (edges < sources.length) problems.push(`only ${edges} imports found in ${sources.length} modules`)
for (const violation of summary.violations) {
  problems.push(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
for (const cycle of findFeatureCycles(modules)) problems.push(`no-feature-cycles: ${cycle}`)

const forbiddenFolders = /\/(utils|helpers|common|types|lib|misc)\//
for (const file of sources) {
  if (forbiddenFolders.test(file)) problems.push(`folder name must describe its content: ${file}`)
  if (/\/index(\.test)?\.tsx?$/.test(file)) problems.push(`no barrel files: ${file}`)
  if (!isFileName(file)) problems.push(`invalid file name, see scripts/fileNames.mjs: ${file}`)
}
console.log(`${sources.length} modules, ${edges} imports, ${problems.length} problems`)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
