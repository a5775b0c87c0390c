import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../server/testing/folders.ts'
import { createProcessEnv } from '../server/testing/processEnv.ts'
import { commandOptions, optionsConsumedByNpm } from './npmOptions.mjs'
import { install, listenForTools, newCheckout, write } from './testing/checkout.ts'
import { launch } from './testing/launch.ts'

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

const lockOf = (packages: object) =>
  JSON.stringify({
    packages: {
      '': {},
      server: { dependencies: { pg: '1.0.0' } },
      'node_modules/node': { version: '24.0.0', dev: true },
      'node_modules/pg': { version: '1.0.0' },
      ...packages,
    },
  })
const refusal = 'Run npm ci first: packages that this command needs are missing or outdated.\n'

test.each<[string, string | undefined, object, number, string]>([
  ['nothing', undefined, {}, 1, refusal],
  ['another version', lockOf({ 'node_modules/pg': { version: '0.9.0' } }), {}, 1, refusal],
  ['a package too few', lockOf({ 'node_modules/pg': undefined }), {}, 1, refusal],
  ['everything', lockOf({}), {}, 0, 'checked\n'],
  ['no new tool for contributors', lockOf({}), { 'node_modules/a': { dev: true } }, 0, 'checked\n'],
  ['no tools for contributors', lockOf({ 'node_modules/node': undefined }), {}, 0, 'checked\n'],
])('a command installs nothing in a checkout with %s', async (_what, record, wanted, code, output) => {
  const { folder, tools: bin } = newCheckout()
  const tools = await listenForTools()
  if (record !== undefined) {
    install(folder, '')
    write(join(folder, 'node_modules/.package-lock.json'), record)
  }
  if (record?.includes('node_modules/node') === false) {
    rmSync(join(folder, 'node_modules/node'), { recursive: true })
  }
  write(join(folder, 'package-lock.json'), lockOf(wanted))
  write(join(folder, 'server/src/commands/doctor.ts'), "console.log('checked')")
  const command = launch(folder, [process.execPath, 'scripts/command.mjs', 'doctor'], {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ...tools.env,
  })
  void tools.next().then((tool) => tool.finish())
  expect([(await command.ended).code, command.output()]).toEqual([code, output])
  expect(tools.started).toEqual([])
})
