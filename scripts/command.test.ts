import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../server/testing/folders.ts'
import { createProcessEnv } from '../server/testing/processEnv.ts'
import { commandOptions, optionsConsumedByNpm } from './npmOptions.mjs'

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

test('every option of a command is recognized if npm consumes it', () => {
  const options = readOptions()
  const consumed = options.map((option) => {
    const variable = `npm_config_${option.slice(2).replaceAll('-', '_')}`
    return optionsConsumedByNpm({ [variable]: 'true' })
  })
  expect(commandOptions.map((name) => `--${name}`)).toEqual(options)
  expect(consumed).toEqual(options.map((option) => [option]))
  expect(optionsConsumedByNpm({ npm_config_loglevel: 'silent', npm_config_check: '' })).toEqual([])
})

const runScript = (env: Record<string, string>, name: string) =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/command.mjs', name],
      { cwd: root, env: { ...createProcessEnv(), ...env } },
      (error, out, err) => resolve({ code: error?.code, out, err }),
    )
  })

test('a command whose option npm consumed does nothing but say how to pass it', async () => {
  expect(await runScript({ npm_config_check: 'true', npm_lifecycle_event: 'migrate' }, 'migrate')).toEqual({
    code: 2,
    out: '',
    err: "Nothing was done: npm doesn't pass on --check. Write -- before the options, as in npm run migrate -- --check\n",
  })
})

test("a command reads the settings in ENV_FILE as systemd does, or says that it can't", async () => {
  const lines = ['# Settings', 'MAIL_FROM=Trestle <no-reply@example.com>', 'DATA_DIR="/nowhere/a #1&2"']
  const file = join(await newFolder({ env: lines.join('\n') }), 'env')
  expect(await runScript({ ENV_FILE: file }, 'jobs')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The folder \/nowhere\/a #1&2 has no database yet\./),
  })
  expect(await runScript({ ENV_FILE: `${file}s` }, 'jobs')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^The settings in ENV_FILE can't be read: ENOENT/),
  })
})
