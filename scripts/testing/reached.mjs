import { appendFileSync } from 'node:fs'

const noted = new Set()

/**
 * Records that the current test file runs the code of a mutant, in the file that REACHED_FILE names. `npm run mutate`
 * adds the calls. A server that a test starts as a process gets the name of the test file with the environment.
 */
export function reached(mutant) {
  const test = globalThis.__vitest_worker__?.filepath ?? process.env.REACHED_BY
  const note = `${mutant}\t${test}\n`
  if (test === undefined || noted.has(note)) return
  noted.add(note)
  process.env.REACHED_BY = test
  appendFileSync(process.env.REACHED_FILE, note)
}
