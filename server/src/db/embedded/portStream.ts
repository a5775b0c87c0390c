import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Answer } from './multiplexer.ts'

/** Copies bytes to their own memory, so that they can be transferred instead of copied again. */
const ownBytes = (chunks: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(chunks))

/** A connection to the database in the worker, which starts with `connect`. */
export type PortStream = Duplex & { connect: () => void }

/**
 * Creates a socket for `pg`: the wire protocol over a message port to the worker.
 *
 * @param connect passes the far end to the worker, once there is one.
 */
export function createPortStream(connect: (port: MessagePort) => Promise<void>): PortStream {
  const { port1: port, port2: farEnd } = new MessageChannel()
  const post = (chunks: Uint8Array[]): void => {
    const bytes = ownBytes(chunks)
    port.postMessage(bytes, [bytes.buffer])
  }
  const stream = new Duplex({
    allowHalfOpen: false,
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      post([chunk])
      done()
    },
    writev(chunks, done) {
      post(chunks.map(({ chunk }) => chunk as Uint8Array))
      done()
    },
    final(done) {
      done()
    },
    destroy(error, done) {
      port.close()
      done(error)
    },
  })
  port.on('message', (answer: Answer) => {
    stream.push(answer && Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
  })
  return Object.assign(stream, {
    connect: () => {
      connect(farEnd).then(
        () => stream.destroyed || stream.emit('connect'),
        (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
      )
      return stream
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => {
      port.ref()
      return stream
    },
    unref: () => {
      port.unref()
      return stream
    },
  })
}
