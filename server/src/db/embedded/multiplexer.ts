import type { MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { type Batch, createFrameReader, greeting } from './frames.ts'
import { createMutex } from './mutex.ts'

/** A message to a client: bytes of the wire protocol, or null once the connection is closed. */
export type Answer = Uint8Array | null

export interface Multiplexer {
  connect: (port: MessagePort) => void
  /** Runs the work when no client is in a transaction. */
  whenFree: <T>(work: () => Promise<T>) => Promise<T>
  /** Increases with every exchange, so that maintenance can see whether there was any activity. */
  exchanges: () => number
}

/**
 * Lets several connections share one backend. A connection owns it from the first message of a transaction to the
 * last; the others wait.
 *
 * @param failed is called when the backend stops answering; SQL errors count as answers.
 */
export function createMultiplexer(
  db: PGlite,
  settings: Record<string, string>,
  failed: (error: unknown) => void,
): Multiplexer {
  const mutex = createMutex(failed)
  let exchanges = 0

  async function exchange(port: MessagePort, { kind, bytes }: Batch): Promise<void> {
    exchanges += 1
    const answer = collectAnswer(port)
    await db.execProtocolRawStream(bytes, { syncToFs: false, onRawData: answer.add })
    mutex.hold(kind === 'partial' || db.isInTransaction() ? port : undefined)
    answer.end()
  }

  /** Resets a connection's session, whatever the previous one left in the backend. */
  async function greet(port: MessagePort): Promise<void> {
    await db.exec('discard all')
    port.postMessage(greeting(settings))
  }

  async function leave(port: MessagePort): Promise<void> {
    if (mutex.holder() === port) {
      await db.exec('rollback')
      mutex.hold(undefined)
    }
    port.postMessage(null)
    port.close()
  }

  function handle(port: MessagePort, batch: Batch): void {
    if (batch.kind === 'encryption') port.postMessage(Buffer.from('N'))
    else if (batch.kind === 'startup') mutex.enqueue(port, () => greet(port))
    else if (batch.kind === 'terminate') mutex.enqueue(port, () => leave(port))
    else mutex.enqueue(port, () => exchange(port, batch))
  }

  return {
    exchanges: () => exchanges,
    connect: (port) => {
      const read = createFrameReader()
      port.on('message', (bytes: Uint8Array) => {
        const batches = read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        for (const batch of batches) handle(port, batch)
      })
      port.on('close', () => mutex.enqueue(port, () => leave(port)))
    },
    whenFree: <T>(run: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        mutex.enqueue(undefined, () => run().then(resolve, reject))
      }),
  }
}

const answerChunkBytes = 1024 * 1024

/** Collects a reply and sends it in chunks: the backend writes 8 KB at a time, and each message has a cost. */
function collectAnswer(port: MessagePort): { add: (bytes: Uint8Array) => void; end: () => void } {
  let chunks: Uint8Array[] = []
  let length = 0
  const end = (): void => {
    if (length === 0) return
    const bytes = new Uint8Array(Buffer.concat(chunks, length))
    chunks = []
    length = 0
    port.postMessage(bytes, [bytes.buffer])
  }
  return {
    end,
    add: (bytes) => {
      // Copied, because the backend reuses its own memory as soon as this returns.
      chunks.push(bytes.slice())
      length += bytes.length
      if (length >= answerChunkBytes) end()
    },
  }
}
