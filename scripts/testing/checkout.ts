import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What npm reads, or what it records about an installation. */
const packages = (node: object = { version: '24.0.0', integrity: 'sha512-a' }): string =>
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
  console.log(JSON.stringify({ ready, demo: false }))
})
`,
}

/** What the installation of a checkout leaves behind. `vite` is the program that builds the web app. */
export function install(folder: string, vite: string): void {
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  write(join(folder, 'node_modules/vite/bin/vite.js'), vite)
  write(join(folder, 'node_modules/.package-lock.json'), packages())
}

/** A fresh checkout with the project's own scripts. Its server is a small stand-in. */
export function newCheckout(): { folder: string } {
  const home = mkdtempSync(join(tmpdir(), 'trestle-checkout-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) write(join(home, file), content)
  const folder = join(home, 'portal')
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of readdirSync(join(root, 'scripts')).filter((each) => each.endsWith('.mjs'))) {
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  }
  return { folder }
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
