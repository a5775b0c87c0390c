// `npm run check`: format, lint, types, walls, unused code, rules, and the requirement ids that must have a test.
import { spawnSync } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { node, root } from './processes.mjs'

await ensureInstalled()

/** @type {[name: string, program: string, args: string[]][]} */
const steps = [
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['lint', 'oxlint/bin/oxlint', ['--deny-warnings', '--quiet']],
  ...['domain', 'server', 'web', 'e2e'].map((part) => [
    `types of ${part}`,
    'typescript/bin/tsc',
    ['-p', part],
  ]),
  ['walls', '../scripts/walls.mjs', []],
  ['unused code', 'knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']],
  ['rules', 'vitest/vitest.mjs', ['run', '--project', 'rules', '--reporter=dot']],
  ['requirement ids', '../scripts/coverageSpec.mjs', ['--check', '--quiet']],
]

/** Runs every step, also after one failed, so that one run shows all there is to mend. */
export function check() {
  /** @type {{ name: string, output: string }[]} */
  const failed = []
  for (const [name, path, args] of steps) {
    const done = spawnSync(node, [`${root}node_modules/${path}`, ...args], { cwd: root, encoding: 'utf8' })
    const ok = done.status === 0
    console.log(`${ok ? '✓' : '✗'} ${name}`)
    if (!ok) {
      const output = `${done.stdout ?? ''}${done.stderr ?? ''}`
      failed.push({ name, output })
      console.log(output)
    }
  }
  return { passed: steps.length - failed.length, failed }
}

if (process.argv[1] === `${root}scripts/check.mjs`) process.exit(check().failed.length > 0 ? 1 : 0)
