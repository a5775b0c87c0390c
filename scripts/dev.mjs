// `npm run dev`: like `npm start`, but hot-reloads changed components, keeping the page's state, and restarts the
// server when one of its files changes. The web app is on PORT, the server on the next port.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadEnvFile } from './envFile.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm, node, start } from './processes.mjs'
import { serve } from './serve.mjs'

endWithNpm()
await ensureInstalled()
loadEnvFile()
const { PORT = '3000', PUBLIC_URL = `http://localhost:${PORT}`, LOG_LEVEL = 'info' } = process.env
const serverPort = String(Number(PORT) + 1)
/** Contains the document that the web app's dev server writes and the portal serves. */
const webFolder = mkdtempSync(join(tmpdir(), 'trestle-dev-'))
process.on('exit', () => rmSync(webFolder, { recursive: true, force: true }))

const web = start(node, ['web/devServer.ts'], {
  env: { ...process.env, PORT, PORTAL_PORT: serverPort, WEB_FOLDER: webFolder },
})
const server = serve(['--watch', '--watch-preserve-output'], {
  PORT: serverPort,
  PUBLIC_URL,
  LOG_LEVEL,
  WEB_FOLDER: webFolder,
})
server.on('exit', () => web.kill())
web.on('exit', (code) => code && server.kill())
