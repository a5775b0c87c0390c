import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install, newCheckout, write } from './testing/checkout.ts'
import { launch } from './testing/launch.ts'
import { listenOnFreePort } from './testing/listenOnFreePort.ts'

async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnFreePort(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The environment without the variables that an outer npm sets. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
)

/** Creates an installed checkout with a stand-in server. */
function newPortal(): string {
  const { folder } = newCheckout()
  install(folder, `require('node:fs').mkdirSync('web/dist')`)
  return folder
}

/** Shared by every start in this file, so that each checks whether the previous one released it. */
const port = String(await findFreePort())
const npm = ['npm', 'start']
const start = [process.execPath, 'scripts/start.mjs']
const inShell = ['sh', '-c', '"$0" "$@"; true', ...start]

test.each<[string, string[], NodeJS.Signals, number | null]>([
  ['SIGTERM to npm', npm, 'SIGTERM', 0],
  ['SIGINT to npm', npm, 'SIGINT', 0],
  ['SIGHUP to npm, which does not forward it', npm, 'SIGHUP', null],
  ['SIGKILL to npm', npm, 'SIGKILL', null],
  ['SIGTERM to a shell between npm and the start', inShell, 'SIGTERM', null],
  ['SIGTERM to the start', start, 'SIGTERM', 0],
  ['SIGHUP to the start', start, 'SIGHUP', 0],
  ['SIGKILL to the start', start, 'SIGKILL', null],
])('ends the server and releases its port on %s', async (_what, command, signal, status) => {
  const env = { ...environment, PORT: port, ...(command === inShell && { npm_lifecycle_event: 'start' }) }
  const started = launch(newPortal(), command, env)
  const [, url = ''] = await started.prints(/Trestle is ready: (\S+)/)
  expect((await fetch(url)).status).toBe(200)
  started.process.kill(signal)
  expect((await started.ended).code).toBe(status)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('the settings in ENV_FILE decide whether a start adds demo data', async () => {
  const folder = newPortal()
  write(join(folder, 'env'), `PORT=${port}\nRELEASE_STAGE=test`)
  const main = `console.log(JSON.stringify([process.env.PORT, process.env.DEMO_DATA ?? 'no demo data']))`
  write(join(folder, 'server/src/main.ts'), main)
  const started = launch(folder, start, { ...environment, ENV_FILE: 'env' })
  expect(await started.ended).toMatchObject({ code: 0 })
  expect(started.output()).toContain(`["${port}","no demo data"]`)
})
