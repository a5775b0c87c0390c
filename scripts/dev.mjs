// `npm run dev`: the same as `npm start`, with server and web app updated whenever a file changes.
import { ensureBuilt } from './buildWeb.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, start } from './processes.mjs'
import { serve } from './serve.mjs'

endWithNpm()
await ensureInstalled()
await ensureBuilt()
const build = start(node, ['node_modules/vite/bin/vite.js', 'build', 'web', '--watch', '--logLevel', 'warn'])
const server = serve(['--watch', '--watch-preserve-output'], { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' })
server.on('exit', () => build.kill())
build.on('exit', (code) => code && server.kill())
