// Runs the server of `npm start` until it ends, and prints its address. `npm run serve` runs it without this script.
import { node, start } from './processes.mjs'

const accounts = [
  ['owner@demo.test', 'owns the demo apps'],
  ['admin-collab@demo.test', 'admin of the demo apps'],
  ['dev-collab@demo.test', 'developer of the demo apps'],
  ['stranger@demo.test', 'has no apps'],
  ['partner@demo.test', 'a partner'],
  ['employee@demo.test', 'an employee of the platform'],
  ['staff@demo.test', 'a platform admin: reviews and approves'],
]

function welcome({ ready, demo }) {
  console.log(`\nTrestle is ready: ${ready}\n`)
  if (!demo) return
  console.log('Demo accounts (password trestle-demo-2026):')
  for (const [email, what] of accounts) console.log(`  ${email.padEnd(24)} ${what}`)
  console.log(`\nOutgoing emails: ${ready}/dev/mail\nPress Ctrl+C to stop. Your data is saved.\n`)
}

/** @param {string[]} nodeArgs flags for Node, e.g. --watch */
export function serve(nodeArgs = [], env = {}) {
  const isLaptop = (process.env.RELEASE_STAGE || 'development') === 'development'
  const server = start(node, ['--disable-warning=ExperimentalWarning', ...nodeArgs, 'server/src/main.ts'], {
    // The server ends when the channel closes, even when this process is killed and can't forward a signal.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...(isLaptop && { LOG_LEVEL: 'warn', DEMO_DATA: 'true' }), ...process.env, ...env },
  })
  // `node --watch` also sends messages of its own.
  server.on('message', (message) => {
    if (message.ready) welcome({ ...message, ready: env.PUBLIC_URL ?? message.ready })
  })
  server.once('exit', (code) => (process.exitCode = code ?? 1))
  return server
}
