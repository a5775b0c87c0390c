import type { MessagePort } from 'node:worker_threads'

interface Task {
  session: MessagePort | undefined
  run: () => Promise<void>
}

export interface Mutex {
  enqueue: (session: MessagePort | undefined, run: () => Promise<void>) => void
  /** While a session holds the backend, only its tasks run. */
  hold: (session: MessagePort | undefined) => void
  holder: () => MessagePort | undefined
}

/** Runs tasks one at a time on the single backend, and never interrupts a transaction with another session's task. */
export function createMutex(failed: (error: unknown) => void): Mutex {
  const waiting: Task[] = []
  let holder: MessagePort | undefined
  let isWorking = false

  function nextTask(): Task | undefined {
    const index = holder ? waiting.findIndex(({ session }) => session === holder) : 0
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let task = nextTask(); task; task = nextTask()) {
      await task.run()
    }
    isWorking = false
  }

  return {
    enqueue: (session, run) => {
      waiting.push({ session, run })
      work().catch(failed)
    },
    hold: (session) => {
      holder = session
    },
    holder: () => holder,
  }
}
