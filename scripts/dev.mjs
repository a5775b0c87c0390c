// `npm run dev`: the same as `npm start`, with server and web app made anew whenever a file changes.
import { spawn } from 'node:child_process'
import { ensureInstalled, node, root } from './install.mjs'

ensureInstalled()
const { ensureBuilt } = await import('./buildWeb.mjs')
ensureBuilt()
const build = spawn(
  node,
  ['node_modules/vite/bin/vite.js', 'build', 'web', '--watch', '--logLevel', 'warn'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const { serve } = await import('./serve.mjs')
const server = serve(['--watch', '--watch-preserve-output'], { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' })
server.on('exit', () => build.kill())
build.on('exit', (code) => code && server.kill())
