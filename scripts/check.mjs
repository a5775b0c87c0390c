// `npm run check`: format, lint, types, boundaries, unused code, rules, page budgets, and the requirement ids that must have
// a test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { ensureInstalled } from './install.mjs'
import { node, root } from './processes.mjs'

/** @type {[name: string, program: string, args: string[]][]} */
const steps = [
  ['lint', 'oxlint/bin/oxlint', ['--deny-warnings', '--quiet', '--report-unused-disable-directives']],
  // Builds the web app if its sources changed.
  ['budgets of pages', '../scripts/budgets.mjs', []],
  ['rules', 'vitest/vitest.mjs', ['run', '--project', 'rules', '--reporter=dot']],
  // Its own threads check shared types once each, which takes twice the processor time.
  ...['web', 'server', 'e2e', 'domain'].map((part) => [
    `types of ${part}`,
    'typescript/bin/tsc',
    ['-p', part, '--singleThreaded'],
  ]),
  ['boundaries', '../scripts/boundaries.mjs', []],
  ['unused code', 'knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']],
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['requirement ids', '../scripts/coverageSpec.mjs', ['--check']],
]

/** How many steps run at a time. Slow steps come first. */
const stepsAtOnce = 2

async function runStep([name, path, args]) {
  const child = spawn(node, [`${root}node_modules/${path}`, ...args], { cwd: root })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const step = { name, ok: child.exitCode === 0, output: output + errors }
  console.log(`${step.ok ? '✓' : '✗'} ${name}`)
  if (!step.ok) console.log(step.output)
  return step
}

/**
 * Runs every step even after a failure, so that one run shows every problem. `npm test` runs the rules separately.
 *
 * @param {{ except?: string[] }} [options]
 */
export async function check({ except = [] } = {}) {
  const waiting = steps.filter(([name]) => !except.includes(name))
  /** @type {{ name: string, ok: boolean, output: string }[]} */
  const done = []
  const runWaiting = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: stepsAtOnce }, runWaiting))
  const failed = done.filter(({ ok }) => !ok)
  return { passed: done.length - failed.length, failed }
}

if (process.argv[1] === `${root}scripts/check.mjs`) {
  await ensureInstalled()
  const { failed } = await check()
  process.exit(failed.length > 0 ? 1 : 0)
}
