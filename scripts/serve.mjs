// Runs the server until it ends, shows where it is, and hands Ctrl-C on to it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { node, root } from './install.mjs'

const accounts = [
  ['owner@demo.test', 'owns the demo apps'],
  ['admin-collab@demo.test', 'app admin on them'],
  ['dev-collab@demo.test', 'app developer on them'],
  ['stranger@demo.test', 'has no app'],
  ['partner@demo.test', 'a partner'],
  ['employee@demo.test', 'an employee of the platform'],
  ['staff@demo.test', 'a platform admin: reviews and approves'],
]

function welcome({ ready, demo }) {
  console.log(`\nTrestle is ready: ${ready}\n`)
  if (!demo) return
  console.log('Demo accounts (password trestle-demo-2026):')
  for (const [email, what] of accounts) console.log(`  ${email.padEnd(24)} ${what}`)
  console.log(`\nMails it would send: ${ready}/dev/mail\nCtrl-C ends it; the data stays.\n`)
}

/** @param {string[]} nodeArgs flags for Node, e.g. --watch */
export function serve(nodeArgs = [], env = {}) {
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', ...nodeArgs, 'server/src/main.ts'], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { LOG_LEVEL: 'warn', ...process.env, ...env },
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = line.startsWith('{"ready"') ? JSON.parse(line) : undefined
    if (message) welcome(message)
    else console.log(line)
  })
  // Ctrl-C reaches the whole process group: the server ends by itself, and this process after it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return server
}
