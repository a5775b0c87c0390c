// Checks the boundaries of docs/architecture.md, and that every module was read.
import { spawnSync } from 'node:child_process'
import { findFeatureCycles } from './featureCycles.mjs'
import { node, root } from './processes.mjs'

/** The tree to check: the project, or one created by a test. */
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

const cruise = spawnSync(
  node,
  [
    `${root}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`,
    '--config',
    `${root}.dependency-cruiser.cjs`,
    '--output-type',
    'json',
    'domain/src',
    'server/src',
    'web/src',
  ],
  { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
)
if (!cruise.stdout) {
  console.error(cruise.stderr)
  process.exit(1)
}
const { modules, summary } = JSON.parse(cruise.stdout)
const read = new Set(modules.map((module) => module.source))
const unread = sources.filter((file) => !read.has(file))
const edges = modules.reduce((sum, module) => sum + module.dependencies.length, 0)

const problems = []
if (sources.length < 50 || unread.length > 0)
  problems.push(`not read: ${unread.join(', ') || 'the tree is implausibly small'}`)
// A parser that reads files but finds no imports would report no violation.
if (edges < sources.length) problems.push(`only ${edges} imports seen in ${sources.length} modules`)
for (const violation of summary.violations) {
  problems.push(`${violation.rule.name}: ${violation.from} → ${violation.to}`)
}
for (const cycle of findFeatureCycles(modules)) problems.push(`no-feature-cycles: ${cycle}`)

/** The allowed file names in a feature. */
const verb = /^[a-z][A-Za-z0-9]*\.ts$/
const names = {
  domain: (name) => verb.test(name),
  server: (name) => verb.test(name),
  web: (name, file) =>
    verb.test(name) ||
    /^[A-Z][A-Za-z0-9]*\.tsx$/.test(name) ||
    /^web\/src\/(app\/)?[a-z]\w*(\.test)?\.tsx$/.test(file),
}
const forbiddenFolders = /\/(utils|helpers|common|types|lib|misc)\//
for (const file of sources) {
  const [workspace, , ...rest] = file.split('/')
  const name = (rest.at(-1) ?? '').replace(/\.test(\.tsx?)$/, '$1')
  if (forbiddenFolders.test(file)) problems.push(`name a folder by what is in it: ${file}`)
  if (/^index\.tsx?$/.test(name)) problems.push(`no barrel files: ${file}`)
  if (!names[workspace](name, file)) problems.push(`not a file name of this workspace: ${file}`)
}
console.log(`${sources.length} modules, ${edges} imports, ${problems.length} problems`)
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
