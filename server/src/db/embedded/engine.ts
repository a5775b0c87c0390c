import { type MessagePort, Worker } from 'node:worker_threads'
import type { Log } from '../pool.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.ts'

/** Why a worker ended. */
export interface Ending {
  reason: string
  details: object
}

/** One run of the worker that runs PostgreSQL. */
export interface Engine {
  connect: (port: MessagePort) => void
  /** Asks PostgreSQL to shut down, and terminates the worker if it doesn't. */
  stop: () => Promise<void>
  /** Resolves when the worker has ended, whether requested or not. */
  ended: Promise<Ending>
}

export interface WatchdogPlan {
  pingEveryMs: number
  /** Number of unanswered pings after which the backend counts as stuck. */
  missedPings: number
}

export const watchdogPlan: WatchdogPlan = { pingEveryMs: 5000, missedPings: 6 }

const stopTimeoutMs = 10_000

const send = (worker: Worker, message: ToWorker, transfer: MessagePort[] = []): void =>
  worker.postMessage(message, transfer)

/** Starts the worker. Resolves when PostgreSQL has recovered and accepts connections. */
export function startEngine(data: WorkerData, plan: WatchdogPlan, log: Log): Promise<Engine> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: data,
    // The server's preloaded modules, such as error reporting, don't belong in the database's thread.
    execArgv: [],
  })
  const ending: Ending = { reason: 'The embedded database stopped.', details: {} }
  const watchdog = watch(worker, plan, ending)
  const ended = new Promise<Ending>((resolve) => {
    worker.once('exit', () => {
      watchdog.stop()
      resolve(ending)
    })
  })
  const engine: Engine = {
    ended,
    connect: (port) => send(worker, { type: 'connect', port }, [port]),
    stop: () => stopWorker(worker, ended, log),
  }

  return new Promise<Engine>((resolve, reject) => {
    worker.on('error', (error) => {
      ending.reason = `The embedded database failed: ${error.message}`
      reject(error)
    })
    worker.once('exit', () => reject(new Error(ending.reason)))
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          watchdog.start()
          return resolve(engine)
        case 'pong':
          return watchdog.answered()
        case 'log':
          return log(message.level, message.message, message.details)
        case 'crashed':
          ending.reason = `The embedded database crashed and was restarted: ${message.reason}`
          ending.details = message.details
          return
        default:
          return message satisfies never
      }
    })
  })
}

/**
 * Terminates a worker that stopped answering. `statement_timeout` does nothing in a single process, so this is what
 * stops an endless query. It counts pings instead of time, because a machine that slept has not missed any.
 */
function watch(worker: Worker, plan: WatchdogPlan, ending: Ending) {
  let missed = 0
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => clearInterval(timer)

  function beat(): void {
    if (missed < plan.missedPings) {
      missed += 1
      send(worker, { type: 'ping' })
      return
    }
    stop()
    const seconds = (plan.missedPings * plan.pingEveryMs) / 1000
    ending.reason = `The embedded database did not respond for ${seconds} s and was restarted.`
    void worker.terminate()
  }

  return {
    stop,
    start: (): void => {
      timer = setInterval(beat, plan.pingEveryMs)
    },
    answered: (): void => {
      missed = 0
    },
  }
}

async function stopWorker(worker: Worker, ended: Promise<Ending>, log: Log): Promise<void> {
  send(worker, { type: 'close' })
  const giveUp = setTimeout(() => {
    log('warn', 'The embedded database did not shut down in time. It recovers at the next start.')
    void worker.terminate()
  }, stopTimeoutMs)
  await ended
  clearTimeout(giveUp)
}
