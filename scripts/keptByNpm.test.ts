import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionsKeptByNpm } from './keptByNpm.mjs'

const root = new URL('..', import.meta.url)
const commands = new URL('server/src/commands/', root)

/** Returns the options that the usage of any command names. */
function readOptions(): string[] {
  const files = readdirSync(commands).filter((name) => !name.endsWith('.test.ts'))
  const found = files.flatMap((name) =>
    [...readFileSync(new URL(name, commands), 'utf8').matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option),
  )
  return [...new Set(found)].toSorted()
}

test('every option of a command is recognized if npm keeps it', () => {
  const options = readOptions()
  const kept = options.map((option) => {
    const variable = `npm_config_${option.slice(2).replaceAll('-', '_')}`
    return optionsKeptByNpm({ [variable]: 'true' })
  })
  expect(options).toContain('--check')
  expect(kept).toEqual(options.map((option) => [option]))
  expect(optionsKeptByNpm({ npm_config_loglevel: 'silent', npm_config_check: '' })).toEqual([])
})

test('a command whose option npm kept does nothing but say how to pass it', async () => {
  const env = { ...process.env, npm_config_check: 'true', npm_lifecycle_event: 'migrate' }
  const outcome = await new Promise((resolve) => {
    execFile(process.execPath, ['scripts/command.mjs', 'migrate'], { cwd: root, env }, (error, out, err) =>
      resolve({ code: error?.code, out, err }),
    )
  })
  expect(outcome).toEqual({
    code: 2,
    out: '',
    err: "Nothing was done: npm doesn't pass on --check. Write -- before the options, as in npm run migrate -- --check\n",
  })
})
