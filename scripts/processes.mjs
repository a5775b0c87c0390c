// Starts programs for the scripts. No program outlives its script: ending `npm start` ends everything it started.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node 24 that the project runs on, regardless of the machine's version. */
export const node = `${root}node_modules/node/bin/node`

// Node compiles each module only once instead of at every start, which takes a quarter of the startup time.
process.env.NODE_COMPILE_CACHE ??= `${root}node_modules/.cache/compiled`

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const running = new Set()

/**
 * Starts a program in the project's folder and shows its output. Forwards signals that would end this process to the
 * program first. This process ends when all of its programs have ended.
 */
export function start(command, args, options = {}) {
  /** @type {NodeJS.Signals | undefined} */
  let received
  const forward = (signal) => {
    received = signal
    child.kill(signal)
  }
  // Registered before the program exists, so that no signal ends this process alone.
  for (const signal of endingSignals) process.on(signal, forward)
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  running.add(child)
  child.once('close', (code) => {
    running.delete(child)
    if (received && running.size === 0) process.exit(code ?? 128 + constants.signals[received])
    for (const signal of endingSignals) process.off(signal, forward)
  })
  return child
}

/** Runs a program to its end and returns its exit status. */
export async function runForStatus(command, args, options) {
  const [status] = await once(start(command, args, options), 'close')
  return status ?? 1
}

/** Runs a program to its end. Ends this process when it fails. */
export async function run(command, args, options) {
  const status = await runForStatus(command, args, options)
  if (status !== 0) process.exit(status)
}

const lookEveryMs = 250

/**
 * Ends this process when the npm that started it is gone: a SIGKILL can't be forwarded, and npm doesn't forward
 * SIGHUP. Without npm in front, for example under `nohup` or a service manager, a change of the parent is normal.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    // Only once: a second signal would keep npm from ending its installation cleanly.
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs).unref()
}
